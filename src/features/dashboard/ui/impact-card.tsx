import { BigNumber } from '#design/big-number.tsx'
import { ResendConfirmation } from '#features/accounts/ui/resend-confirmation.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount, formatDollars } from '#platform/format.ts'
import type { OwnImpact } from '../contract.ts'
import { ImpactPlot } from './impact-plot.tsx'

/** The monthly impact of the viewer's own pledges and its growth. */
export function ImpactCard({ impact }: { impact: OwnImpact }) {
  const { monthlyCents, pledges, waiting, steps, plot } = impact
  const across = pledges > 0 ? m.dashboard_impact_across({ count: pledges, total: formatCount(pledges) }) : m.dashboard_impact_none()
  const isFirstDay = steps.length === 1 && monthlyCents > 0
  return (
    <section aria-labelledby="own-impact" className="border-y-2 border-ink py-5">
      <h2 id="own-impact" className="type-title mb-3 text-xl">
        {m.dashboard_impact()}
      </h2>
      <BigNumber
        value={monthlyCents}
        format={formatDollars}
        unit={m.dashboard_impact_month()}
        label={pledges === 0 && waiting > 0 ? m.dashboard_impact_waiting({ count: waiting }) : across}
        how={m.dashboard_impact_how(nouns)}
      />
      {pledges > 0 && waiting > 0 && <p className="text-muted">{m.dashboard_impact_waiting({ count: waiting })}</p>}
      {waiting > 0 && <ResendConfirmation />}
      <h3 className="type-title mt-5 text-lg">{m.dashboard_plot()}</h3>
      {plot ? (
        <ImpactPlot impact={impact} plot={plot} />
      ) : (
        <p className="mt-1 text-muted">{isFirstDay ? m.dashboard_plot_first_day() : m.dashboard_plot_empty(nouns)}</p>
      )}
    </section>
  )
}
