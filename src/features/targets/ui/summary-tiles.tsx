import { useSuspenseQuery } from '@tanstack/react-query'
import { HowCounted } from '#design/big-number.tsx'
import { platformStats } from '#features/live-stats/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactCents, formatCount } from '#platform/format.ts'
import { targetCounts } from './targets-search.ts'

/** All targets together: how many, and what stands against them. */
export function SummaryTiles() {
  const { all } = useSuspenseQuery(targetCounts({})).data
  const { activeCampaigns, supporters, yearlyCents } = useSuspenseQuery(platformStats()).data
  const tiles = [
    { label: m.targets_count({ count: all }), figure: formatCount(all), how: m.targets_count_how(nouns) },
    { label: m.explore_campaigns({ count: activeCampaigns }), figure: formatCount(activeCampaigns), how: m.targets_campaigns_how(nouns) },
    { label: m.pledges_supporters({ count: supporters }), figure: formatCount(supporters), how: m.site_stats_people_how(nouns) },
    { label: m.targets_impact(), figure: compactCents(yearlyCents), unit: m.campaigns_per_year(), how: m.site_stats_impact_how(nouns) },
  ]
  return (
    <dl aria-label={m.targets_summary()} className="grid grid-cols-2 border-y-2 border-ink lg:grid-cols-4">
      {tiles.map(({ label, figure, unit, how }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col border-line px-4 pt-4 pb-2 max-lg:odd:ps-0 max-lg:even:border-s max-lg:[&:nth-child(n+3)]:border-t lg:not-first:border-s lg:first:ps-0"
        >
          <dt className="order-2 text-sm font-semibold">{label}</dt>
          <dd className="order-1 flex flex-wrap items-baseline gap-x-2">
            <span className="type-figure text-4xl leading-none">{figure}</span>
            {unit && <span className="type-title text-muted">{unit}</span>}
          </dd>
          <dd className="order-3">
            <HowCounted>{how}</HowCounted>
          </dd>
        </div>
      ))}
    </dl>
  )
}
