import { Check, Share2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { VisuallyHidden } from '#design/navigation.tsx'
import { ResendConfirmation } from '#features/accounts/ui/public.ts'
import { JoiningNotice } from '#features/switches/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { useLatePart } from '#platform/client/late-part.ts'
import { compactNumber } from '#platform/format.ts'
import type { OwnPledge } from '../contract.ts'
import { joinFields } from '../terms.ts'
import type { JoinQuestion } from './join-question.tsx'
import { OneStep } from './late-one-step.tsx'
import { Switch } from './switch.tsx'
import type { Join } from './use-join.ts'
import { WhoSees } from './who-sees.tsx'

/** Join button. For visitors it submits a form; for others it joins at once and then reads "Joined". */
export function JoinButton({ join, size }: { join: Join; size: 'md' | 'lg' }) {
  if (join.form) {
    return (
      <Button type="submit" form={join.form.id} tone="primary" size={size} wide>
        {m.pledges_join(nouns)}
      </Button>
    )
  }
  // The same button in both states, so that it keeps the focus.
  const isJoined = join.pledge !== null
  return (
    <Button
      tone={isJoined ? 'secondary' : 'primary'}
      size={size}
      wide
      aria-disabled={isJoined || undefined}
      onClick={isJoined ? undefined : () => join.join()}
      icon={isJoined && <Check className="size-5" strokeWidth={3} aria-hidden="true" />}
    >
      {isJoined ? m.pledges_joined() : m.pledges_join(nouns)}
    </Button>
  )
}

const loadQuestion = () => import('./join-question.tsx').then((loaded) => loaded.JoinQuestion)
const loadPrivacy = () => import('./pledge-privacy.tsx').then((loaded) => loaded.PledgePrivacy)

type PledgeChange = { campaignId: string; onPledged: (pledge: OwnPledge) => void }

/** The button with everything that belongs to it. Below 1024 px the button itself is in the bar at the bottom. */
export function JoinPanel({
  join,
  campaignId,
  onPledged,
  after,
}: { join: Join /** after: content for somebody who has joined. */; after?: ReactNode } & PledgeChange) {
  const Privacy = useLatePart(loadPrivacy, { isWanted: join.isJoined })
  return (
    <div className="flex flex-col gap-2">
      <JoiningNotice campaignId={campaignId} />
      <div className="max-lg:hidden">
        <JoinButton join={join} size="lg" />
      </div>
      <div role="status">{join.pledge && (after === undefined ? <Pledged pledge={join.pledge} /> : <JoinedStatus pledge={join.pledge} />)}</div>
      {join.isJoined && join.pledge?.state === 'unconfirmed' && <OneStep campaignId={campaignId} />}
      {after}
      {join.isJoined && join.pledge && Privacy && <Privacy campaignId={campaignId} pledge={join.pledge} onChanged={onPledged} />}
      <div className="max-lg:hidden">
        <JoinProblem join={join} />
      </div>
      {join.form && <VisitorForm join={join} form={join.form} />}
      {!join.pledge && !join.form && (
        <>
          <LateQuestion join={join} campaignId={campaignId} />
          <Visibility join={join} />
        </>
      )}
    </div>
  )
}

/** Works without JavaScript; the visitor then returns to the campaign's page instead of the current URL. */
function VisitorForm({ join, form }: { join: Join; form: NonNullable<Join['form']> }) {
  const here = useRef<HTMLInputElement>(null)
  function noteWay() {
    if (here.current) here.current.value = `${window.location.pathname}${window.location.search}`
  }
  return (
    <form id={form.id} method="post" action={form.action} onSubmit={noteWay}>
      <input ref={here} type="hidden" name={joinFields.returnTo} />
      <noscript>
        <p className="mb-2 text-sm">{m.pledges_how_to_join()}</p>
      </noscript>
      <Visibility join={join} />
      <p className="mt-1 text-sm text-muted max-lg:hidden">{m.pledges_sign_in_hint()}</p>
    </form>
  )
}

/** Loads after hydration, because few signed-in people have pressed Join before. */
function LateQuestion(props: ComponentProps<typeof JoinQuestion>) {
  const Question = useLatePart(loadQuestion, { isWanted: true })
  return Question && <Question {...props} />
}

/** Replaces the panel after the campaign has ended. */
export function EndedPanel({ pledge, campaignId, onPledged }: { pledge: OwnPledge | null } & PledgeChange) {
  const Privacy = useLatePart(loadPrivacy, { isWanted: pledge !== null })
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
          {Privacy && <Privacy campaignId={campaignId} pledge={pledge} onChanged={onPledged} />}
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
      {pledge.state === 'repeated' && <p className="border-s-4 border-rising ps-3 font-semibold">{m.pledges_repeated(nouns)}</p>}
      <WhoSees isPrivate={pledge.isPrivate} />
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

/** The present visibility, and the switch that changes it. */
function Visibility({ join: { isPrivate, setPrivate } }: { join: Join }) {
  const box = useRef<HTMLInputElement>(null)
  // The switch may have been pressed before hydration, so its state is read from the DOM: in the hydrating commit, because the next render resets it.
  useLayoutEffect(() => {
    if (box.current) setPrivate(!box.current.checked)
  }, [setPrivate])
  return (
    <div>
      <WhoSees isPrivate={isPrivate} />
      <Switch ref={box} name={joinFields.isShown} isOn={!isPrivate} onChange={(isShown) => setPrivate(!isShown)}>
        <span className="font-semibold">{m.pledges_show()}</span>
      </Switch>
    </div>
  )
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
        <p className="shrink-0 leading-none max-sm:hidden">
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
