import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** How far the telling of many has come; `told` names them while they are few. */
export type Portion = { told: readonly string[] | 'many'; isDone: boolean }

const namedAtMost = 300
const nobody = '00000000-0000-0000-0000-000000000000'

type Waiting = {
  id: string
  type: string
  actor_id: string | null
  campaign_id: string | null
  community_id: string | null
  post_id: string | null
  told_through: string | null
}

/**
 * Tells the next portion of those whom an event with many readers concerns, in the order of their ids, and writes down how
 * far it came, in the caller's transaction: each is told once, whatever ends this process. Null where somebody else is at
 * it, or it is gone.
 */
export async function tellMany(tx: Db, { id, portion }: { id: string; portion: number }): Promise<Portion | null> {
  const event = await tx
    .selectFrom('notification_event')
    .select(['id', 'type', 'actor_id', 'campaign_id', 'community_id', 'post_id', 'told_through'])
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!event) return null
  const { rows } = await sql<{ concerned: number; last: string | null; told: number; first: string[] }>`
    with concerned as materialized (${audience(event, portion)}),
    listed as (
      insert into notification (person_id, event_id)
      select c.person_id, ${id}::uuid from (select person_id from concerned ${alsoTold(event)}) c join person q on q.id = c.person_id
      where q.deleted_at is null and q.suspended_at is null and q.id is distinct from ${event.actor_id}::uuid
      order by c.person_id
      ${mayBeTold(event)}
      returning person_id)
    select (select count(*)::int from concerned) as concerned, (select person_id from concerned order by person_id desc limit 1) as last,
      (select count(*)::int from listed) as told, array(select person_id from listed limit ${namedAtMost}) as first`.execute(tx)
  const { concerned, last, told, first } = rows[0] ?? { concerned: 0, last: null, told: 0, first: [] }
  const isDone = concerned < portion
  await tx
    .updateTable('notification_event')
    .set({
      told_through: last ?? event.told_through,
      tries: 0,
      // Behind the others that wait: a campaign of a million does not keep the small ones waiting.
      next_try_at: sql<Date>`clock_timestamp()`,
      ...(isDone ? { delivered_at: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('id', '=', id)
    .execute()
  return { told: told > namedAtMost ? 'many' : first, isDone }
}

/**
 * The next so many whom it concerns. Of a campaign all who have joined it as they see it themselves: their pledge counts,
 * waits for a confirmation, or counts already under an address they had before. Of an announcement the members, as long as it is one.
 */
function audience({ type, campaign_id, community_id, post_id, told_through }: Waiting, portion: number): RawBuilder<unknown> {
  const after = told_through ?? nobody
  if (type === 'community_announcement')
    return sql`
      select m.person_id from community_member m
      where m.community_id = ${community_id}::uuid and m.person_id > ${after}::uuid and m.status = 'active'
        and exists (select from community_post where id = ${post_id}::uuid and is_announcement)
      order by m.person_id limit ${portion}`
  return sql`
    select p.person_id from pledge p
    where p.campaign_id = ${campaign_id}::uuid and p.person_id > ${after}::uuid and p.state in ('counted', 'unconfirmed', 'repeated')
      and exists (select from public_campaign where id = ${campaign_id}::uuid)
    order by p.person_id limit ${portion}`
}

/** A milestone is for the creator too, whatever became of the creator's own pledge: with the first portion. */
function alsoTold({ type, campaign_id, told_through }: Waiting): RawBuilder<unknown> {
  if (type !== 'campaign_milestone' || told_through !== null) return sql``
  return sql`union select creator_id from public_campaign where id = ${campaign_id}::uuid and creator_id is not null`
}

/** Only that creator may be met a second time, among the supporters. Nobody else is looked for: that would cost as much again as the telling. */
const mayBeTold = ({ type }: Waiting): RawBuilder<unknown> => (type === 'campaign_milestone' ? sql`on conflict do nothing` : sql``)
