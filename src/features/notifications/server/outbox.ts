import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

type OnCampaign = { campaignId: string; actorId: string }
type InCommunity = { communityId: string; actorId: string }

/** An event with the ids of the rows that it concerns. If `actorId` is null, the notification names nobody. */
export type RecordedEvent =
  | ({ type: 'campaign_comment' | 'comment_reply' | 'comment_like'; commentId: string } & OnCampaign)
  | ({ type: 'campaign_update'; updateId: string } & OnCampaign)
  | ({ type: 'campaign_victory' } & OnCampaign)
  // These name nobody: the representative of the company is not public, and neither is the moderator.
  | { type: 'target_response' | 'campaign_removed'; campaignId: string }
  | { type: 'pledge'; campaignId: string; actorId: string | null; number: number }
  | { type: 'campaign_milestone'; campaignId: string; number: number }
  | ({ type: 'community_comment' | 'community_reply'; postId: string; commentId: string } & InCommunity)
  | ({ type: 'community_like'; postId: string; commentId?: string | undefined } & InCommunity)
  | ({ type: 'community_announcement'; postId: string } & InCommunity)
  | ({ type: 'community_join_request' } & InCommunity)
  | ({ type: 'community_join_approved'; recipientId: string } & InCommunity)
  | { type: 'count_alarm'; campaignId: string; number: number }
  // `campaignId` is null for a correction of the whole site.
  | { type: 'count_corrected'; campaignId: string | null; actorId: string }
  | { type: 'queue_waiting'; reportId: string | null; number: number }

/**
 * Inserts an outbox row in the caller's transaction, so that the recipients are notified only if it commits. Returns false if nothing
 * was recorded: the same like or announcement was recorded before, or the daily limit (`limitOf`) was exceeded. Call `runSoon` after the
 * commit.
 */
export async function recordEvent(tx: Db, event: RecordedEvent): Promise<boolean> {
  const {
    type,
    actorId = null,
    campaignId,
    updateId,
    communityId,
    postId,
    commentId,
    recipientId,
    reportId,
    number = 1,
  }: Partial<Every> & Pick<RecordedEvent, 'type'> = event
  const recorded = await tx
    .insertInto('notification_event')
    .values({
      type,
      actor_id: actorId,
      campaign_id: campaignId ?? null,
      update_id: updateId ?? null,
      community_id: communityId ?? null,
      post_id: postId ?? null,
      comment_id: commentId ?? null,
      recipient_id: recipientId ?? null,
      report_id: reportId ?? null,
      number,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!recorded) return false
  const limit = limitOf(event)
  if (limit === null || (await isWithin(tx, limit))) return true
  await tx.deleteFrom('notification_event').where('id', '=', recorded.id).execute()
  return false
}

/** Deletes the event of a join request that was approved, declined or withdrawn, and with it the notifications of owner and mods. */
export async function deleteJoinRequestEvent(tx: Db, { communityId, actorId }: InCommunity): Promise<void> {
  const type = 'community_join_request'
  await tx.deleteFrom('notification_event').where('type', '=', type).where('actor_id', '=', actorId).where('community_id', '=', communityId).execute()
}

/**
 * Call it when a post ceases to be an announcement. Deletes an event that is not completely fanned out, so that a new announcement
 * reaches everybody; keeps a delivered one, so that nobody is notified twice.
 */
export async function announcementTakenBack(tx: Db, postId: string): Promise<void> {
  const type = 'community_announcement'
  await tx.deleteFrom('notification_event').where('type', '=', type).where('post_id', '=', postId).where('delivered_at', 'is', null).execute()
}

type Limit = { subject: RawBuilder<unknown>; timesADay: number }

/**
 * Daily limits for acts that can be repeated and notify other people each time: updates, announcements, and requests to join that are
 * withdrawn and sent again.
 */
function limitOf(event: RecordedEvent): Limit | null {
  switch (event.type) {
    case 'campaign_update':
      return { subject: sql`${event.campaignId}`, timesADay: 10 }
    case 'community_announcement':
      return { subject: sql`${event.communityId}`, timesADay: 10 }
    case 'community_join_request':
      return { subject: sql`md5(${`${event.communityId} ${event.actorId}`})::uuid`, timesADay: 2 }
    case 'count_alarm':
      // One a day for the whole site: a moderator who looks sees the other campaigns too.
      return { subject: sql`md5('count_alarm')::uuid`, timesADay: 1 }
    case 'queue_waiting':
      return { subject: sql`md5('queue_waiting')::uuid`, timesADay: 1 }
    default:
      return null
  }
}

/**
 * Counts recorded events per `subject` and day (UTC), including those that are deleted later. Beyond the limit the act succeeds
 * without notifications, so that nobody can flood other people's bells.
 */
async function isWithin(tx: Db, { subject, timesADay }: Limit): Promise<boolean> {
  const today = sql<Date>`(now() at time zone 'utc')::date`
  const { rows } = await sql`
    insert into notification_reach as r (subject_id, day, number) values (${subject}, ${today}, 1)
    on conflict (subject_id) do update set day = ${today}, number = case when r.day = ${today} then r.number + 1 else 1 end
    where r.day <> ${today} or r.number < ${timesADay}
    returning r.subject_id`.execute(tx)
  return rows.length > 0
}

type Every = {
  actorId: string | null
  campaignId: string | null
  updateId: string
  communityId: string
  postId: string
  commentId: string | undefined
  recipientId: string
  reportId: string | null
  number: number
}
