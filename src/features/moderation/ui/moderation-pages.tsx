import { Link } from '@tanstack/react-router'
import { m } from '#messages'

const linkClass = 'link inline-flex min-h-11 items-center font-semibold aria-[current]:no-underline'

/** Links to the moderators' pages. */
export function ModerationPages() {
  return (
    <nav aria-label={m.moderation_pages()} className="page-column flex flex-wrap gap-x-6 pt-4">
      <Link to="/moderation/$page" params={{ page: 'reports' }} className={linkClass}>
        {m.queue_title()}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'joins' }} className={linkClass}>
        {m.corrections_title()}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'people' }} className={linkClass}>
        {m.people_title()}
      </Link>
    </nav>
  )
}
