import { sql } from 'kysely'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { mayJoin, noticeVersion } from '../policy.ts'
import type { PledgeKeys } from './address-key.ts'
import { fillDays } from './days.ts'

export { forgetSignals } from '../holding/server/release.ts'
export { beginQuietCounting } from '../quiet/server/steps.ts'
export { forgetLeaves } from '../receipts/server/daily-lists.ts'
export { type AddressKey, openAddressKey, type PledgeKeys, pledgeKeysOf } from './address-key.ts'
export { bringBack, type CountChange, countMissedHeirs, type PledgeList, takeOut } from './corrections.ts'
export { countsOf } from './counts.ts'
export { anonymisePledges } from './deleted-accounts.ts'
export { detachable, detachingFrom, forgetDetachedKeys } from './detach.ts'
export { type JoinIntentions, openJoinIntentions } from './intentions.ts'
export { keyMailboxes, renewKeys } from './key-mailboxes.ts'
export { ownCountedFrom, ownPledge, ownState } from './own-pledge.ts'
export { openPledgeWriter, type PledgeWriter } from './pledge-writer.ts'
export { startResumedPledges } from './resumed-pledges.ts'
export { hasShownNotice } from './shown-notice.ts'
export { actionsWithTicks } from './ticks.ts'

type FirstPledge = { campaignId: string; personId: string; isPrivate: boolean; keys: PledgeKeys }

/**
 * Stores the creator's own pledge and creates the counter, in the transaction that publishes the campaign. The campaign
 * has no other pledges yet, so the mailbox cannot be a repeated one.
 */
export async function takeFirstPledge(tx: Db, pledge: FirstPledge): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select(['counting_from', 'email_verified'])
    .where('id', '=', pledge.personId)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  // The person was deleted or suspended in the meantime, so publishing must fail.
  if (!person) throw notSignedIn()
  const isCounted = person.counting_from !== null
  const [key = null] = person.email_verified ? pledge.keys.mailbox : pledge.keys.account
  await tx
    .insertInto('pledge')
    .values({
      campaign_id: pledge.campaignId,
      person_id: pledge.personId,
      is_private: pledge.isPrivate,
      notice_version: noticeVersion,
      notice_at: sql<Date>`now()`,
      state: isCounted ? 'counted' : 'unconfirmed',
      counted_at: isCounted ? sql<Date>`clock_timestamp()` : null,
      address_key: isCounted ? key : null,
      domain_key: isCounted ? pledge.keys.domain : null,
    })
    .execute()
  await tx
    .insertInto('campaign_stats')
    .values({ campaign_id: pledge.campaignId, is_open: true, counted: Number(isCounted), counted_version: 1 })
    .execute()
  if (!isCounted) return
  await tx.insertInto('pledge_log').values({ campaign_id: pledge.campaignId, person_id: pledge.personId, delta: 1 }).execute()
  await fillDays(tx, pledge.campaignId)
}

/** Closes a campaign's counter while a moderator hides or removes the campaign. */
export async function markModerated(tx: Db, { id, isModerated }: { id: string; isModerated: boolean }): Promise<void> {
  await tx.updateTable('campaign_stats').set({ is_moderated: isModerated }).where('campaign_id', '=', id).execute()
}

/** Opens or closes a campaign for pledges according to its status. */
export async function setOpenForPledges(tx: Db, campaign: { id: string; status: string }): Promise<void> {
  await tx
    .updateTable('campaign_stats')
    .set({ is_open: mayJoin(campaign) })
    .where('campaign_id', '=', campaign.id)
    .execute()
}
