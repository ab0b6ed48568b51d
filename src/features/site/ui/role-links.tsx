import { Link } from '@tanstack/react-router'
import { useWaitingWork, WaitingCount } from '#features/reports/queue/ui/menu-count.tsx'
import { m } from '#messages'
import { isOperator, isSiteModerator, type Viewer } from '#platform/viewer.ts'

/** The menu's links to the pages of moderators and administrators, as list items. */
export function RoleLinks({ viewer, className }: { viewer: Pick<Viewer, 'role'>; className: string }) {
  return (
    <>
      {isSiteModerator(viewer) && <ModeratorLinks className={className} />}
      {isOperator(viewer) && (
        <li>
          <Link to="/operator/$page" params={{ page: 'jobs' }} className={className}>
            {m.operator_title()}
          </Link>
        </li>
      )}
    </>
  )
}

/** The links to appeals and companies are shown only while something waits there. The pages link to each other. */
function ModeratorLinks({ className }: { className: string }) {
  const work = useWaitingWork()
  return (
    <>
      <li>
        <Link to="/moderation/$page" params={{ page: 'reports' }} className={className}>
          {m.queue_title()}
          <WaitingCount of="open" />
        </Link>
      </li>
      {work !== undefined && work.appeals > 0 && (
        <li>
          <Link to="/moderation/$page" params={{ page: 'appeals' }} className={className}>
            {m.appeals_list()}
            <WaitingCount of="appeals" />
          </Link>
        </li>
      )}
      {work !== undefined && work.companies > 0 && (
        <li>
          <Link to="/moderation/$page" params={{ page: 'companies' }} className={className}>
            {m.replies_claims()}
            <WaitingCount of="companies" />
          </Link>
        </li>
      )}
      <li>
        <Link to="/moderation/$page" params={{ page: 'joins' }} className={className}>
          {m.corrections_title()}
          <WaitingCount of="joins" />
        </Link>
      </li>
      <li>
        <Link to="/moderation/$page" params={{ page: 'people' }} className={className}>
          {m.people_title()}
        </Link>
      </li>
    </>
  )
}
