import type { ReactNode } from 'react'
import { HowCounted } from '#design/big-number.tsx'
import { CountUp } from '#design/count-up.tsx'
import type { SubjectNumbers } from '#features/live-stats/contract.ts'
import { HeatBadge } from '#features/live-stats/ui/public.ts'
import { m } from '#messages'
import { compactCents, compactNumber } from '#platform/format.ts'

const wordings = {
  target: { campaigns: m.subjects_campaigns, impact: m.subjects_impact, trending: m.subjects_trending },
  other: { campaigns: m.subjects_active_campaigns, impact: m.subjects_estimated_impact, trending: m.subjects_trending_score },
}

/** Four numbers, each with its definition. No impact is "$0" on a target and "–" elsewhere. */
export function Tiles({ numbers, of }: { numbers: SubjectNumbers; of: keyof typeof wordings }) {
  const { campaigns, supporters, yearlyCents, trendingScore } = numbers
  const words = wordings[of]
  const hasImpact = yearlyCents > 0 || of === 'target'
  return (
    <section aria-label={m.subjects_numbers()} className="border-y-4 border-ink">
      <dl className="page-column grid grid-cols-2 md:grid-cols-4">
        <Tile label={words.campaigns()} how={m.subjects_how_campaigns()}>
          <CountUp value={campaigns} format={compactNumber} />
        </Tile>
        <Tile label={m.subjects_supporters()} how={m.subjects_how_supporters()}>
          <CountUp value={supporters} format={compactNumber} />
        </Tile>
        <Tile label={words.impact()} how={m.subjects_how_impact()} unit={hasImpact && yearlyCents > 0 ? m.campaigns_per_year() : undefined}>
          {hasImpact ? <CountUp value={yearlyCents} format={compactCents} /> : '–'}
        </Tile>
        <Tile label={words.trending()} how={m.subjects_how_trending()} badge={<HeatBadge trendingScore={trendingScore} />}>
          {trendingScore >= 1_000 ? compactNumber(Math.round(trendingScore)) : trendingScore}
        </Tile>
      </dl>
    </section>
  )
}

type TileProps = { label: string; how: string; unit?: string | undefined; badge?: ReactNode; children: ReactNode }

function Tile({ label, how, unit, badge, children }: TileProps) {
  return (
    <div className="flex min-w-0 flex-col border-line py-4 max-md:odd:pe-4 max-md:even:border-s max-md:even:ps-4 max-md:nth-[n+3]:border-t md:px-6 md:not-first:border-s md:first:ps-0 md:last:pe-0">
      <dt className="order-2 font-semibold">{label}</dt>
      <dd className="order-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="type-figure text-4xl leading-none">{children}</span>
        {unit && <span className="type-title text-muted">{unit}</span>}
        {badge}
      </dd>
      <dd className="order-3">
        <HowCounted>{how}</HowCounted>
      </dd>
    </div>
  )
}

/** How many people stand behind it, where anybody does. */
export function Banner({ supporters }: { supporters: number }) {
  if (supporters === 0) return null
  return (
    <p className="bg-ink text-paper">
      <span className="type-title page-column block py-3 text-lg">{m.subjects_banner({ count: supporters, shown: supporters.toLocaleString('en') })}</span>
    </p>
  )
}
