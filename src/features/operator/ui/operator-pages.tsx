import { Link } from '@tanstack/react-router'
import { m } from '#messages'

const linkClass = 'link inline-flex min-h-11 items-center font-semibold aria-[current]:no-underline'

/** Links to the administrators' pages. */
export function OperatorPages() {
  return (
    <nav aria-label={m.operator_pages()} className="page-column flex flex-wrap gap-x-6 pt-4">
      <Link to="/operator/$page" params={{ page: 'jobs' }} className={linkClass}>
        {m.operator_title()}
      </Link>
      <Link to="/operator/$page" params={{ page: 'switches' }} className={linkClass}>
        {m.switches_title()}
      </Link>
      <Link to="/operator/$page" params={{ page: 'log' }} className={linkClass}>
        {m.operator_log()}
      </Link>
    </nav>
  )
}
