import { Check, Share2 } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { VisuallyHidden } from '#design/navigation.tsx'
import { ResendConfirmation } from '#features/accounts/ui/resend-confirmation.tsx'
import { JoiningNotice } from '#features/moderation/switches/ui/joining-notice.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactNumber } from '#platform/format.ts'
import type { OwnPledge } from '../contract.ts'
import { joinAction, joinFields } from '../terms.ts'
import { JoinQuestion } from './join-question.tsx'
import { OneStep } from './one-step.tsx'
import { PledgePrivacy } from './pledge-privacy.tsx'
import { Switch } from './switch.tsx'
import type { Join } from './use-join.ts'
import { WhoSees } from './who-sees.tsx'

/** Submits the Join form, and then reads "Joined". The same button in both states, so that it keeps the focus. */
function JoinButton({ join, size }: { join: Join; size: 'md' | 'lg' }) {
  const isJoined = join.pledge !== null
  return (
    <Button
      type="submit"
      form={join.formId}
      tone={isJoined ? 'secondary' : 'primary'}
      size={size}
      wide
      aria-disabled={isJoined || undefined}
      icon={isJoined && <Check className="size-5" strokeWidth={3} aria-hidden="true" />}
    >
      {isJoined ? m.pledges_joined() : m.pledges_join(nouns)}
    </Button>
  )
}

type PledgeChange = { campaignId: string; onPledged: (pledge: OwnPledge) => void }

/** The button with everything that belongs to it. Below 1024 px the button itself is in the bar at the bottom. */
export function JoinPanel({
  join,
  campaignId,
  quiet,
  onPledged,
  after,
}: { join: Join /** after: content for somebody who has joined. */; after?: ReactNode; quiet: ComponentProps<typeof JoiningNotice>['quiet'] } & PledgeChange) {
  return (
    <div className="flex flex-col gap-2">
      <JoiningNotice campaignId={campaignId} quiet={quiet} />
      <div className="max-lg:hidden">
        <JoinButton join={join} size="lg" />
      </div>
      <div role="status">{join.pledge && (after === undefined ? <Pledged pledge={join.pledge} /> : <JoinedStatus pledge={join.pledge} />)}</div>
      {join.isJoined && join.pledge?.state === 'unconfirmed' && <OneStep campaignId={campaignId} />}
      {after}
      {join.isJoined && join.pledge && <PledgePrivacy campaignId={campaignId} pledge={join.pledge} onChanged={onPledged} />}
      <div className="max-lg:hidden">
        <JoinProblem join={join} />
      </div>
      {!join.pledge && join.viewerId && <JoinQuestion join={join} campaignId={campaignId} />}
      {!join.pledge && <JoinForm join={join} campaignId={campaignId} />}
    </div>
  )
}

/** Works before hydration and without JavaScript; the browser then returns to the campaign's page instead of the current URL. */
function JoinForm({ join, campaignId }: { join: Join; campaignId: string }) {
  const { viewerId, isPrivate } = join
  const here = useRef<HTMLInputElement>(null)
  function submit(event: FormEvent) {
    if (here.current) here.current.value = `${window.location.pathname}${window.location.search}`
    if (!viewerId) return
    event.preventDefault()
    join.join()
  }
  return (
    <form id={join.formId} method="post" action={joinAction(campaignId)} onSubmit={submit}>
      <input ref={here} type="hidden" name={joinFields.returnTo} />
      {viewerId && <input type="hidden" name={joinFields.viewerId} value={viewerId} />}
      {!viewerId && (
        <noscript>
          <p className="mb-2 text-sm">{m.pledges_how_to_join()}</p>
        </noscript>
      )}
      <WhoSees isPrivate={isPrivate} hasJoined={false} />
      <Switch name={joinFields.isShown} isOn={!isPrivate} onChange={(isShown) => join.setPrivate(!isShown)}>
        <span className="font-semibold">{m.pledges_show()}</span>
      </Switch>
      <p className="mt-1 text-sm text-muted">{m.pledges_no_way_back()}</p>
      {!viewerId && <p className="mt-1 text-sm text-muted max-lg:hidden">{m.pledges_sign_in_hint()}</p>}
    </form>
  )
}

/** Replaces the panel after the campaign has ended. */
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
      {pledge.state === 'paused' && <p className="border-s-4 border-rising ps-3 font-semibold">{m.pledges_joined_paused()}</p>}
      {pledge.state === 'repeated' && <p className="border-s-4 border-rising ps-3 font-semibold">{m.pledges_repeated(nouns)}</p>}
      <WhoSees isPrivate={pledge.isPrivate} hasJoined />
    </>
  )
}

/** The panel that follows shows this to sighted readers, so a counted pledge is announced to screen readers only. */
function JoinedStatus({ pledge: { state } }: { pledge: OwnPledge }) {
  if (state === 'unconfirmed') return <p className="type-title text-lg">{m.pledges_joined_unconfirmed()}</p>
  return <VisuallyHidden>{m.pledges_joined()}</VisuallyHidden>
}

function JoinProblem({ join }: { join: Join }) {
  return <div role="alert">{join.problem && <p className="border-s-4 border-danger-text ps-3 text-sm font-semibold text-danger-text">{join.problem}</p>}</div>
}

/** Bar at the bottom of small screens. The page reserves space for it (see the document's body). */
export function JoinBar({ join, supporters, onShare }: { join: Join; supporters: number; onShare?: (() => void) | undefined }) {
  if (onShare && join.pledge && join.pledge.state !== 'unconfirmed') return <JoinedBar onShare={onShare} />
  return (
    <div data-join-bar="" className="fixed inset-x-0 bottom-0 z-30 border-t-2 border-ink bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden">
      <div className="page-column [&>*:not(:empty)]:pt-2">
        <JoinProblem join={join} />
        {join.pledge?.state === 'unconfirmed' && <p className="text-sm font-semibold">{m.pledges_joined_unconfirmed()}</p>}
      </div>
      <div className="page-column flex items-center gap-4 py-2.5 [@media(height<31.25rem)]:py-1">
        <p className="shrink-0 leading-none">
          <span className="type-figure block text-2xl leading-none [@media(height<31.25rem)]:inline">{compactNumber(supporters)}</span>{' '}
          <span className="text-xs text-muted">{m.pledges_supporters({ count: supporters })}</span>
        </p>
        <JoinButton join={join} size="md" />
      </div>
    </div>
  )
}

/** Replaces the bar for somebody who has joined. */
function JoinedBar({ onShare }: { onShare: () => void }) {
  return (
    <div data-join-bar="" className="fixed inset-x-0 bottom-0 z-30 border-t-2 border-ink bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden">
      <div className="page-column grid grid-cols-[2fr_3fr] items-center gap-4 py-2.5">
        <p className="type-label flex items-center gap-2">
          <Check className="size-5 shrink-0" strokeWidth={3} aria-hidden="true" />
          {m.pledges_joined()}
        </p>
        <Button tone="primary" wide onClick={onShare} icon={<Share2 className="size-5" aria-hidden="true" />}>
          {m.pledges_share()}
        </Button>
      </div>
    </div>
  )
}
