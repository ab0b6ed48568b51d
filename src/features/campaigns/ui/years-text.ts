import { m } from '#messages'
import type { CampaignCard } from '../contract.ts'

/** "1970 to 1986", "since 1970" or "1970". Null if the beginning is unknown. */
export function yearsText({ startedOn, endedOn }: Pick<CampaignCard, 'startedOn' | 'endedOn'>): string | null {
  if (!startedOn) return null
  const [from, to] = [startedOn.slice(0, 4), endedOn?.slice(0, 4)]
  if (to === undefined) return m.campaigns_since({ from })
  return to === from ? from : m.campaigns_years({ from, to })
}
