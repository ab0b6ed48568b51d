import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { OwnAction, PledgeInFull } from '../contract.ts'
import { ownState } from './own-pledge.ts'

type Key = { campaignId: string; actionId: string; personId: string }

/** SQL for a campaign's actions in order, with a person's own ticks. `of` is the column with the campaign's id. */
export const actionsWithTicks = (of: RawBuilder<unknown>, personId: string) => sql<OwnAction[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'text', a.action_text, 'isDone', k.person_id is not null) order by a.sort_order), '[]')
  from campaign_action a left join campaign_action_tick k on k.action_id = a.id and k.person_id = ${personId} where a.campaign_id = ${of})`

/** Returns null if this person has not joined the campaign or may not know that it exists. */
export async function pledgeInFull(db: Db, { campaignId, personId }: Omit<Key, 'actionId'>): Promise<PledgeInFull | null> {
  const { rows } = await sql<PledgeInFull>`
    select json_build_object('state', ${ownState}, 'isPrivate', o.is_private) as pledge, ${actionsWithTicks(sql.ref('o.campaign_id'), personId)} as actions,
      case when coalesce(o.own_state, o.state) = 'unconfirmed' then q.email end as "unconfirmedEmail", coalesce(o.counted_at, o.created_at) > now() - interval '1 hour' as "isRecent"
    from pledge o join person q on q.id = o.person_id where o.campaign_id = ${campaignId} and o.person_id = ${personId}
      and ${isVisible('campaign', sql`o.campaign_id`, sql`${personId}::uuid`)}`.execute(db)
  return rows[0] ?? null
}

/**
 * Marks an action as done (idempotent); null if the person has not joined a campaign with this action. Locks the action
 * and the person, so that no tick remains after an edit or a deletion.
 */
export async function tickAction(db: Db, key: Key): Promise<OwnAction | null> {
  const { rows } = await sql<{ id: string; text: string }>`
    with own as materialized (${ownAction(key)} for key share of a, q),
    ticked as (
      insert into campaign_action_tick (person_id, action_id) select ${key.personId}::uuid, id from own on conflict do nothing)
    select id, text from own`.execute(db)
  return rows[0] ? { ...rows[0], isDone: true } : null
}

export async function untickAction(db: Db, key: Key): Promise<OwnAction | null> {
  const { rows } = await sql<{ id: string; text: string }>`
    with own as materialized (${ownAction(key)}),
    unticked as (
      delete from campaign_action_tick k using own where k.person_id = ${key.personId} and k.action_id = own.id)
    select id, text from own`.execute(db)
  return rows[0] ? { ...rows[0], isDone: false } : null
}

const ownAction = ({ campaignId, actionId, personId }: Key) => sql`
  select a.id, a.action_text as text
  from campaign_action a join public_campaign c on c.id = a.campaign_id join pledge o on o.campaign_id = a.campaign_id join person q on q.id = o.person_id
  where a.id = ${actionId} and a.campaign_id = ${campaignId} and o.person_id = ${personId} and q.deleted_at is null`
