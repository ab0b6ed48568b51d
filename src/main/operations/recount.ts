import { rankDifferences, repairRanks } from '#features/campaigns/server/recount.ts'
import { communityDifferences, repairCommunities } from '#features/communities/server/recount.ts'
import { postDifferences, repairPosts } from '#features/community-posts/server/recount.ts'
import { repairTallies, tallyDifferences } from '#features/live-stats/server/recount.ts'
import { notificationDifferences, repairNotifications } from '#features/notifications/server/recount.ts'
import { dayDifferences, repairDays } from '#features/pledges/server/days.ts'
import { campaignCountDifferences, holdPledges, repairCampaignCounts } from '#features/pledges/server/recount.ts'
import { repairWords, wordDifferences } from '#features/search/server/recount.ts'
import { digestDifferences, repairDigests } from '#features/subjects/server/recount.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import type { Told } from './refused.ts'

const attempts = 3

/** Compares every stored count with what it counts, or mends those that differ. */
export async function recount(store: Store, { check }: { check: boolean }): Promise<Told> {
  const found = check ? await differences(store) : await mended(store)
  if (found.length === 0) return { ok: true, lines: ['Every stored count is what it counts'] }
  return check ? { ok: false, lines: found } : { ok: true, lines: [...found, `Mended ${found.length} ${found.length === 1 ? 'difference' : 'differences'}`] }
}

/** One line for each stored count that is wrong, as one moment of the store has it. */
export const differences = (store: Store): Promise<string[]> => longTransaction(store, 'one moment, read only', differencesIn)

async function differencesIn(tx: Db): Promise<string[]> {
  return [
    ...(await campaignCountDifferences(tx)),
    ...(await dayDifferences(tx)),
    ...(await tallyDifferences(tx)),
    ...(await rankDifferences(tx)),
    ...(await digestDifferences(tx)),
    ...(await communityDifferences(tx)),
    ...(await postDifferences(tx)),
    ...(await notificationDifferences(tx)),
    ...(await wordDifferences(tx)),
  ]
}

/** Mends all counts in a transaction and returns what differed. */
export async function mendCounts(tx: Db): Promise<string[]> {
  await holdPledges(tx)
  const found = await differencesIn(tx)
  if (found.length) {
    await repairCampaignCounts(tx)
    await repairDays(tx)
    await repairTallies(tx)
    await repairRanks(tx)
    await repairDigests(tx)
    await repairCommunities(tx)
    await repairPosts(tx)
    await repairNotifications(tx)
    await repairWords(tx)
  }
  return found
}

async function mended(store: Store): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await longTransaction(store, 'newest rows', mendCounts)
    } catch (error) {
      // Met someone else in the other order (a deadlock): nothing was changed, and it may be done again.
      if (tries >= attempts || Object(error).code !== '40P01') throw error
    }
  }
}
