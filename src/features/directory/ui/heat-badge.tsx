import { Badge } from '#design/badge.tsx'
import { m } from '#messages'
import { entryHeat } from '../policy.ts'

/** Shows nothing below the threshold for "rising". */
export function HeatBadge({ trendingScore }: { trendingScore: number }) {
  const heat = entryHeat(trendingScore)
  return heat && <Badge tone={heat}>{heat === 'hot' ? m.campaigns_hot() : m.campaigns_rising()}</Badge>
}
