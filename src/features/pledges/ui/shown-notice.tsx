import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { api } from './api.ts'
import { problemText } from './problem-text.ts'

/** Notice for people who joined before pledges became private by default: those pledges are visible on the profile. */
export function ShownNotice({ onDismissed }: { onDismissed: () => void }) {
  const dismissing = useMutation({ mutationFn: () => api.dismissNotice.call({}), onSuccess: onDismissed })
  return (
    <section aria-labelledby="shown-notice" className="mb-4 border-s-4 border-rising ps-4">
      <h3 id="shown-notice" className="font-semibold">
        {m.pledges_shown_notice_title()}
      </h3>
      <p className="mt-1 max-w-prose text-sm text-muted">{m.pledges_shown_notice()}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Link to="/dashboard/pledges" className={buttonClass({ size: 'sm' })}>
          {m.pledges_shown_notice_change()}
        </Link>
        <Button size="sm" pending={dismissing.isPending} onClick={() => dismissing.mutate()}>
          {m.pledges_shown_notice_dismiss()}
        </Button>
      </div>
      <p role="alert" className="text-sm font-semibold text-danger-text empty:hidden">
        {dismissing.isError && problemText(dismissing.error)}
      </p>
    </section>
  )
}
