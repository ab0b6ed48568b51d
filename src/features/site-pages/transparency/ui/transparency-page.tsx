import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StaticFailedPage } from '#design/page-states.tsx'
import { ErrorState } from '#design/states.tsx'
import { Cell, Row, Table } from '#design/table.tsx'
import { ruleText } from '#features/moderation/rule-text.ts'
import { rules } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import { formatCount, monthName } from '#platform/format.ts'
import type { Transparency } from '../contract.ts'
import { siteTransparency } from './api.ts'
import { CampaignDecisions } from './campaign-decisions.tsx'
import { DemandList } from './demand-list.tsx'

/** Public page: decisions of moderators and corrections of counts, by month. */
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

type Month = Transparency['months'][number]
/** A value is a text where the number is not published. */
type Column = readonly [head: () => string, value: (month: Month) => number | string]

/** So many columns do not fit a tablet, so the months are shown several times. */
const tables: readonly { title: () => string; columns: readonly Column[] }[] = [
  {
    title: m.transparency_decisions,
    columns: [
      [m.transparency_hidden, (month) => month.hidden],
      [m.transparency_removed, (month) => month.removed],
      [m.transparency_kept, (month) => month.kept],
      [m.transparency_warned, (month) => month.warned],
      [m.transparency_restored, (month) => month.restored],
      [m.transparency_suspended, (month) => month.suspended],
    ],
  },
  {
    title: m.transparency_reports_and_rules,
    columns: [
      [m.transparency_reports, (month) => month.reports],
      [m.transparency_median_hours, (month) => hoursText(month.median_hours)],
      [m.transparency_hidden_by_reports, (month) => month.hidden_by_reports],
      [m.transparency_held_by_rule, (month) => month.held_by_rule],
    ],
  },
  {
    title: m.transparency_by_rule_and_month,
    columns: rules.map((rule) => [() => ruleText(rule), (month) => month.by_rule[rule]]),
  },
  {
    title: m.transparency_by_mods,
    columns: [
      [m.transparency_removed, (month) => month.removed_by_mods],
      [m.transparency_kept, (month) => month.kept_by_mods],
    ],
  },
  {
    title: m.transparency_demands,
    columns: [
      [m.transparency_demands_government_removed, (month) => month.demands_government_removed],
      [m.transparency_demands_government_refused, (month) => month.demands_government_refused],
      [m.transparency_demands_company_removed, (month) => month.demands_company_removed],
      [m.transparency_demands_company_refused, (month) => month.demands_company_refused],
    ],
  },
  {
    title: m.transparency_all_appeals,
    columns: [
      [m.transparency_appeals, (month) => month.appeals],
      [m.transparency_appeals_granted, (month) => month.appeals_granted],
      [m.transparency_appeals_declined, (month) => month.appeals_declined],
      [m.transparency_appeals_same_person, (month) => month.appeals_same_person],
    ],
  },
  {
    title: m.transparency_counts,
    columns: [
      [m.transparency_pledges_removed, (month) => month.pledges_removed],
      [m.transparency_pledges_restored, (month) => month.pledges_restored],
      [m.transparency_never_counted, (month) => month.pledges_never_counted ?? m.corrections_under_ten()],
    ],
  },
]

function hoursText(hours: number | null): string {
  if (hours === null) return m.transparency_under_five()
  return hours < 1 ? m.transparency_under_one_hour() : formatCount(Math.round(hours))
}

function MonthTable({ months, title, columns }: { months: readonly Month[]; title: string; columns: readonly Column[] }) {
  return (
    <div className="mt-8 first:mt-0">
      <h3 className="type-label mb-2">{title}</h3>
      <Table title={title} heads={[m.transparency_month(), ...columns.map(([head]) => head())]}>
        {months.map((month) => (
          <Row key={month.month} name={monthName(month.month)}>
            {columns.map(([head, value]) => {
              const shown = value(month)
              return (
                <Cell key={head()} head={head()}>
                  {typeof shown === 'number' ? formatCount(shown) : shown}
                </Cell>
              )
            })}
          </Row>
        ))}
      </Table>
    </div>
  )
}

function Figures({ figures: { months, by_rule: byRule, demands, campaigns } }: { figures: Transparency }) {
  return (
    <>
      <Part title={m.transparency_by_month()}>
        {months.length === 0 && <p className="text-muted">{m.transparency_empty()}</p>}
        {months.length > 0 && tables.map(({ title, columns }) => <MonthTable key={title()} months={months} title={title()} columns={columns} />)}
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
      <Part title={m.transparency_demands_all()}>
        <DemandList demands={demands} />
        <p className="mt-2">
          <a href="/api/v1/transparency-demands.csv" className="link inline-flex min-h-11 items-center font-semibold">
            {m.transparency_demands_csv()}
          </a>
        </p>
      </Part>
      <Part title={m.transparency_campaigns(nouns)}>
        <CampaignDecisions decisions={campaigns} />
        <p className="mt-2">
          <a href="/api/v1/transparency-campaigns.csv" className="link inline-flex min-h-11 items-center font-semibold">
            {m.transparency_campaigns_csv()}
          </a>
        </p>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-8 last:border-b-0">
      <h2 className="type-title mb-4 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

export const TransparencyFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.transparency_failed()} onRetry={reset} />
