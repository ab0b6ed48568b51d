import { CheckCheck } from 'lucide-react'
import type { FormEvent } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { type BellState, markAllPath } from '../terms.ts'
import { useMarkAllRead } from './use-marks.ts'

/** The button that marks all as read: a form, so that it works without JavaScript. Renders nothing if nothing is unread. */
export function MarkAllRead({ state, size = 'md' }: { state: BellState | undefined; size?: 'sm' | 'md' }) {
  const { mutate, isPending } = useMarkAllRead()
  if (!state || state.unread === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(state.newest)
  }
  return (
    <form method="post" action={markAllPath} onSubmit={submit}>
      {state.newest && <input type="hidden" name="through" value={state.newest} />}
      <Button
        type="submit"
        tone="quiet"
        size={size}
        pending={isPending}
        className={size === 'md' ? '-me-4 sm:-me-4.5' : undefined}
        icon={size === 'md' ? <CheckCheck className="size-5" aria-hidden="true" /> : undefined}
      >
        {m.notifications_mark_all()}
      </Button>
    </form>
  )
}
