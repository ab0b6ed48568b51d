import { m } from '#messages'
import type { CampaignCard } from '../contract.ts'

/** When a boycott of history was. */
export function Years({ campaign: { startedOn, endedOn } }: { campaign: Pick<CampaignCard, 'startedOn' | 'endedOn'> }) {
  if (!startedOn) return null
  const [from, to] = [startedOn.slice(0, 4), endedOn?.slice(0, 4)]
  return (
    <p className="type-figure text-2xl leading-none">{to === undefined ? m.campaigns_since({ from }) : to === from ? from : m.campaigns_years({ from, to })}</p>
  )
}
