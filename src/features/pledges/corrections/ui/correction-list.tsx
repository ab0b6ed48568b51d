import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import type { Invalidation } from '../contract.ts'
import { api, corrections } from './api.ts'
import { ageText, Group } from './join-groups.tsx'
import { shownCount } from './selected-pledges.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** The latest corrections, with their progress, their undo, and what everyone reads about them. */
export function CorrectionList() {
  const queryClient = useQueryClient()
  const { data, refetch } = useQuery(corrections())
  const toast = useToast()
  const now = useNow()
  const [undone, setUndone] = useState<Invalidation | null>(null)

  async function stop({ id }: Invalidation) {
    await api.stop.call({ id }).catch(() => toast({ text: m.corrections_stop_failed(), tone: 'problem' }))
    await queryClient.invalidateQueries({ queryKey: corrections().queryKey })
  }

  if (!data) return <ErrorState title={m.corrections_list_failed()} onRetry={() => void refetch()} className="mt-12" />
  return (
    <div className="mt-12">
      <Group title={m.corrections_list()}>
        {data.items.length === 0 && <p className="text-muted">{m.corrections_list_empty()}</p>}
        <ul className="border-t border-ink">
          {data.items.map((item) => (
            <Item key={item.id} item={item} now={now} onStop={() => stop(item)} onUndo={() => setUndone(item)} />
          ))}
        </ul>
      </Group>
      {undone && <UndoDialog id={undone.id} onClose={() => setUndone(null)} />}
    </div>
  )
}

type ItemProps = { item: Invalidation; now: Date; onStop: () => Promise<void>; onUndo: () => void }

function Item({ item, now, onStop, onUndo }: ItemProps) {
  const { campaign, selection, reason, note, state, startedAt, startedBy, pledges, restored, undoableUntil } = item
  const name = campaign?.title ?? m.corrections_whole_site()
  const isUndone = state === 'undoing' || state === 'undone'
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
          <Badge tone={state === 'running' || state === 'undoing' ? 'active' : 'neutral'}>{stateText(item)}</Badge>
        </h3>
        <p>
          {m.corrections_taken_out({ count: shownCount(pledges) })}
          {isUndone && ` · ${m.corrections_brought_back({ count: shownCount(restored) })}`}
        </p>
        <p className="text-sm text-muted">{conditions(selection).join(' · ')}</p>
        <p dir="auto" className="mt-1 border-s-4 border-line ps-3">
          {note}
        </p>
        <p dir="auto" className="mt-1 text-sm">
          {m.moderation_why({ reason })}
        </p>
        <p className="text-sm text-muted">
          {m.corrections_by({ name: startedBy })}
          {' · '}
          <Moment at={startedAt} now={now} />
          {undoableUntil && ` · ${m.corrections_undoable_until({ day: fullDay(undoableUntil) })}`}
        </p>
      </div>
      {state === 'running' && (
        <Button onClick={() => void onStop()} aria-label={m.corrections_stop_named({ name })}>
          {m.corrections_stop()}
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
    running: () => m.corrections_running({ percent }),
    stopped: m.corrections_stopped,
    done: m.corrections_done,
    undoing: () => m.corrections_undoing({ percent }),
    undone: m.corrections_undone,
  }
  return texts[state]()
}

const conditions = ({ mailDomain, joinedFrom, joinedTo, accountHours }: Invalidation['selection']) => [
  ...(mailDomain ? [mailDomain] : []),
  ...(joinedFrom ? [m.corrections_condition_from({ time: fullTime(joinedFrom) })] : []),
  ...(joinedTo ? [m.corrections_condition_to({ time: fullTime(joinedTo) })] : []),
  ...(accountHours ? [ageText(accountHours)] : []),
]
