import { heatAbove } from './terms.ts'

/** The label of a trending score; null if it has none. */
export function heat(score: number, place: keyof typeof heatAbove): 'hot' | 'rising' | null {
  if (score > heatAbove[place].hot) return 'hot'
  return score > heatAbove[place].rising ? 'rising' : null
}
