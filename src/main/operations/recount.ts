import { rankDifferences, repairRanks } from '#features/campaigns/server/recount.ts'
import { postDifferences, repairPosts } from '#features/communities/posts/server/recount.ts'
import { communityDifferences, repairCommunities } from '#features/communities/server/recount.ts'
import { repairSummaries, summaryDifferences } from '#features/directory/server/recount.ts'
import { notificationDifferences, repairNotifications } from '#features/notifications/server/recount.ts'
import { dayDifferences, repairDays } from '#features/pledges/server/days.ts'
import { campaignCountDifferences, lockPledges, repairCampaignCounts } from '#features/pledges/server/recount.ts'
import { repairTallies, tallyDifferences } from '#features/pledges/tallies/server/recount.ts'
import { repairWords, wordDifferences } from '#features/search/server/recount.ts'
import { retryCollisions } from '#platform/server/retry.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import type { Report } from './refused.ts'

/** Compares every stored count with its rows, or repairs those that differ. */
export async function recount(store: Store, { check }: { check: boolean }): Promise<Report> {
  const found = check ? await differences(store) : await retryCollisions(() => longTransaction(store, 'newest rows', mendCounts))
  if (found.length === 0) return { ok: true, lines: ['Every stored count is correct'] }
  return check ? { ok: false, lines: found } : { ok: true, lines: [...found, `Repaired ${found.length} ${found.length === 1 ? 'difference' : 'differences'}`] }
}

/** Returns one line for each wrong stored count, from one snapshot. */
export const differences = (store: Store): Promise<string[]> => longTransaction(store, 'one moment, read only', differencesIn)

async function differencesIn(tx: Db): Promise<string[]> {
  return [
    ...(await campaignCountDifferences(tx)),
    ...(await dayDifferences(tx)),
    ...(await tallyDifferences(tx)),
    ...(await rankDifferences(tx)),
    ...(await summaryDifferences(tx)),
    ...(await communityDifferences(tx)),
    ...(await postDifferences(tx)),
    ...(await notificationDifferences(tx)),
    ...(await wordDifferences(tx)),
  ]
}

/** Repairs all counts in the given transaction and returns the differences. */
export async function mendCounts(tx: Db): Promise<string[]> {
  await lockPledges(tx)
  const found = await differencesIn(tx)
  if (found.length) {
    await repairCampaignCounts(tx)
    await repairDays(tx)
    await repairTallies(tx)
    await repairRanks(tx)
    await repairSummaries(tx)
    await repairCommunities(tx)
    await repairPosts(tx)
    await repairNotifications(tx)
    await repairWords(tx)
  }
  return found
}
