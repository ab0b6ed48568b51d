import { Button } from '#design/button.tsx'
import { ErrorState } from '#design/states.tsx'
import { useRetry } from '#features/site/ui/public.ts'
import { m } from '#messages'

export function DashboardFailed({ reset }: { reset: () => void }) {
  const retry = useRetry(reset)
  return (
    <div className="page-column py-12">
      <ErrorState level={1} onRetry={retry} action={<Button onClick={() => window.location.reload()}>{m.site_refresh()}</Button>}>
        {m.dashboard_failed()}
      </ErrorState>
    </div>
  )
}
