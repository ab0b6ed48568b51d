import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import { lockPerson } from '#platform/server/lock-person.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isOverAtConfirmation, isSuspect } from '../holding/server/judge.ts'
import { type AddressKey, pledgeKeysOf } from './address-key.ts'
import { countedPledgeOfMailbox, otherTwin } from './counted-pledge-of-mailbox.ts'
import { addToDays } from './days.ts'

const tries = 20

type Options = { personId: string; addressKey: AddressKey }

/**
 * Counts the person and their unconfirmed pledges, except in campaigns where the mailbox already counts for another
 * account. Pledges to campaigns whose joining is paused wait until it is resumed. Idempotent; returns the campaigns whose counts changed.
 */
export async function countPerson(db: Db, given: Options): Promise<string[]> {
  for (let n = 0; n < tries; n++) {
    const counted = await tryToCount(db, given)
    if (counted) return counted
  }
  throw new Error('A person kept joining while being confirmed')
}

const isWaiting = (personId: string) => sql`p.person_id = ${personId} and coalesce(p.own_state, p.state) in ('unconfirmed', 'paused')`

/** SQL condition: joining the campaign with the id in the column `of` is paused. */
export const isPaused = (of: string) => `exists (select from site_switch w where w.name = 'joining_paused' and w.campaign_id = ${of})`

/** Returns null if a pledge arrived between the query for unconfirmed pledges and the lock on the person; the caller then retries. */
async function tryToCount(db: Db, { personId, addressKey }: Options): Promise<string[] | null> {
  return inTransaction(db, async (tx) => {
    const waiting = async () => (await sql<{ campaign_id: string }>`select campaign_id from pledge p where ${isWaiting(personId)}`.execute(tx)).rows
    const ids = (await waiting()).map(({ campaign_id }) => campaign_id)
    // Locks the counter rows before the person, as the group commit does, to avoid deadlocks.
    await sql`select 1 from campaign_stats where campaign_id = any(${ids}::uuid[]) order by campaign_id for update`.execute(tx)
    const person = await lockPerson(tx, personId)
    if (!person) return []
    if ((await waiting()).some(({ campaign_id }) => !ids.includes(campaign_id))) return null
    await sql`update person set counting_from = coalesce(counting_from, now()), email_verified = true where id = ${personId}`.execute(tx)
    const keys = ids.map((campaignId) => pledgeKeysOf(addressKey, { email: person.email, personId, campaignId }))
    const { rows } = await sql<{ campaign_id: string }>`
      with judged as (
        update join_signal s set confirmed_at = coalesce(s.confirmed_at, now()),
          is_over = case when s.confirmed_at is null then ${sql.raw(isOverAtConfirmation)} else s.is_over end
        where s.person_id = ${personId} and s.campaign_id = any(${ids}::uuid[]) returning s.campaign_id, ${sql.raw(isSuspect)} as is_suspect),
      waiting as materialized (
        select w.campaign_id, w.domain_key, coalesce(twin.address_key, other.address_key, nullif(split_part(w.keys, ' ', 1), '')) as address_key,
          case when ${sql.raw(isPaused('w.campaign_id'))} then 'paused' when twin.address_key is not null or other.is_barred then 'repeated' when judged.is_suspect then 'held' else 'counted' end as state
        from unnest(${ids}::uuid[], ${keys.map(({ mailbox }) => mailbox.join(' '))}::text[], ${keys.map(({ domain }) => domain)}::integer[]) as w(campaign_id, keys, domain_key)
        left join lateral (${sql.raw(countedPledgeOfMailbox({ campaign: 'w.campaign_id', keys: 'w.keys' }))}) twin on true
        left join lateral (${sql.raw(otherTwin({ campaign: 'w.campaign_id', keys: 'w.keys' }))}) other on true
        left join judged using (campaign_id)),
      -- A pledge that a correction has taken out gets its own state, and does not count.
      confirmed as (
        update pledge p set address_key = w.address_key, domain_key = w.domain_key,
          state = case when p.state = 'invalid' then p.state else w.state end, own_state = case when p.state = 'invalid' then w.state end,
          counted_at = case when p.state <> 'invalid' and w.state = 'counted' then clock_timestamp() end
        from waiting w where p.campaign_id = w.campaign_id and ${isWaiting(personId)}
        returning p.campaign_id, p.counted_at),
      counted as (
        select campaign_id, counted_at from confirmed where counted_at is not null),
      days as (${sql.raw(addToDays('counted'))}),
      counter as (
        update campaign_stats s set counted = s.counted + 1, counted_version = s.counted_version + 1 from counted where s.campaign_id = counted.campaign_id
        returning s.campaign_id, s.is_open),
      logged as (
        insert into pledge_log (campaign_id, person_id, delta) select campaign_id, ${personId}::uuid, 1 from counter where is_open)
      select campaign_id from counted`.execute(tx)
    await sql`
      update join_signal s set held_at = now() from pledge p
      where s.person_id = ${personId} and s.campaign_id = any(${ids}::uuid[]) and p.campaign_id = s.campaign_id and p.person_id = s.person_id
        and coalesce(p.own_state, p.state) = 'held' and s.held_at is null`.execute(tx)
    return rows.map(({ campaign_id }) => campaign_id)
  })
}
