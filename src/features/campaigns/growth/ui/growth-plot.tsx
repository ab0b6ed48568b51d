import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { growthOf } from './api.ts'
import { GrowthFigure } from './growth-figure.tsx'

/** A campaign's growth, with the plot computed by the server. Nothing if there is no plot. */
export function GrowthPlot({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(growthOf(campaignId))
  if (!data?.plot) return null
  return (
    <section aria-labelledby="growth" className="border-t-2 border-ink pt-4 break-inside-avoid">
      <h2 id="growth" className="type-title text-2xl">
        {m.campaign_growth_growth()}
      </h2>
      <GrowthFigure growth={data} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-muted">{m.campaign_growth_growth_note()}</p>
        <a href={`/api/v1/campaigns/${campaignId}/supporters.csv`} download className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), '-ms-3')}>
          <Download className="size-4" aria-hidden="true" />
          {m.campaign_growth_download()}
        </a>
      </div>
    </section>
  )
}
