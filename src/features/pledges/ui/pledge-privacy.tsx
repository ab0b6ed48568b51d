import type { ReactNode, Ref } from 'react'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import type { OwnPledge } from '../contract.ts'
import { usePledgePrivacy } from './use-pledge-privacy.ts'

type PledgePrivacyProps = {
  campaignId: string
  pledge: OwnPledge
  /** Names the campaign in the switch's accessible name, where several switches are on one page. */
  title?: string
  onChanged: (pledge: OwnPledge) => void
}

/** Makes a pledge private, or shows it again, at any time after joining. */
export function PledgePrivacy({ campaignId, pledge, title, onChanged }: PledgePrivacyProps) {
  const { isPrivate, setPrivate, problem } = usePledgePrivacy({ campaignId, pledge, onChanged })
  return (
    <div>
      <Switch isOn={isPrivate} onChange={setPrivate} label={title === undefined ? undefined : m.pledges_private_named({ title })}>
        <span className="font-semibold">{m.pledges_private()}</span>
      </Switch>
      <div role="alert">{problem && <p className="border-s-4 border-danger-text ps-3 text-sm font-semibold text-danger-text">{problem}</p>}</div>
    </div>
  )
}

type SwitchProps = { ref?: Ref<HTMLInputElement>; isOn: boolean; onChange: (isOn: boolean) => void; label?: string | undefined; children: ReactNode }

/** A switch followed by its label. */
export function Switch({ ref, isOn, onChange, label, children }: SwitchProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        ref={ref}
        type="checkbox"
        role="switch"
        // Stops the browser from restoring an old position after a reload.
        autoComplete="off"
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden="true"
        className={cx(
          'relative h-6 w-11 shrink-0 rounded-full border-2 border-edge bg-raised transition-colors peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          'after:absolute after:start-0.5 after:top-0.5 after:size-4 after:rounded-full after:bg-edge after:transition-transform peer-checked:after:translate-x-5 peer-checked:after:bg-paper rtl:peer-checked:after:-translate-x-5',
        )}
      />
      <span className="text-sm">{children}</span>
    </label>
  )
}
