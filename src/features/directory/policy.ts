/** Trend label of a directory entry; null if it has none. */
export function entryHeat(trendingScore: number): 'hot' | 'rising' | null {
  if (trendingScore > 20) return 'hot'
  return trendingScore > 10 ? 'rising' : null
}
