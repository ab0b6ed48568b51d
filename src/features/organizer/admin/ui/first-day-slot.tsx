import { useState } from 'react'
import type { Campaign } from '#features/campaigns/contract.ts'
import { useLatePart } from '#platform/client/late-part.ts'
import { isFirstDay } from './first-day-rule.ts'

const load = () => import('./first-day.tsx').then((loaded) => loaded.FirstDay)

/**
 * Shown to the organizer below the head of a new campaign's page; its code loads only there. Decided once, so that the tenth supporter does not remove it
 * while it is being read.
 */
export function FirstDaySlot({ campaign }: { campaign: Campaign }) {
  const [isDue] = useState(() => isFirstDay(campaign, Date.now()))
  const Part = useLatePart(load, { isWanted: isDue })
  return Part && <Part campaign={campaign} isOnItsPage />
}
