import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { firstMilestone } from '../terms.ts'

/** The result of one batch; `notified` lists the recipients, or is `many` if they are more than `namedAtMost`. */
export type Portion = { notified: readonly string[] | 'many'; isDone: boolean }

const namedAtMost = 300
const nobody = '00000000-0000-0000-0000-000000000000'

type Waiting = {
  id: string
  type: string
  actor_id: string | null
  campaign_id: string | null
  community_id: string | null
  post_id: string | null
  update_id: string | null
  number: number
  delivered_through: string | null
}

/**
 * Delivers an event to the next batch of its recipients, in the order of their ids, and stores the progress in the caller's
 * transaction, so that each is notified once even after a crash. Null if another process has locked the event, or nothing is left to do.
 */
export async function fanOut(tx: Db, { id, portion }: { id: string; portion: number }): Promise<Portion | null> {
  const event = await tx
    .selectFrom('notification_event')
    .select(['id', 'type', 'actor_id', 'campaign_id', 'community_id', 'post_id', 'update_id', 'number', 'delivered_through'])
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!event) return null
  const { rows } = await sql<{ concerned: number; last: string | null; notified: number; first: string[] }>`
    with concerned as materialized (${audience(event, portion)}),
    listed as (
      insert into notification (person_id, event_id)
      select c.person_id, ${id}::uuid from (select person_id from concerned ${alsoNotified(event)}) c join person q on q.id = c.person_id
      where ${isReachable(event.actor_id)}
      order by c.person_id
      ${mayBeNotified(event)}
      returning person_id)
    select (select count(*)::int from concerned) as concerned, (select person_id from concerned order by person_id desc limit 1) as last,
      (select count(*)::int from listed) as notified, array(select person_id from listed limit ${namedAtMost}) as first`.execute(tx)
  const { concerned, last, notified, first } = rows[0] ?? { concerned: 0, last: null, notified: 0, first: [] }
  const isDone = concerned < portion
  await tx
    .updateTable('notification_event')
    .set({
      delivered_through: last ?? event.delivered_through,
      tries: 0,
      // Moves the event behind the other due ones, so that a campaign with a million supporters does not delay small campaigns.
      next_try_at: sql<Date>`clock_timestamp()`,
      ...(isDone ? { delivered_at: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('id', '=', id)
    .execute()
  return { notified: notified > namedAtMost ? 'many' : first, isDone }
}

/**
 * The next batch of recipients. Campaign: everybody who has joined, whether the pledge is counted, waits for confirmation, or repeats
 * one that is counted under an earlier address; of its removal, not the creator, who got the reasons. Announcement: the members, if the post is an announcement now.
 */
function audience({ type, campaign_id, community_id, post_id, update_id, number, delivered_through }: Waiting, portion: number): RawBuilder<unknown> {
  const after = delivered_through ?? nobody
  if (type === 'community_announcement')
    return sql`
      select m.person_id from community_member m
      where m.community_id = ${community_id}::uuid and m.person_id > ${after}::uuid and m.status = 'active'
        and exists (select from community_post o where o.id = ${post_id}::uuid and o.is_announcement and ${isVisible('post', sql`o.id`, sql`m.person_id`)})
      order by m.person_id limit ${portion}`
  if (type === 'campaign_removed')
    return sql`
      select p.person_id from pledge p join campaign c on c.id = p.campaign_id
      where p.campaign_id = ${campaign_id}::uuid and p.person_id > ${after}::uuid and c.moderation = 'removed' and p.person_id is distinct from c.creator_id
      order by p.person_id limit ${portion}`
  const isForAll = type !== 'campaign_milestone' || number !== firstMilestone
  return sql`
    select p.person_id from pledge p
    where ${isSupporterOf(campaign_id)} and p.person_id > ${after}::uuid
      and (${update_id}::uuid is null or ${isVisible('update', sql`${update_id}::uuid`, null)})
      and (${type !== 'target_response'} or exists (select from company_statement s where s.campaign_id = ${campaign_id}::uuid and s.moderation is null))
      and (${isForAll} or exists (select from campaign where id = ${campaign_id}::uuid and supporters_goal = ${number}))
    order by p.person_id limit ${portion}`
}

/**
 * The reach of an update as its creator reads it: the public number without the creator. It is not the number of recipients, because the
 * difference from the public number would be the number of pledges that are held, unconfirmed, repeated or removed.
 */
export async function updateReach(db: Db, campaignId: string): Promise<number> {
  const published = await db.selectFrom('campaign_stats').select('supporters').where('campaign_id', '=', campaignId).executeTakeFirst()
  return Math.max((published?.supporters ?? 0) - 1, 0)
}

const isSupporterOf = (campaignId: string | null) => sql`(
  p.campaign_id = ${campaignId}::uuid and exists (select from public_campaign where id = ${campaignId}::uuid))`

const isReachable = (actorId: string | null) => sql`(q.deleted_at is null and q.suspended_at is null and q.id is distinct from ${actorId}::uuid)`

const isForCreator = (type: string) => type === 'campaign_milestone' || type === 'target_response'

/** Adds the campaign's creator to the first batch of such an event, even if the creator has not joined. */
function alsoNotified({ type, campaign_id, delivered_through }: Waiting): RawBuilder<unknown> {
  if (!isForCreator(type) || delivered_through !== null) return sql``
  return sql`union select creator_id from public_campaign where id = ${campaign_id}::uuid and creator_id is not null`
}

/** The creator may be a recipient twice, as creator and as supporter. Other types have no conflict check, which would double the cost of the fan-out. */
const mayBeNotified = ({ type }: Waiting): RawBuilder<unknown> => (isForCreator(type) ? sql`on conflict do nothing` : sql``)
