import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { Section } from '#design/section.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { type SwitchName, switchNames } from '#platform/site-switches.ts'
import type { OnSwitch, SwitchChange } from '../contract.ts'
import { siteSwitches } from './api.ts'
import { SwitchDialog, type SwitchTurn } from './switch-dialog.tsx'
import { switchText } from './switch-text.ts'

/** Page for administrators: every switch with its state, and the latest changes. */
export function SwitchesPage() {
  const { data, dataUpdatedAt, refetch } = useQuery(siteSwitches())
  const now = useNow(dataUpdatedAt || undefined)
  const [turn, setTurn] = useState<SwitchTurn | null>(null)
  if (!data) return <ErrorState title={m.switches_failed_load()} onRetry={() => void refetch()} />
  return (
    <Page title={m.switches_title()} lead={m.switches_lead()}>
      <ul className="mt-8 border-t border-ink">
        {switchNames.map((name) => (
          <Row key={name} name={name} on={data.on.filter((each) => each.name === name)} now={now} onTurn={setTurn} />
        ))}
      </ul>
      <div className="mt-10">
        <Section hasRule={false} title={m.switches_log()}>
          <Log changes={data.changes} now={now} />
        </Section>
      </div>
      {turn && <SwitchDialog turn={turn} onClose={() => setTurn(null)} />}
    </Page>
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
          <Button onClick={() => onTurn({ name, isOn: true, campaign: null })} {...(!isSeveral && { 'aria-label': m.switches_turn_on_named({ name: label }) })}>
            {isSeveral ? m.switches_pause_ask(nouns) : m.switches_turn_on()}
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

export const SwitchesLoading = () => <PageLoading parts={[8, 6]} />

export const SwitchesFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.switches_failed_load()} onRetry={reset} />
