import { StepPlot, StepTable, stepName } from '#design/step-plot.tsx'
import { m } from '#messages'
import { compactNumber, formatCount } from '#platform/format.ts'
import type { Growth } from '../contract.ts'

/** The plot and the same numbers as a table. Nothing if there is no plot. */
export function GrowthFigure({ growth }: { growth: Growth }) {
  if (!growth.plot) return null
  return (
    <>
      <Drawn growth={growth} plot={growth.plot} />
      <AsTable growth={growth} />
    </>
  )
}

function Drawn({ growth: { unit, steps }, plot }: { growth: Growth; plot: NonNullable<Growth['plot']> }) {
  const last = steps.at(-1)
  const said = m.campaign_growth_growth_drawn({
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
  const heading = unit === 'day' ? m.campaign_growth_day() : unit === 'week' ? m.campaign_growth_week() : m.campaign_growth_month()
  return (
    <StepTable
      summary={m.campaign_growth_as_table()}
      headings={[heading, m.campaign_growth_added(), m.campaign_growth_total()]}
      rows={steps.map(({ from, added, supporters }) => ({ key: from, cells: [stepName(from, unit), formatCount(added), formatCount(supporters)] }))}
    />
  )
}
