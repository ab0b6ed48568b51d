import type { CampaignCard } from '../contract.ts'
import { yearsText } from './years-text.ts'

/** When a boycott of history was. */
export function Years({ campaign }: { campaign: Pick<CampaignCard, 'startedOn' | 'endedOn'> }) {
  const years = yearsText(campaign)
  return years && <p className="type-figure text-2xl leading-none">{years}</p>
}
