import type { Db } from '#platform/server/store/open-store.ts'
import type { OwnPledge } from '../contract.ts'
import { mayJoin } from '../policy.ts'

export { countsOf } from './counts.ts'
export { openPledgeDesk, type PledgeDesk } from './desk.ts'

/** One's own pledge to a campaign, or null. */
export async function pledgeOf(db: Db, key: { campaignId: string; personId: string }): Promise<OwnPledge | null> {
  const row = await db
    .selectFrom('pledge')
    .select(['state', 'is_private'])
    .where('campaign_id', '=', key.campaignId)
    .where('person_id', '=', key.personId)
    .executeTakeFirst()
  return row ? { state: row.state === 'unconfirmed' ? 'unconfirmed' : 'counted', isPrivate: row.is_private } : null
}

/**
 * The creator's own pledge, with the campaign's counter, inside the transaction that publishes it. The campaign must
 * have no pledge yet.
 */
export async function takeFirstPledge(tx: Db, key: { campaignId: string; personId: string; isPrivate: boolean }): Promise<void> {
  const person = await tx.selectFrom('person').select('counting_from').where('id', '=', key.personId).forShare().executeTakeFirstOrThrow()
  const isCounted = person.counting_from !== null
  await tx
    .insertInto('pledge')
    .values({
      campaign_id: key.campaignId,
      person_id: key.personId,
      is_private: key.isPrivate,
      state: isCounted ? 'counted' : 'unconfirmed',
      counted_at: isCounted ? new Date() : null,
    })
    .execute()
  await tx
    .insertInto('campaign_stats')
    .values({ campaign_id: key.campaignId, is_open: true, supporters: Number(isCounted), version: 1 })
    .execute()
  if (isCounted) await tx.insertInto('pledge_log').values({ campaign_id: key.campaignId, person_id: key.personId, delta: 1 }).execute()
}

/** Opens or closes a campaign for pledges, as its new status says. */
export async function openFor(tx: Db, campaign: { id: string; status: string }): Promise<void> {
  await tx
    .updateTable('campaign_stats')
    .set({ is_open: mayJoin(campaign) })
    .where('campaign_id', '=', campaign.id)
    .execute()
}
