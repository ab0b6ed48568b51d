import { BellRing } from 'lucide-react'
import { Button } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { m } from '#messages'
import type { SubscriptionState } from './browser.ts'
import { useNotifyMe } from './use-notify-me.ts'

type NotifyMeProps = {
  /** Renders one line, and only while push can be switched on. Without it renders a section with the browser's state. */
  isOffer?: boolean
}

const reasons: Partial<Record<SubscriptionState, () => string>> = {
  unsupported: m.push_unsupported,
  'home-screen': m.push_home_screen,
  denied: m.push_denied,
}

/** Switches push in this browser on and off. The browser requests permission only after "Notify me" was pressed. */
export function NotifyMe({ isOffer = false }: NotifyMeProps) {
  const { isHidden, subscription, isError, retry, isBusy, said, start, stop } = useNotifyMe()
  const { saved, problem } = said
  const isSilent = saved === null && problem === null
  if (isHidden || (isOffer && (isError || (subscription !== 'off' && isSilent)))) return null
  if (!isError && subscription === null) return null
  const button =
    subscription === 'off' ? (
      <Button onClick={start} pending={isBusy} size={isOffer ? 'sm' : 'md'} icon={<BellRing aria-hidden="true" className="size-5" />}>
        {m.push_start()}
      </Button>
    ) : subscription === 'on' && !isOffer ? (
      <Button onClick={stop} pending={isBusy}>
        {m.push_stop()}
      </Button>
    ) : null
  const outcome = <Outcome saved={saved} problem={problem} />
  if (isOffer) {
    return (
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-line py-3">
        <p className="max-w-prose text-muted">{reasons[subscription ?? 'off']?.() ?? (subscription === 'on' ? m.push_is_on() : m.push_offer())}</p>
        {button}
        {outcome}
      </div>
    )
  }
  return (
    <div className="mt-10 flex flex-col items-start gap-4">
      <h3 className="type-title text-xl">{m.push_heading()}</h3>
      {isError ? (
        <>
          <p className="max-w-prose">{m.push_load_failed()}</p>
          <Button onClick={retry}>{m.push_retry()}</Button>
        </>
      ) : (
        <>
          <p className="max-w-prose text-muted">{reasons[subscription ?? 'off']?.() ?? (subscription === 'on' ? m.push_is_on() : m.push_what())}</p>
          {button}
          {outcome}
        </>
      )}
    </div>
  )
}
