import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { Section } from '#design/section.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { fullDay } from '#platform/format.ts'
import { smallestShown } from '#platform/shown-count.ts'
import { fullTime } from '#platform/time-text.ts'
import type { Invalidation } from '../contract.ts'
import { mayConsent } from '../policy.ts'
import { api, corrections } from './api.ts'
import { ageText, formText } from './join-groups.tsx'
import { networkName } from './network-name.ts'
import { problemTexts } from './problem-text.ts'
import { countText } from './selected-pledges.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** The latest corrections, with their progress, their undo, and what everyone reads about them. */
export function CorrectionList() {
  const queryClient = useQueryClient()
  const { data, dataUpdatedAt, refetch } = useQuery(corrections())
  const toast = useToast()
  const now = useNow(dataUpdatedAt || undefined)
  const [undone, setUndone] = useState<Invalidation | null>(null)
  /** With the time of the list in which the moderator pressed: it may be fetched again while the dialog is open. */
  const [upheld, setUpheld] = useState<{ id: string; seenAt: Date } | null>(null)

  async function act(what: 'stop' | 'consent', { id }: Invalidation) {
    const failed = what === 'stop' ? m.corrections_stop_failed : m.corrections_consent_failed
    await api[what].call({ id }).catch(() => toast({ text: failed(), tone: 'problem' }))
    await queryClient.invalidateQueries({ queryKey: corrections().queryKey })
  }

  if (!data) return <ErrorState title={m.corrections_list_failed()} onRetry={() => void refetch()} className="mt-12" />
  return (
    <div className="mt-12">
      <Section hasRule={false} title={m.corrections_list()}>
        {data.items.length === 0 && <p className="text-muted">{m.corrections_list_empty()}</p>}
        <ul className="border-t border-ink">
          {data.items.map((item) => (
            <Item
              key={item.id}
              item={item}
              now={now}
              onStop={() => act('stop', item)}
              onConsent={() => act('consent', item)}
              onUndo={() => setUndone(item)}
              onUphold={() => setUpheld({ id: item.id, seenAt: data.seenAt })}
            />
          ))}
        </ul>
      </Section>
      {undone && <UndoDialog key={undone.id} undone={undone} onClose={() => setUndone(null)} />}
      {upheld && (
        <ReasonDialog
          title={m.corrections_uphold_ask()}
          action={m.corrections_uphold()}
          hint={m.corrections_reason_hint()}
          save={async (reason) => {
            await api.uphold.call({ id: upheld.id, reason, seenAt: upheld.seenAt.toISOString() })
            await queryClient.invalidateQueries({ queryKey: corrections().queryKey })
          }}
          onClose={() => setUpheld(null)}
          texts={problemTexts}
          failed={m.corrections_uphold_failed}
        >
          <p className="text-muted">{m.corrections_uphold_hint()}</p>
        </ReasonDialog>
      )}
    </div>
  )
}

type ItemProps = { item: Invalidation; now: Date; onStop: () => Promise<void>; onConsent: () => Promise<void>; onUndo: () => void; onUphold: () => void }

function Item({ item, now, onStop, onConsent, onUndo, onUphold }: ItemProps) {
  const { viewer } = readSite()
  const {
    campaign,
    selection,
    isHeld,
    reason,
    note,
    state,
    startedAt,
    startedBy,
    isStartedByYou,
    consent,
    consentedBy,
    pledges,
    restored,
    isLookAsked,
    looksAsked,
    lookedAt,
    undoableUntil,
  } = item
  const name = campaign?.title ?? m.corrections_whole_site()
  const isBegun = state !== 'proposed' && state !== 'declined'
  const isUndone = state === 'undoing' || state === 'partly_undone' || state === 'undone'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <h3 dir="auto" className="font-semibold">
          {campaign ? (
            <a href={`/campaigns/${campaign.slug}`} className="link">
              {name}
            </a>
          ) : (
            name
          )}{' '}
          <Badge tone={state === 'running' || state === 'undoing' || state === 'proposed' ? 'active' : 'neutral'}>{stateText(item)}</Badge>
          {isLookAsked && (
            <>
              {' '}
              <Badge tone="active">{m.corrections_look_asked({ count: countText(looksAsked) })}</Badge>
            </>
          )}
        </h3>
        {state === 'proposed' && (
          <p className="font-semibold">{consent === 'admin' ? m.corrections_waits_admin({ count: smallestShown }) : m.corrections_waits_second(nouns)}</p>
        )}
        {isBegun && (
          <p>
            {isHeld ? m.corrections_rejected({ count: countText(pledges) }) : m.corrections_taken_out({ count: countText(pledges) })}
            {isUndone && ` · ${m.corrections_brought_back({ count: countText(restored) })}`}
          </p>
        )}
        <p className="text-sm text-muted">{conditions(selection).join(' · ')}</p>
        {note && (
          <p dir="auto" className="mt-1 border-s-4 border-line ps-3">
            {note}
          </p>
        )}
        <p dir="auto" className="mt-1 text-sm">
          {m.moderation_why({ reason })}
        </p>
        <p className="text-sm text-muted">
          {m.corrections_by({ name: startedBy })}
          {consentedBy && ` · ${m.corrections_consented({ name: consentedBy })}`}
          {' · '}
          <Moment at={startedAt} now={now} />
          {undoableUntil && ` · ${m.corrections_undoable_until({ day: fullDay(undoableUntil) })}`}
          {lookedAt && ` · ${m.corrections_upheld({ day: fullDay(lookedAt) })}`}
        </p>
      </div>
      {state === 'proposed' && (
        <>
          {mayConsent(viewer, { consent, isStarter: isStartedByYou }) && (
            <Button tone="primary" onClick={() => void onConsent()} aria-label={m.corrections_consent_named({ name })}>
              {m.corrections_consent()}
            </Button>
          )}
          <Button onClick={() => void onStop()} aria-label={isStartedByYou ? m.corrections_withdraw_named({ name }) : m.corrections_decline_named({ name })}>
            {isStartedByYou ? m.corrections_withdraw() : m.corrections_decline()}
          </Button>
        </>
      )}
      {state === 'running' && (
        <Button onClick={() => void onStop()} aria-label={m.corrections_stop_named({ name })}>
          {m.corrections_stop()}
        </Button>
      )}
      {undoableUntil && isLookAsked && (
        <Button onClick={onUphold} aria-label={m.corrections_uphold_named({ name })}>
          {m.corrections_uphold()}
        </Button>
      )}
      {undoableUntil && (
        <Button onClick={onUndo} aria-label={m.corrections_undo_named({ name })}>
          {m.corrections_undo()}
        </Button>
      )}
    </li>
  )
}

function stateText({ state, progress }: Invalidation): string {
  const percent = String(Math.floor(progress * 100))
  const texts = {
    proposed: m.corrections_proposed,
    declined: m.corrections_declined,
    running: () => m.corrections_running({ percent }),
    stopped: m.corrections_stopped,
    done: m.corrections_done,
    undoing: () => m.corrections_undoing({ percent }),
    partly_undone: m.corrections_partly_undone,
    undone: m.corrections_undone,
  }
  return texts[state]()
}

const conditions = ({ mailDomain, joinedFrom, joinedTo, accountHours, network, formSeconds }: Invalidation['selection']) => [
  ...(mailDomain ? [mailDomain] : []),
  ...(joinedFrom ? [m.corrections_condition_from({ time: fullTime(joinedFrom) })] : []),
  ...(joinedTo ? [m.corrections_condition_to({ time: fullTime(joinedTo) })] : []),
  ...(accountHours ? [ageText(accountHours)] : []),
  ...(network ? [m.corrections_condition_network({ network: networkName(network) })] : []),
  ...(formSeconds ? [m.corrections_condition_form({ form: formText(formSeconds) })] : []),
]
