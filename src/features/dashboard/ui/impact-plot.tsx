import { StepPlot, StepTable, stepName } from '#design/step-plot.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactCents, formatCents } from '#platform/format.ts'
import type { OwnImpact } from '../contract.ts'

/** Own impact over time as a plot from the server, with its numbers in a table. */
export function ImpactPlot({ impact: { unit, steps, monthlyCents }, plot }: { impact: OwnImpact; plot: NonNullable<OwnImpact['plot']> }) {
  const label = m.dashboard_plot_drawn({
    amount: formatCents(monthlyCents),
    first: stepName(steps[0]?.from ?? '', 'day'),
    last: stepName(steps.at(-1)?.from ?? '', unit),
  })
  const heading = unit === 'day' ? m.dashboard_plot_day() : unit === 'week' ? m.dashboard_plot_week() : m.dashboard_plot_month()
  return (
    <>
      <StepPlot
        plot={plot}
        label={label}
        days={plot.days.map(({ at, day }) => ({ at, day, name: stepName(day, unit) }))}
        values={plot.amounts.map(({ at, cents }) => ({ at, name: compactCents(cents) }))}
      />
      <StepTable
        summary={m.dashboard_plot_table()}
        headings={[heading, m.dashboard_plot_amount()]}
        rows={steps.map((step) => ({ key: step.from, cells: [stepName(step.from, unit), formatCents(step.monthlyCents)] }))}
      />
      <p className="text-sm text-muted">{m.dashboard_plot_note(nouns)}</p>
    </>
  )
}
