import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { isOperator, isSiteModerator, type Viewer } from '#platform/viewer.ts'

/** The menu's links to the pages of moderators and administrators, as list items. */
export function RoleLinks({ viewer, className }: { viewer: Pick<Viewer, 'role'>; className: string }) {
  return (
    <>
      {isSiteModerator(viewer) && (
        <li>
          <Link to="/moderation/$page" params={{ page: 'reports' }} className={className}>
            {m.queue_title()}
          </Link>
        </li>
      )}
      {isSiteModerator(viewer) && (
        <li>
          <Link to="/moderation/$page" params={{ page: 'joins' }} className={className}>
            {m.corrections_title()}
          </Link>
        </li>
      )}
      {isSiteModerator(viewer) && (
        <li>
          <Link to="/moderation/$page" params={{ page: 'people' }} className={className}>
            {m.people_title()}
          </Link>
        </li>
      )}
      {isOperator(viewer) && (
        <li>
          <Link to="/operator/$page" params={{ page: 'jobs' }} className={className}>
            {m.jobs_title()}
          </Link>
        </li>
      )}
    </>
  )
}
