import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#design/states.tsx'
import { Cell, Row, Table } from '#design/table.tsx'
import { ruleText } from '#features/moderation/ui/public.ts'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import type { Transparency } from '../contract.ts'
import { siteTransparency } from './api.ts'

/** Public page: what moderators decided and which counts were corrected, by month. */
export function TransparencyPage() {
  const { data, refetch } = useQuery(siteTransparency())
  return (
    <article className="page-column py-8 md:py-12">
      <header className="border-b-4 border-ink pb-8">
        <h1 className="type-title text-5xl">{m.transparency_title()}</h1>
        <p className="mt-5 max-w-prose text-lg">{m.transparency_lead({ name: brand.name })}</p>
      </header>
      {data ? <Figures figures={data} /> : <ErrorState title={m.transparency_failed()} onRetry={() => void refetch()} className="mt-8" />}
    </article>
  )
}

function Figures({ figures: { months, by_rule: byRule, campaigns } }: { figures: Transparency }) {
  const heads = [
    m.transparency_month(),
    m.transparency_hidden(),
    m.transparency_removed(),
    m.transparency_restored(),
    m.transparency_suspended(),
    m.transparency_pledges_removed(),
    m.transparency_pledges_restored(),
    m.transparency_never_counted(),
  ] as const
  return (
    <>
      <Part title={m.transparency_by_month()}>
        {months.length === 0 && <p className="text-muted">{m.transparency_empty()}</p>}
        {months.length > 0 && (
          <Table title={m.transparency_by_month()} heads={heads}>
            {months.map((month) => (
              <Row key={month.month} name={monthName.format(new Date(`${month.month}-01`))}>
                <Cell head={heads[1]}>{formatCount(month.hidden)}</Cell>
                <Cell head={heads[2]}>{formatCount(month.removed)}</Cell>
                <Cell head={heads[3]}>{formatCount(month.restored)}</Cell>
                <Cell head={heads[4]}>{formatCount(month.suspended)}</Cell>
                <Cell head={heads[5]}>{formatCount(month.pledges_removed)}</Cell>
                <Cell head={heads[6]}>{formatCount(month.pledges_restored)}</Cell>
                <Cell head={heads[7]}>{month.pledges_never_counted === null ? m.corrections_under_ten() : formatCount(month.pledges_never_counted)}</Cell>
              </Row>
            ))}
          </Table>
        )}
        <p className="mt-4 max-w-prose text-muted">{m.transparency_meaning()}</p>
        <p className="mt-2">
          <a href="/api/v1/transparency.csv" className="link inline-flex min-h-11 items-center font-semibold">
            {m.transparency_csv()}
          </a>
        </p>
      </Part>
      {byRule.length > 0 && (
        <Part title={m.transparency_by_rule()}>
          <ul className="max-w-prose border-t border-ink">
            {byRule.map(({ rule, decisions }) => (
              <li key={rule} className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
                <a href={rule === 'other' ? '/rules' : `/rules#${rule}`} className="link">
                  {ruleText(rule)}
                </a>
                <span className="tabular-nums">{formatCount(decisions)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={m.transparency_campaigns(nouns)}>
        {campaigns.length === 0 && <p className="text-muted">{m.transparency_campaigns_none(nouns)}</p>}
        <ul className="max-w-prose">
          {campaigns.map(({ decided_on: decidedOn, decision, rule }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the log names no decision, and its entries never change.
            <li key={n} className="border-b border-line py-2">
              <span className="font-semibold">{fullDay(decidedOn)}</span>: {decisionText[decision]()}
              {rule && ` (${ruleText(rule)})`}
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

const decisionText = { hidden: m.transparency_was_hidden, removed: m.transparency_was_removed, visible: m.transparency_was_restored } as const
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-8 last:border-b-0">
      <h2 className="type-title mb-4 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

export function TransparencyFailed({ reset }: { reset: () => void }) {
  return (
    <div className="page-column py-8 md:py-12">
      <ErrorState title={m.transparency_failed()} onRetry={reset} />
    </div>
  )
}
