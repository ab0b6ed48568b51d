import { sql } from 'kysely'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { mayJoin, noticeVersion } from '../policy.ts'
import type { AddressKeys } from './address-key.ts'
import { fillDays } from './days.ts'

export { type AddressKey, type AddressKeys, openAddressKey } from './address-key.ts'
export { bringBack, type CountChange, countMissedHeirs, type PledgeList, takeOut } from './corrections.ts'
export { countsOf } from './counts.ts'
export { type JoinIntentions, openJoinIntentions } from './intentions.ts'
export { keyMailboxes } from './key-mailboxes.ts'
export { leavePledges } from './leave.ts'
export { ownPledge, ownState } from './own-pledge.ts'
export { openPledgeWriter, type PledgeWriter } from './pledge-writer.ts'
export { hasShownNotice } from './shown-notice.ts'
export { actionsWithTicks } from './ticks.ts'

type FirstPledge = { campaignId: string; personId: string; isPrivate: boolean; addressKeys: AddressKeys }

/**
 * Takes the creator's own pledge and creates the counter, in the transaction that publishes the campaign. The campaign
 * has no pledges yet, so the mailbox cannot be repeated.
 */
export async function takeFirstPledge(tx: Db, key: FirstPledge): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select('counting_from')
    .where('id', '=', key.personId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  // The person was deleted in the meantime, so publishing must fail.
  if (!person) throw notSignedIn()
  const isCounted = person.counting_from !== null
  await tx
    .insertInto('pledge')
    .values({
      campaign_id: key.campaignId,
      person_id: key.personId,
      is_private: key.isPrivate,
      notice_version: noticeVersion,
      notice_at: sql<Date>`now()`,
      state: isCounted ? 'counted' : 'unconfirmed',
      counted_at: isCounted ? sql<Date>`clock_timestamp()` : null,
      address_key: isCounted ? (key.addressKeys[0] ?? null) : null,
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

/** Closes a campaign's counter while a moderator hides or removes the campaign. */
export async function markModerated(tx: Db, { id, isModerated }: { id: string; isModerated: boolean }): Promise<void> {
  await tx.updateTable('campaign_stats').set({ is_moderated: isModerated }).where('campaign_id', '=', id).execute()
}

/** Opens or closes a campaign for pledges according to its status. */
export async function openFor(tx: Db, campaign: { id: string; status: string }): Promise<void> {
  await tx
    .updateTable('campaign_stats')
    .set({ is_open: mayJoin(campaign) })
    .where('campaign_id', '=', campaign.id)
    .execute()
}
