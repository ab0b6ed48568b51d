import type { Campaign } from '#features/campaigns/contract.ts'
import { firstMilestone } from '#features/notifications/terms.ts'

const sevenDaysMs = 7 * 86_400_000

type Started = Pick<Campaign, 'status' | 'isHistorical' | 'publishedAt' | 'count' | 'viewer'>

/** True for the organizer of an active campaign that has fewer than ten supporters and is less than seven days old. */
export function isFirstDay({ status, isHistorical, publishedAt, count, viewer }: Started, now: number): boolean {
  if (!viewer.isCreator || status !== 'active' || isHistorical || publishedAt === null) return false
  return count.supporters < firstMilestone && now - publishedAt.getTime() < sevenDaysMs
}
