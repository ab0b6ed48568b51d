import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { HowCounted } from '#design/big-number.tsx'
import { CountUp } from '#design/count-up.tsx'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'
import { useLive } from '#platform/client/live.ts'
import { compactCents, formatCount } from '#platform/format.ts'
import type { PlatformStats } from '../contract.ts'
import { api } from './api.ts'

/** The platform's numbers, updated live. */
export function StatsBand() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(api.stats.queryOptions())
  useLive(['stats'], (event) => {
    const stats = statsOf(event.data)
    if (stats) queryClient.setQueryData(api.stats.queryKey(), stats)
  })
  return (
    <section aria-label={m.site_stats({ name: brand.name })} className="border-y-4 border-ink">
      <div className="page-column py-5">
        <dl className="grid grid-cols-2 gap-y-4 divide-line sm:grid-cols-3 sm:divide-x">
          <Stat value={data.supporters} format={formatCount} label={m.site_stats_people({ count: data.supporters })} />
          <Stat value={data.yearlyCents} format={compactCents} unit={m.campaigns_per_year()} label={m.site_stats_impact()} />
          <Stat value={data.activeCampaigns} format={formatCount} label={m.site_stats_active({ count: data.activeCampaigns, ...nouns })} />
        </dl>
        <HowCounted more="/about#supporters">
          <span className="block">{m.site_stats_people_how(nouns)}</span>
          <span className="mt-2 block">{m.site_stats_impact_how(nouns)}</span>
          <span className="mt-2 block">{m.site_stats_active_how(nouns)}</span>
        </HowCounted>
      </div>
    </section>
  )
}

type StatProps = { value: number; format: (value: number) => string; unit?: string; label: string }

function Stat({ value, format, unit, label }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col sm:px-4 sm:first:ps-0 sm:last:pe-0 lg:px-6">
      <dt className="order-2 font-semibold">{label}</dt>
      <dd className="order-1 flex flex-wrap items-baseline gap-x-2">
        <CountUp value={value} format={format} className="type-figure text-4xl leading-none lg:text-5xl" />
        {unit && <span className="type-title text-lg text-muted">{unit}</span>}
      </dd>
    </div>
  )
}

function statsOf(data: unknown): PlatformStats | null {
  const { activeCampaigns, supporters, yearlyCents }: { activeCampaigns?: unknown; supporters?: unknown; yearlyCents?: unknown } = Object(data)
  if (typeof activeCampaigns !== 'number' || typeof supporters !== 'number' || typeof yearlyCents !== 'number') return null
  return { activeCampaigns, supporters, yearlyCents, currency: 'USD' }
}
