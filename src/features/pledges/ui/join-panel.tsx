import { Check, EyeOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { ResendConfirmation } from '#features/accounts/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactNumber } from '#platform/format.ts'
import type { OwnPledge } from '../contract.ts'
import { PledgePrivacy, Switch } from './pledge-privacy.tsx'
import type { Join } from './use-join.ts'

/** The button: a link to sign-in for visitors, then "Join this Holdout", then "Joined". */
export function JoinButton({ join, size }: { join: Join; size: 'md' | 'lg' }) {
  if (join.signIn) {
    return (
      <a href={join.signIn} onClick={join.toSignIn} className={buttonClass({ tone: 'primary', size, wide: true })}>
        {m.pledges_join(nouns)}
      </a>
    )
  }
  // One button in both states, so that the focus stays where it was pressed.
  const isJoined = join.pledge !== null
  return (
    <Button
      tone={isJoined ? 'secondary' : 'primary'}
      size={size}
      wide
      aria-disabled={isJoined || undefined}
      onClick={isJoined ? undefined : join.join}
      icon={isJoined && <Check className="size-5" strokeWidth={3} aria-hidden="true" />}
    >
      {isJoined ? m.pledges_joined() : m.pledges_join(nouns)}
    </Button>
  )
}

type PledgeChange = { campaignId: string; onPledged: (pledge: OwnPledge) => void }

/** The button with all that belongs to it; on a phone the button itself is in the bar below. */
export function JoinPanel({ join, campaignId, onPledged }: { join: Join } & PledgeChange) {
  return (
    <div className="flex flex-col gap-2">
      <div className="max-md:hidden">
        <JoinButton join={join} size="lg" />
      </div>
      <div role="status">{join.pledge && <Pledged pledge={join.pledge} />}</div>
      {join.isJoined && join.pledge && <PledgePrivacy campaignId={campaignId} pledge={join.pledge} onChanged={onPledged} />}
      {join.pledge?.state === 'unconfirmed' && <ResendConfirmation />}
      <div className="max-md:hidden">
        <JoinProblem join={join} />
      </div>
      {!join.pledge && !join.signIn && <PrivateSwitch join={join} />}
      {join.signIn && <p className="text-sm text-muted max-md:hidden">{m.pledges_sign_in_hint()}</p>}
    </div>
  )
}

/** In its place once the campaign has ended; who was part of it stays so. */
export function EndedPanel({ pledge, campaignId, onPledged }: { pledge: OwnPledge | null } & PledgeChange) {
  return (
    <div>
      <p className="text-lg font-semibold">{m.pledges_ended(nouns)}</p>
      {pledge && (
        <>
          <p className="mt-2 flex items-center gap-2 font-semibold">
            <Check className="size-5" strokeWidth={3} aria-hidden="true" />
            {m.pledges_you_joined(nouns)}
          </p>
          <Pledged pledge={pledge} />
          <PledgePrivacy campaignId={campaignId} pledge={pledge} onChanged={onPledged} />
          {pledge.state === 'unconfirmed' && <ResendConfirmation />}
        </>
      )}
    </div>
  )
}

function Pledged({ pledge }: { pledge: OwnPledge }) {
  return (
    <>
      {pledge.state === 'unconfirmed' && <p className="border-s-4 border-rising ps-3 font-semibold">{m.pledges_joined_unconfirmed()}</p>}
      {pledge.isPrivate && <p className="mt-1 text-sm text-muted">{m.pledges_is_private()}</p>}
    </>
  )
}

function JoinProblem({ join }: { join: Join }) {
  return <div role="alert">{join.problem && <p className="border-s-4 border-danger-text ps-3 text-sm font-semibold text-danger-text">{join.problem}</p>}</div>
}

function PrivateSwitch({ join: { isPrivate, setPrivate } }: { join: Join }) {
  const box = useRef<HTMLInputElement>(null)
  // The switch may have been pressed before hydration; the pledge must match what it shows.
  useEffect(() => {
    if (box.current) setPrivate(box.current.checked)
  }, [setPrivate])
  return (
    <Switch ref={box} isOn={isPrivate} onChange={setPrivate}>
      <span className="block font-semibold">{m.pledges_private()}</span>
      <span className="block text-muted">{m.pledges_private_hint()}</span>
    </Switch>
  )
}

/** The same switch as small as a thumb, beside the button of the bar. */
function PrivateToggle({ join }: { join: Join }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={join.isPrivate}
      aria-label={m.pledges_private()}
      onClick={() => join.setPrivate(!join.isPrivate)}
      className="grid size-11 shrink-0 place-items-center rounded-sm border-2 border-edge text-muted aria-checked:border-ink aria-checked:bg-ink aria-checked:text-paper"
    >
      <EyeOff className="size-5" aria-hidden="true" />
    </button>
  )
}

/** On a phone: always within the thumb's reach. The page leaves room for it below (see the document's body). */
export function JoinBar({ join, supporters }: { join: Join; supporters: number }) {
  return (
    <div data-join-bar="" className="fixed inset-x-0 bottom-0 z-30 border-t-2 border-ink bg-paper pb-[env(safe-area-inset-bottom)] md:hidden">
      <div className="page-column [&>*]:pt-2">
        <JoinProblem join={join} />
        {join.pledge?.state === 'unconfirmed' && <p className="text-sm font-semibold">{m.pledges_joined_unconfirmed()}</p>}
      </div>
      <div className="page-column flex items-center gap-4 py-2.5">
        <p className="shrink-0 leading-none">
          <span className="type-figure block text-2xl leading-none">{compactNumber(supporters)}</span>
          <span className="text-xs text-muted">{m.pledges_supporters({ count: supporters })}</span>
        </p>
        <JoinButton join={join} size="md" />
        {!join.pledge && !join.signIn && <PrivateToggle join={join} />}
      </div>
    </div>
  )
}
