import { sql } from 'kysely'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { mayJoin } from '../policy.ts'
import { fillDays } from './days.ts'

export { type AddressKey, openAddressKey } from './address-key.ts'
export { countsOf } from './counts.ts'
export { openPledgeDesk, type PledgeDesk } from './desk.ts'
export { leavePledges } from './leave.ts'
export { ownPledge } from './own-pledge.ts'

/**
 * The creator's own pledge, with the campaign's counter, inside the transaction that publishes it. The campaign must
 * have no pledge yet, so nobody's address is in its count already.
 */
export async function takeFirstPledge(tx: Db, key: { campaignId: string; personId: string; isPrivate: boolean }): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select('counting_from')
    .where('id', '=', key.personId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  // Whoever left while publishing publishes nothing.
  if (!person) throw notSignedIn()
  const isCounted = person.counting_from !== null
  await tx
    .insertInto('pledge')
    .values({
      campaign_id: key.campaignId,
      person_id: key.personId,
      is_private: key.isPrivate,
      state: isCounted ? 'counted' : 'unconfirmed',
      counted_at: isCounted ? sql<Date>`clock_timestamp()` : null,
    })
    .execute()
  await tx
    .insertInto('campaign_stats')
    .values({ campaign_id: key.campaignId, is_open: true, supporters: Number(isCounted), version: 1 })
    .execute()
  if (!isCounted) return
  await tx.insertInto('pledge_log').values({ campaign_id: key.campaignId, person_id: key.personId, delta: 1 }).execute()
  await fillDays(tx, key.campaignId)
}

/** Opens or closes a campaign for pledges, as its new status says. */
export async function openFor(tx: Db, campaign: { id: string; status: string }): Promise<void> {
  await tx
    .updateTable('campaign_stats')
    .set({ is_open: mayJoin(campaign) })
    .where('campaign_id', '=', campaign.id)
    .execute()
}
