import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { OwnAction, PledgeInFull } from '../contract.ts'
import { hoursToLook, isLookOpen, isLookWaiting } from '../holding/server/look.ts'
import { type Account, receiptNeeds } from '../receipts/policy.ts'
import { accountOf } from '../receipts/server/receipt.ts'
import { detachable, detachingFrom } from './detach.ts'
import { ownCountedFrom, ownState } from './own-pledge.ts'

type Key = { campaignId: string; actionId: string; personId: string }

/** SQL for a campaign's actions in order, with a person's own ticks. `of` is the column with the campaign's id. */
export const actionsWithTicks = (of: RawBuilder<unknown>, personId: string) => sql<OwnAction[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'text', a.action_text, 'isDone', k.person_id is not null) order by a.sort_order), '[]')
  from campaign_action a left join campaign_action_tick k on k.action_id = a.id and k.person_id = ${personId} where a.campaign_id = ${of})`

/** Returns null if this person has not joined the campaign or may not know that it exists. */
export async function pledgeInFull(db: Db, { campaignId, personId }: Omit<Key, 'actionId'>): Promise<PledgeInFull | null> {
  type Row = Omit<PledgeInFull, 'detaching' | 'receiptNeeds' | 'hoursToLook'> & { account: Account; detachable: Parameters<typeof detachingFrom>[0] }
  const { rows } = await sql<Row>`
    select ${accountOf} as account, json_build_object('state', ${ownState}, 'isPrivate', o.is_private) as pledge, ${actionsWithTicks(sql.ref('o.campaign_id'), personId)} as actions,
      case when coalesce(o.own_state, o.state) = 'unconfirmed' then q.email end as "unconfirmedEmail", greatest(${ownCountedFrom}, s.checked_at) > now() - interval '1 hour' as "isRecent",
      ${detachable} as detachable,
      case o.state when 'invalid' then coalesce(looks.open > 0 and looks.asked = 0, false) when 'review' then s.look_asked_at is null else false end as "isLookPossible",
      case o.state when 'invalid' then coalesce(looks.asked > 0, false) when 'review' then s.look_asked_at is not null else false end as "isLookAsked",
      o.state = 'invalid' and coalesce(looks.answered > 0 and looks.open = 0, false) as "isLookAnswered", o.state = 'counted' and s.checked_at is not null as "isChecked"
    from pledge o join person q on q.id = o.person_id join campaign c on c.id = o.campaign_id left join join_signal s on s.campaign_id = o.campaign_id and s.person_id = o.person_id
    left join lateral (
      select count(*) filter (where ${isLookOpen} and k.look_answered_at is null) as open, count(*) filter (where ${isLookOpen} and ${isLookWaiting}) as asked,
        count(*) filter (where k.look_answered_at is not null) as answered
      from pledge_correction k join invalidation i on i.id = k.invalidation_id where k.campaign_id = o.campaign_id and k.person_id = o.person_id) looks on o.state = 'invalid'
    where o.campaign_id = ${campaignId} and o.person_id = ${personId}
      and ${isVisible('campaign', sql`o.campaign_id`, sql`${personId}::uuid`)}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { account, detachable: stored, ...own } = row
  const needsLook = own.isLookPossible || own.isLookAsked
  return { ...own, hoursToLook: needsLook ? await hoursToLook(db) : null, detaching: detachingFrom(stored), receiptNeeds: receiptNeeds(account) }
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
