import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { StepPlot, StepTable, stepName } from '#design/step-plot.tsx'
import { m } from '#messages'
import { compactNumber, formatCount } from '#platform/format.ts'
import type { Growth } from '../contract.ts'
import { growthOf } from './api.ts'

/** How a campaign grew, drawn on the server; here strings only find their places. Nothing where nobody was counted. */
export function GrowthPlot({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(growthOf(campaignId))
  if (!data?.plot) return null
  return (
    <section aria-labelledby="growth" className="border-t-2 border-ink pt-4 break-inside-avoid">
      <h2 id="growth" className="type-title text-2xl">
        {m.supporters_growth()}
      </h2>
      <Drawn growth={data} plot={data.plot} />
      <AsTable growth={data} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-muted">{m.supporters_growth_note()}</p>
        <a href={`/api/v1/campaigns/${campaignId}/supporters.csv`} download className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), '-ms-3')}>
          <Download className="size-4" aria-hidden="true" />
          {m.supporters_download()}
        </a>
      </div>
    </section>
  )
}

function Drawn({ growth: { unit, steps }, plot }: { growth: Growth; plot: NonNullable<Growth['plot']> }) {
  const last = steps.at(-1)
  const said = m.supporters_growth_drawn({
    count: formatCount(last?.supporters ?? 0),
    first: stepName(steps[0]?.from ?? '', 'day'),
    last: stepName(last?.from ?? '', unit),
  })
  return (
    <StepPlot
      plot={plot}
      label={said}
      days={plot.days.map(({ at, day }) => ({ at, day, name: stepName(day, unit === 'month' ? 'month' : 'day') }))}
      values={plot.counts.map(({ at, supporters }) => ({ at, name: compactNumber(supporters) }))}
    />
  )
}

function AsTable({ growth: { unit, steps } }: { growth: Growth }) {
  const heading = unit === 'day' ? m.supporters_day() : unit === 'week' ? m.supporters_week() : m.supporters_month()
  return (
    <StepTable
      summary={m.supporters_as_table()}
      headings={[heading, m.supporters_added(), m.supporters_total()]}
      rows={steps.map(({ from, added, supporters }) => ({ key: from, cells: [stepName(from, unit), formatCount(added), formatCount(supporters)] }))}
    />
  )
}
