import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { useNotifyMe } from './use-notify-me.ts'

/** "Notify me" as a row of another list; renders `children` if this browser cannot be notified. */
export function NotifyRow({ children }: { children: ReactNode }) {
  const { isHidden, subscription, isError, isBusy, said, start } = useNotifyMe()
  const isPossible = subscription === 'on' || subscription === 'off'
  if (isHidden || isError || (subscription !== null && !isPossible)) return children
  return (
    <>
      {subscription === 'off' && (
        <Button onClick={start} pending={isBusy} icon={<BellRing aria-hidden="true" className="size-5" />}>
          {m.push_start()}
        </Button>
      )}
      {subscription === 'on' && said.saved === null && <p className="text-sm text-muted">{m.push_is_on()}</p>}
      <p role="status" className="font-semibold text-victory-text empty:hidden">
        {said.saved}
      </p>
      <p role="alert" className="font-semibold text-danger-text empty:hidden">
        {said.problem}
      </p>
    </>
  )
}
