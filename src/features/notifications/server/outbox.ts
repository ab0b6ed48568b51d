import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

type OnCampaign = { campaignId: string; actorId: string }
type InCommunity = { communityId: string; actorId: string }

/** What happened, with what it speaks of. `actorId` null names nobody. */
export type NotedEvent =
  | ({ type: 'campaign_comment' | 'comment_reply' | 'comment_like'; commentId: string } & OnCampaign)
  | ({ type: 'campaign_update'; updateId: string } & OnCampaign)
  | ({ type: 'campaign_victory' } & OnCampaign)
  | { type: 'pledge'; campaignId: string; actorId: string | null; number: number }
  | { type: 'campaign_milestone'; campaignId: string; number: number }
  | ({ type: 'community_comment' | 'community_reply'; postId: string; commentId: string } & InCommunity)
  | ({ type: 'community_like'; postId: string; commentId?: string | undefined } & InCommunity)
  | ({ type: 'community_announcement'; postId: string } & InCommunity)
  | ({ type: 'community_join_request' } & InCommunity)
  | ({ type: 'community_join_approved'; recipientId: string } & InCommunity)

/**
 * Writes down what happened, in the transaction of the act: whoever is to be told is told of it by the delivery, once, or
 * not at all where the act was undone. A like that was told of before, an announcement again, and what was said or asked too
 * often in a day (`limitOf`), say nothing new: then it gives false. Call the desk's `nudge` after the commit.
 */
export async function noteEvent(tx: Db, event: NotedEvent): Promise<boolean> {
  const {
    type,
    actorId = null,
    campaignId,
    updateId,
    communityId,
    postId,
    commentId,
    recipientId,
    number = 1,
  }: Partial<Every> & Pick<NotedEvent, 'type'> = event
  const noted = await tx
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
      number,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!noted) return false
  const limit = limitOf(event)
  if (limit === null || (await isWithin(tx, limit))) return true
  await tx.deleteFrom('notification_event').where('id', '=', noted.id).execute()
  return false
}

/** Somebody's request to join is answered, or taken back: nobody is to answer it any more, and it leaves the bells of those who could. */
export async function requestSettled(tx: Db, { communityId, actorId }: InCommunity): Promise<void> {
  const type = 'community_join_request'
  await tx.deleteFrom('notification_event').where('type', '=', type).where('actor_id', '=', actorId).where('community_id', '=', communityId).execute()
}

/**
 * A post is no announcement any more. One that is still being told leaves the bells that have it, so that it is told to all
 * when it is made again; one that everybody was told of is not told a second time.
 */
export async function announcementTakenBack(tx: Db, postId: string): Promise<void> {
  const type = 'community_announcement'
  await tx.deleteFrom('notification_event').where('type', '=', type).where('post_id', '=', postId).where('delivered_at', 'is', null).execute()
}

type Limit = { subject: RawBuilder<unknown>; timesADay: number }

/** What somebody could do over and over, each time to other people's bells: saying something to all of a campaign or community, and asking to join and taking it back. */
function limitOf(event: NotedEvent): Limit | null {
  switch (event.type) {
    case 'campaign_update':
      return { subject: sql`${event.campaignId}`, timesADay: 10 }
    case 'community_announcement':
      return { subject: sql`${event.communityId}`, timesADay: 10 }
    case 'community_join_request':
      return { subject: sql`md5(${`${event.communityId} ${event.actorId}`})::uuid`, timesADay: 2 }
    default:
      return null
  }
}

/**
 * Counts what was noted: so many times a day (UTC) others are told, whatever is taken back of it afterwards. What is done
 * beyond that stands in its place all the same. So nobody fills a million bells over and over, nor anybody's.
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
  campaignId: string
  updateId: string
  communityId: string
  postId: string
  commentId: string | undefined
  recipientId: string
  number: number
}
