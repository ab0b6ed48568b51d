import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { useRetry } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'

const back = (
  <Link to="/dashboard" className={buttonClass()}>
    {m.admin_back()}
  </Link>
)

/** For a campaign that does not exist, and for another person's draft. */
export function AdminNotFound() {
  return (
    <div className="page-column py-12">
      <EmptyState level={1} title={m.campaigns_not_found_title()} action={back}>
        {m.campaigns_not_found_text()}
      </EmptyState>
    </div>
  )
}

/** For another person's public campaign. */
export function AdminDenied() {
  return (
    <div className="page-column py-12">
      <EmptyState level={1} title={m.admin_denied()} action={back}>
        {m.admin_denied_text()}
      </EmptyState>
    </div>
  )
}

export function AdminFailed({ reset }: ErrorComponentProps) {
  const retry = useRetry(reset)
  return (
    <div className="page-column py-12">
      <ErrorState level={1} title={m.admin_load_failed()} onRetry={retry} action={back} />
    </div>
  )
}
