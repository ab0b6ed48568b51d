import type { CampaignCard } from '../contract.ts'
import { yearsText } from './years-text.ts'

type YearsProps = {
  campaign: Pick<CampaignCard, 'startedOn' | 'endedOn'>
  /** For use as the page's main figure. */
  isLarge?: boolean
}

/** The years of a historical boycott. */
export function Years({ campaign, isLarge = false }: YearsProps) {
  const years = yearsText(campaign)
  return years && <p className={`type-figure leading-none ${isLarge ? 'text-4xl text-balance md:text-[3.5rem]' : 'text-2xl'}`}>{years}</p>
}
