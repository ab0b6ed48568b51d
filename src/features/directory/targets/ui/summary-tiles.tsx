import { useSuspenseQuery } from '@tanstack/react-query'
import { HowCounted } from '#design/big-number.tsx'
import { platformStats } from '#features/pledges/tallies/ui/api.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactCents, formatCount } from '#platform/format.ts'
import { targetCounts } from './targets-search.ts'

/** Totals for all targets. */
export function SummaryTiles() {
  const { all } = useSuspenseQuery(targetCounts({})).data
  const { activeCampaigns, supporters, yearlyCents } = useSuspenseQuery(platformStats()).data
  const tiles = [
    { label: m.targets_count({ count: all }), figure: formatCount(all) },
    { label: m.explore_campaigns({ count: activeCampaigns }), figure: formatCount(activeCampaigns) },
    { label: m.pledges_supporters({ count: supporters }), figure: formatCount(supporters) },
    { label: m.targets_impact(), figure: compactCents(yearlyCents), unit: m.campaigns_per_year() },
  ]
  return (
    <div className="border-y-2 border-ink pt-4 pb-2">
      <dl aria-label={m.targets_summary()} className="grid grid-cols-2 gap-y-4 lg:grid-cols-4">
        {tiles.map(({ label, figure, unit }) => (
          <div
            key={label}
            className="flex min-w-0 flex-col-reverse justify-end border-line px-4 max-lg:odd:ps-0 max-lg:even:border-s lg:not-first:border-s lg:first:ps-0"
          >
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="type-figure text-4xl leading-none">{figure}</span>
              {unit && <span className="type-title text-muted">{unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <HowCounted>
        <span className="block">{m.targets_count_how(nouns)}</span>
        <span className="mt-2 block">{m.targets_campaigns_how(nouns)}</span>
        <span className="mt-2 block">{m.site_stats_people_how(nouns)}</span>
        <span className="mt-2 block">{m.site_stats_impact_how(nouns)}</span>
      </HowCounted>
    </div>
  )
}
