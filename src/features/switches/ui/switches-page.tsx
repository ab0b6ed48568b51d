import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { m } from '#messages'
import { type SwitchName, switchNames } from '#platform/site-switches.ts'
import type { OnSwitch, SwitchChange } from '../contract.ts'
import { siteSwitches } from './api.ts'
import { SwitchDialog, type SwitchTurn } from './switch-dialog.tsx'
import { switchText } from './switch-text.ts'

/** Page for administrators: every switch with its state, and the latest changes. */
export function SwitchesPage() {
  const { data, refetch } = useQuery(siteSwitches())
  const now = useNow()
  const [turn, setTurn] = useState<SwitchTurn | null>(null)
  if (!data) return <ErrorState title={m.switches_failed_load()} onRetry={() => void refetch()} />
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.switches_title()}</h1>
      <p className="mt-2 max-w-prose text-muted">{m.switches_lead()}</p>
      <ul className="mt-8 border-t border-ink">
        {switchNames.map((name) => (
          <Row key={name} name={name} on={data.on.filter((each) => each.name === name)} now={now} onTurn={setTurn} />
        ))}
      </ul>
      <section aria-labelledby="switch-log" className="mt-10">
        <h2 id="switch-log" className="type-title mb-3 text-xl">
          {m.switches_log()}
        </h2>
        <Log changes={data.changes} now={now} />
      </section>
      {turn && <SwitchDialog turn={turn} onClose={() => setTurn(null)} />}
    </div>
  )
}

type RowProps = { name: SwitchName; on: OnSwitch[]; now: Date; onTurn: (turn: SwitchTurn) => void }

/** One switch. Joining can be paused for several campaigns, each of which has its own button. */
function Row({ name, on, now, onTurn }: RowProps) {
  const { label, does } = switchText(name)
  const isSeveral = name === 'joining_paused'
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {label} <Badge tone={on.length > 0 ? 'active' : 'neutral'}>{on.length > 0 ? m.switches_is_on() : m.switches_is_off()}</Badge>
          </h2>
          <p className="text-sm text-muted">{does}</p>
        </div>
        {(on.length === 0 || isSeveral) && (
          <Button onClick={() => onTurn({ name, isOn: true, campaign: null })} aria-label={m.switches_turn_on_named({ name: label })}>
            {isSeveral ? m.switches_pause_one() : m.switches_turn_on()}
          </Button>
        )}
      </div>
      {on.map(({ campaign, text, since }) => (
        <div key={campaign?.id ?? name} className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-s-4 border-rising ps-3">
          <p className="min-w-0 grow basis-64 [overflow-wrap:anywhere]">
            {campaign && (
              <a href={`/campaigns/${campaign.slug}`} dir="auto" className="link font-semibold">
                {campaign.title}
              </a>
            )}
            {text && (
              <span dir="auto" className="font-semibold">
                {text}
              </span>
            )}{' '}
            <span className="text-sm text-muted">
              {m.switches_since()} <Moment at={since} now={now} />
            </span>
          </p>
          <Button onClick={() => onTurn({ name, isOn: false, campaign })} aria-label={m.switches_turn_off_named({ name: campaign?.title ?? label })}>
            {m.switches_turn_off()}
          </Button>
        </div>
      ))}
    </li>
  )
}

function Log({ changes, now }: { changes: SwitchChange[]; now: Date }) {
  if (changes.length === 0) return <p className="text-muted">{m.switches_log_empty()}</p>
  return (
    <ul className="border-t border-ink">
      {changes.map(({ id, name, isOn, campaign, text, reason, by, at }) => (
        <li key={id} className="border-b border-line py-3 [overflow-wrap:anywhere]">
          <p className="font-semibold">{(isOn ? m.switches_log_on : m.switches_log_off)({ name: switchText(name).label })}</p>
          {(campaign || text) && <p dir="auto">{campaign?.title ?? text}</p>}
          <p dir="auto">{reason}</p>
          <p className="text-sm text-muted">
            {by?.name ?? m.switches_command_line()}
            {' · '}
            <Moment at={at} now={now} />
          </p>
        </li>
      ))}
    </ul>
  )
}

export function SwitchesLoading() {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="mt-10 flex flex-col gap-8">
        <SkeletonLines lines={8} />
        <SkeletonLines lines={6} />
      </div>
    </div>
  )
}

export function SwitchesFailed({ reset }: { reset: () => void }) {
  return (
    <div className="page-column py-6 md:py-10">
      <ErrorState title={m.switches_failed_load()} onRetry={reset} />
    </div>
  )
}
