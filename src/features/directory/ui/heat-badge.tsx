import { Badge } from '#design/badge.tsx'
import { heat } from '#features/pledges/tallies/policy.ts'
import { m } from '#messages'

/** Shows nothing below the threshold for "rising". */
export function HeatBadge({ trendingScore }: { trendingScore: number }) {
  const label = heat(trendingScore, 'detail')
  return label && <Badge tone={label}>{label === 'hot' ? m.campaigns_hot() : m.campaigns_rising()}</Badge>
}
