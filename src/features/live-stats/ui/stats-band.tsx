import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HowCounted } from '#design/big-number.tsx'
import { CountUp } from '#design/count-up.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { useLive } from '#platform/client/live.ts'
import { compactCents, formatCount } from '#platform/format.ts'
import type { PlatformStats } from '../contract.ts'
import { api } from './api.ts'

/** The whole platform in three numbers, as they change. */
export function StatsBand() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(api.stats.queryOptions())
  useLive(['stats'], (event) => {
    const stats = statsOf(event.data)
    if (stats) queryClient.setQueryData(api.stats.queryKey(), stats)
  })
  return (
    <section aria-label={m.site_stats()} className="border-y-4 border-ink">
      <dl className="page-column grid divide-line max-md:divide-y md:grid-cols-[1.15fr_1.15fr_auto] md:divide-x">
        <Stat value={data.supporters} format={formatCount} label={m.site_stats_people({ count: data.supporters })}>
          <HowCounted more="/about#supporters">{m.site_stats_people_how(nouns)}</HowCounted>
        </Stat>
        <Stat value={data.yearlyCents} format={compactCents} unit={m.campaigns_per_year()} label={m.site_stats_impact()}>
          <HowCounted more="/about#impact">{m.site_stats_impact_how(nouns)}</HowCounted>
        </Stat>
        <Stat value={data.activeCampaigns} format={formatCount} label={m.site_stats_active({ count: data.activeCampaigns, ...nouns })} />
      </dl>
    </section>
  )
}

type StatProps = { value: number; format: (value: number) => string; unit?: string; label: string; children?: ReactNode }

function Stat({ value, format, unit, label, children }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col py-5 md:px-8 md:first:ps-0 md:last:pe-0">
      <dt className="order-2 font-semibold">{label}</dt>
      <dd className="order-1 flex flex-wrap items-baseline gap-x-2">
        <CountUp value={value} format={format} className="type-figure text-5xl leading-none" />
        {unit && <span className="type-title text-lg text-muted">{unit}</span>}
      </dd>
      {children && <dd className="order-3">{children}</dd>}
    </div>
  )
}

function statsOf(data: unknown): PlatformStats | null {
  const { activeCampaigns, supporters, yearlyCents }: { activeCampaigns?: unknown; supporters?: unknown; yearlyCents?: unknown } = Object(data)
  if (typeof activeCampaigns !== 'number' || typeof supporters !== 'number' || typeof yearlyCents !== 'number') return null
  return { activeCampaigns, supporters, yearlyCents, currency: 'USD' }
}
