import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import { pageLimits } from '#platform/terms.ts'
import type { DailyList, receiptsContract } from '../contract.ts'

export const api = apiFor<typeof receiptsContract>('receipts')

const shown = 30

/** The lists of a campaign, newest first, page by page. */
export const dailyLists = (campaignId: string) => api.lists.infiniteOptions(pagesFrom({ id: campaignId, limit: shown }))

/** All lists of a campaign, newest first. */
export async function allLists(campaignId: string): Promise<DailyList[]> {
  const lists: DailyList[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api.lists.call({ id: campaignId, limit: pageLimits.max, ...(cursor ? { cursor } : {}) })
    lists.push(...page.items)
    cursor = page.nextCursor
  }
  return lists
}
