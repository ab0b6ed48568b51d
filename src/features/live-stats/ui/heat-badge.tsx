import { Badge } from '#design/badge.tsx'
import { m } from '#messages'
import { subjectHeat } from '../policy.ts'

/** How fast it moves, where it does. */
export function HeatBadge({ trendingScore }: { trendingScore: number }) {
  const heat = subjectHeat(trendingScore)
  return heat && <Badge tone={heat}>{heat === 'hot' ? m.campaigns_hot() : m.campaigns_rising()}</Badge>
}
