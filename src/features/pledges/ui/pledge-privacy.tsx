import { m } from '#messages'
import type { OwnPledge } from '../contract.ts'
import { Switch } from './switch.tsx'
import { usePledgePrivacy } from './use-pledge-privacy.ts'

type PledgePrivacyProps = {
  campaignId: string
  pledge: OwnPledge
  /** Adds the campaign's title to the switch's accessible name. Needed if a page has several switches. */
  title?: string
  onChanged: (pledge: OwnPledge) => void
}

/** Switch that shows the pledge on the profile or hides it. */
export function PledgePrivacy({ campaignId, pledge, title, onChanged }: PledgePrivacyProps) {
  const { isPrivate, setPrivate, problem } = usePledgePrivacy({ campaignId, pledge, onChanged })
  return (
    <div>
      <Switch isOn={!isPrivate} onChange={(isShown) => setPrivate(!isShown)} label={title === undefined ? undefined : m.pledges_show_named({ title })}>
        <span className="font-semibold">{m.pledges_show()}</span>
      </Switch>
      <div role="alert">{problem && <p className="border-s-4 border-danger-text ps-3 text-sm font-semibold text-danger-text">{problem}</p>}</div>
    </div>
  )
}
