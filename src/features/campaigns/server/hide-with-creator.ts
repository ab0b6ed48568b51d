import { isHiddenWithAuthor } from '#features/moderation/server/public.ts'
import { markModerated } from '#features/pledges/server/public.ts'
import { retally } from '#features/pledges/tallies/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { rankMany, unrankOne } from './ranks.ts'

type Change = { authorId: string; isHidden: boolean }

/** Locks the campaigns that are going to be hidden or restored with their creator, before anything else is. */
export async function lockCampaignsOf(tx: Tx, { authorId, isHidden }: Change): Promise<void> {
  await (isHidden ? lockPublic : lockHidden)(tx, authorId)
}

/** Hides the published campaigns of a suspended person, except those that a moderator has hidden or removed. Returns their ids. */
export async function hideCampaignsOf(tx: Tx, creatorId: string): Promise<string[]> {
  const ids = await lockPublic(tx, creatorId)
  for (const id of ids) await unrankOne(tx, id)
  await setModeration(tx, { ids, isHidden: true })
  return ids
}

/** Restores what `hideCampaignsOf` has hidden, except what a moderator has decided about since. Returns the ids. */
export async function restoreCampaignsOf(tx: Tx, creatorId: string): Promise<string[]> {
  const ids = await lockHidden(tx, creatorId)
  await setModeration(tx, { ids, isHidden: false })
  await rankMany(tx, ids)
  return ids
}

const campaignsOf = (tx: Tx, creatorId: string) => tx.selectFrom('campaign').select('id').where('creator_id', '=', creatorId).orderBy('id').forNoKeyUpdate()
type CampaignsOf = ReturnType<typeof campaignsOf>

const lockPublic = (tx: Tx, creatorId: string) =>
  lockIds(tx, creatorId, (query) => query.where('id', 'in', tx.selectFrom('public_campaign').select('id').where('creator_id', '=', creatorId)))
const lockHidden = (tx: Tx, creatorId: string) => lockIds(tx, creatorId, (query) => query.where(isHiddenWithAuthor('moderation', 'campaign.id')))

/** Locks the campaigns, then their counters, in the order of their ids. */
async function lockIds(tx: Tx, creatorId: string, pick: (query: CampaignsOf) => CampaignsOf): Promise<string[]> {
  const ids = (await pick(campaignsOf(tx, creatorId)).execute()).map(({ id }) => id)
  if (ids.length) await tx.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', 'in', ids).orderBy('campaign_id').forUpdate().execute()
  return ids
}

async function setModeration(tx: Tx, { ids, isHidden }: { ids: string[]; isHidden: boolean }): Promise<void> {
  if (ids.length === 0) return
  await retally(tx, ids, async () => {
    await tx
      .updateTable('campaign')
      .set({ moderation: isHidden ? 'hidden' : null })
      .where('id', 'in', ids)
      .execute()
    for (const id of ids) await markModerated(tx, { id, isModerated: isHidden })
  })
}
