import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Dialog } from '#design/dialog.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { Tally } from '#design/tally.tsx'
import { NotifyRow } from '#features/push/ui/late-notify-me.tsx'
import { ShareRow } from '#features/site/sharing/ui/share-row.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { remember, remembered, visitName } from '#platform/client/browser-memory.ts'
import { keepVisit, visitBefore } from '#platform/client/last-visit.ts'
import { readSite } from '#platform/client/site.ts'
import { formatCount } from '#platform/format.ts'
import type { OwnPledge, PledgeInFull } from '../contract.ts'
import { pledgeInFull } from './api.ts'
import { DetachPledge } from './detach-pledge.tsx'
import { LookNote } from './look-note.tsx'
import { OneStep } from './one-step.tsx'
import { doneText, TickList } from './tick-list.tsx'
import { useOwnPledge } from './use-own-pledge.ts'

type Latest = { id: string; title: string; createdAt: Date }

type JoinedPanelProps = {
  campaign: { id: string; pledge: OwnPledge; address: string; text: string; latest: Latest | null }
  supporters: number
  /** Opens the sheet; set by Share in the bar on small screens. */
  isAsked: boolean
  onDismissed: () => void
}

/** Next steps for somebody who has joined: in the page, and once as a sheet on small screens. */
export function JoinedPanel({ isAsked, onDismissed, ...props }: JoinedPanelProps) {
  const isNews = useIsNews(props.campaign)
  const [isSeen, setSeen] = useState(false)
  const isOpen = isAsked || (isNews && !isSeen)
  function close() {
    setSeen(true)
    onDismissed()
  }
  return (
    <>
      {/* The page shows the next step of an unconfirmed pledge elsewhere. */}
      {props.campaign.pledge.state !== 'unconfirmed' && <InPage {...props} />}
      <Dialog open={isOpen} onClose={close} title={headingOf(props)} atBottom>
        <Rows {...props} />
      </Dialog>
    </>
  )
}

type InPageProps = Pick<JoinedPanelProps, 'campaign' | 'supporters'>

/** In the page. From the second visit on it leads with what is new since the last one. */
function InPage({ campaign, supporters }: InPageProps) {
  const { id, latest, pledge, address } = campaign
  const { own } = useOwnPledge(id)
  const before = useVisitBefore(id, supporters)
  const isLater = own?.isRecent === false && pledge.state === 'counted'
  const added = before ? supporters - (before.counts.supporters ?? supporters) : 0
  const news = added > 0 ? m.pledges_since_last_visit({ count: added, added: formatCount(added) }) : m.pledges_you_are_in_again()
  const heading = isLater ? news : headingOf({ campaign, supporters })
  return (
    <section aria-label={heading} className="border-t-4 border-ink pt-3">
      <p className="flex items-center gap-3">
        <Tally counted={((supporters - 1) % 5) + 1} className="size-8" />
        <span className="type-title text-xl text-balance">{heading}</span>
      </p>
      {isLater && before && latest && latest.createdAt > new Date(before.at) && (
        <a href={`${address}?tab=updates&updateId=${latest.id}`} className="link mt-2 inline-flex min-h-11 items-center font-semibold wrap-anywhere">
          {m.pledges_new_update({ title: latest.title })}
        </a>
      )}
      <Rows campaign={campaign} isInPage />
    </section>
  )
}

/** The reader's visit to this campaign before this one, and keeps this one. It is stored in the browser under the person's id. */
function useVisitBefore(campaignId: string, supporters: number) {
  const personId = readSite().viewer?.id ?? ''
  const name = `${visitName}.${personId}.${campaignId}`
  const [before, setBefore] = useState<ReturnType<typeof visitBefore>>(null)
  useEffect(() => setBefore(visitBefore(personId, name)), [personId, name])
  useEffect(() => keepVisit(personId, { supporters }, name), [personId, name, supporters])
  return before
}

/** Shows the total instead of the person's own number, which a later correction of the count would make wrong. */
function headingOf({ campaign, supporters }: Pick<JoinedPanelProps, 'campaign' | 'supporters'>): string {
  if (campaign.pledge.state === 'unconfirmed') return m.pledges_one_step()
  if (campaign.pledge.state === 'paused') return m.pledges_joined_paused()
  if (campaign.pledge.state === 'removed') return m.pledges_removed()
  if (campaign.pledge.state === 'review') return m.pledges_review()
  if (campaign.pledge.state === 'rejected') return m.pledges_rejected()
  return m.pledges_you_are_in({ count: supporters, total: formatCount(supporters) })
}

function Rows({ campaign, isInPage = false }: Pick<JoinedPanelProps, 'campaign'> & { isInPage?: boolean }) {
  const { id, pledge, address, text } = campaign
  const { own, onChanged } = useOwnPledge(id)
  if (pledge.state === 'unconfirmed') return <OneStep campaignId={id} />
  if (pledge.state === 'paused') return <p className="mt-1">{m.pledges_paused_why(nouns)}</p>
  if (pledge.state === 'rejected') return null
  if (pledge.state === 'removed' || pledge.state === 'review') return <LookNote campaignId={id} state={pledge.state} />
  return (
    <>
      {pledge.state === 'repeated' ? (
        <p className="mt-1 text-sm font-semibold">{m.pledges_repeated(nouns)}</p>
      ) : (
        pledge.isPrivate && !own?.isChecked && <p className="mt-1 text-sm text-muted">{m.pledges_counted_privately()}</p>
      )}
      {own?.isChecked && <p className="mt-1 text-sm font-semibold">{m.pledges_checked()}</p>}
      <Steps own={isInPage ? own : undefined}>
        <Row number={1} title={m.pledges_do_first()}>
          {own ? <First campaignId={id} actions={own.actions} onChanged={onChanged} hasCount={!isInPage || own.isRecent} /> : <SkeletonLines lines={2} />}
        </Row>
        <Row number={2} title={m.pledges_bring_two()}>
          <ShareRow address={address} text={text} withPoster />
        </Row>
        <Row number={3} title={m.pledges_hear()}>
          <NotifyRow>
            <p className="text-sm text-muted">
              {(readSite().sendsMail ? m.pledges_hear_by_email : m.pledges_hear_by_bell)()}{' '}
              <Link to="/settings" search={{ tab: 'notifications' }} className="link inline-flex min-h-6 items-center">
                {m.pledges_hear_settings()}
              </Link>
            </p>
          </NotifyRow>
        </Row>
      </Steps>
      {isInPage && (
        <a href={`${address}/proof`} className="link me-6 inline-flex min-h-11 items-center text-sm">
          {m.receipts_from_panel()}
        </a>
      )}
      {isInPage && own && <DetachPledge campaignId={id} pledge={pledge} detaching={own.detaching} />}
    </>
  )
}

/** The next steps. In the page they are folded to one line from the second visit on. */
function Steps({ own, children }: { own: PledgeInFull | undefined; children: ReactNode }) {
  const list = <ol className="mt-2">{children}</ol>
  if (!own || own.isRecent) return list
  return (
    <details className="mt-2 border-y border-line">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 font-semibold">
        {m.pledges_next_steps()}
        <span className="ms-auto text-sm font-normal text-muted">{doneText(own.actions)}</span>
        <ChevronDown className="turns size-4" />
      </summary>
      {list}
    </details>
  )
}

function Row({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <li aria-labelledby={id} className="grid grid-cols-[1.75rem_1fr] gap-x-2 border-b border-line py-3 last:border-b-0 last:pb-0">
      <span aria-hidden="true" className="type-figure text-xl leading-none text-accent-text">
        {number}
      </span>
      <div className="min-w-0">
        <p id={id} className="mb-1.5 leading-tight font-semibold">
          {title}
        </p>
        {children}
      </div>
    </li>
  )
}

type FirstProps = {
  campaignId: string
  actions: PledgeInFull['actions']
  onChanged: Parameters<typeof TickList>[0]['onChanged']
  /** False where the line above says how many are done. */
  hasCount: boolean
}

/** Shows the action that was the first open one when this was mounted, so that it does not disappear when it is ticked. */
function First({ campaignId, actions, onChanged, hasCount }: FirstProps) {
  const [firstId] = useState(() => (actions.find(({ isDone }) => !isDone) ?? actions[0])?.id)
  const shown = actions.filter(({ id }) => id === firstId)
  const [isAll, setAll] = useState(false)
  return (
    <>
      {hasCount && <p className="text-sm text-muted">{doneText(actions)}</p>}
      <TickList campaignId={campaignId} actions={isAll ? actions : shown.length ? shown : actions.slice(0, 1)} onChanged={onChanged} />
      {actions.length > 1 && !isAll && (
        <button type="button" onClick={() => setAll(true)} className="link inline-flex min-h-11 items-center text-sm">
          {m.pledges_all_actions({ total: formatCount(actions.length) })}
        </button>
      )}
    </>
  )
}

const narrow = '(width < 64rem)'

/**
 * True if the sheet should open: on small screens, once after joining and once after the confirmation, each within an
 * hour. It is remembered in this browser under the person's id and removed at sign-out.
 */
function useIsNews({ id, pledge: { state } }: JoinedPanelProps['campaign']): boolean {
  const { data } = useQuery(pledgeInFull(id))
  const name = `${visitName}.${readSite().viewer?.id}.${id}.sheet`
  const [isNews, setNews] = useState(false)
  const isRecent =
    data?.isRecent === true && data.pledge.state === state && state !== 'paused' && state !== 'removed' && state !== 'review' && state !== 'rejected'
  useEffect(() => {
    // Not while the reader is typing, because the sheet would take the focus and the next letters.
    if (!isRecent || remembered(name) === state || !matchMedia(narrow).matches || document.activeElement?.matches(':read-write')) return
    remember(name, state)
    setNews(true)
  }, [isRecent, name, state])
  return isNews
}
