/** How fast what campaigns are about is moving (decisions.md section 2). */
export function subjectHeat(trendingScore: number): 'hot' | 'rising' | null {
  if (trendingScore > 20) return 'hot'
  return trendingScore > 10 ? 'rising' : null
}
