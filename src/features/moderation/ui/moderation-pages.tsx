import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'

const linkClass = 'link inline-flex min-h-11 items-center font-semibold aria-[current]:no-underline'

type CountedPage = 'reports' | 'appeals' | 'companies' | 'entries' | 'joins'

/** Links to the moderators' pages, with the number of things that wait on each. */
export function ModerationPages({ waiting }: { waiting: Record<CountedPage, number> }) {
  const named = (page: CountedPage, name: string) => (waiting[page] === 0 ? name : m.moderation_page_count({ page: name, count: formatCount(waiting[page]) }))
  return (
    <nav aria-label={m.moderation_pages()} className="page-column flex flex-wrap gap-x-6 pt-4">
      <Link to="/moderation/$page" params={{ page: 'reports' }} className={linkClass}>
        {named('reports', m.queue_title())}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'appeals' }} className={linkClass}>
        {named('appeals', m.appeals_list())}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'companies' }} className={linkClass}>
        {named('companies', m.replies_claims())}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'entries' }} className={linkClass}>
        {named('entries', m.directory_review_nav())}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'joins' }} className={linkClass}>
        {named('joins', m.corrections_title())}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'people' }} className={linkClass}>
        {m.people_title()}
      </Link>
      <Link to="/moderation/$page" params={{ page: 'demands' }} className={linkClass}>
        {m.transparency_demands()}
      </Link>
    </nav>
  )
}
