import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { Section } from '#design/section.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { burstSize, heldHours } from '../../holding/terms.ts'
import type { HeldGroup } from '../contract.ts'
import { undoDays } from '../terms.ts'
import { api, corrections, heldGroups } from './api.ts'
import { networkName } from './network-name.ts'
import { problemTexts } from './problem-text.ts'
import { countText } from './selected-pledges.tsx'

type OpenDecision = { group: HeldGroup; isLetIn: boolean }

/** Held pledges by campaign and network, which a moderator lets in or rejects. */
export function HeldGroups() {
  const queryClient = useQueryClient()
  const { data, dataUpdatedAt, refetch } = useQuery(heldGroups())
  const now = useNow(dataUpdatedAt || undefined)
  const [asked, setAsked] = useState<OpenDecision | null>(null)

  async function decide({ group, isLetIn }: OpenDecision, reason: string) {
    await (isLetIn ? api.letIn : api.reject).call({ campaignId: group.campaign.id, network: group.network, reason })
    for (const { queryKey } of [heldGroups(), corrections()]) await queryClient.invalidateQueries({ queryKey })
  }

  if (!data) return <ErrorState title={m.corrections_held_failed()} onRetry={() => void refetch()} className="mt-8" />
  return (
    <div className="mt-8">
      <Section hasRule={false} title={m.corrections_held()}>
        <p className="max-w-prose text-muted">{m.corrections_held_hint({ hours: heldHours })}</p>
        {data.items.length === 0 && <p className="mt-3">{m.corrections_held_none()}</p>}
        {data.items.length > 0 && (
          <ul className="mt-3 border-t border-ink">
            {data.items.map((group) => (
              <Item key={`${group.campaign.id} ${group.network}`} group={group} now={now} onDecide={(isLetIn) => setAsked({ group, isLetIn })} />
            ))}
          </ul>
        )}
      </Section>
      {asked && (
        <ReasonDialog
          title={asked.isLetIn ? m.corrections_let_in_ask() : m.corrections_reject_ask()}
          action={asked.isLetIn ? m.corrections_let_in() : m.corrections_reject()}
          hint={m.corrections_reason_hint()}
          save={(reason) => decide(asked, reason)}
          onClose={() => setAsked(null)}
          texts={problemTexts}
          failed={m.corrections_held_gone}
        >
          <p className="text-muted">{asked.isLetIn ? m.corrections_let_in_hint() : m.corrections_reject_hint({ days: undoDays })}</p>
        </ReasonDialog>
      )}
    </div>
  )
}

type ItemProps = { group: HeldGroup; now: Date; onDecide: (isLetIn: boolean) => void }

function Item({ group, now, onDecide }: ItemProps) {
  const { campaign, network, pledges, heldSince, isBurst, isLookAsked, looksAsked } = group
  const name = networkName(network)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-72 [overflow-wrap:anywhere]">
        <h3 dir="auto" className="font-semibold">
          <a href={`/moderation/joins?campaign=${campaign.slug}`} className="link">
            {campaign.title}
          </a>{' '}
          {isLookAsked && <Badge tone="active">{m.corrections_look_asked({ count: countText(looksAsked) })}</Badge>}
        </h3>
        <p>{m.corrections_held_group({ count: countText(pledges), network: name })}</p>
        <p className="text-sm text-muted">
          <Moment at={heldSince} now={now} />
          {' · '}
          {isBurst ? m.corrections_held_burst({ hours: heldHours }) : m.corrections_held_small({ size: burstSize, hours: heldHours })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onDecide(true)} aria-label={m.corrections_let_in_named({ network: name })}>
          {m.corrections_let_in()}
        </Button>
        <Button size="sm" tone="quiet" onClick={() => onDecide(false)} aria-label={m.corrections_reject_named({ network: name })}>
          {m.corrections_reject()}
        </Button>
      </div>
    </li>
  )
}
