import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { AddressKey } from './address-key.ts'
import { addToDays } from './days.ts'

const tries = 20

type Given = { personId: string; addressKey: AddressKey }

/**
 * From now on this person counts, and so do the pledges that waited for it, but where the address is in the count already,
 * from an account that left or has another address now. Doing it again changes nothing. Returns the campaigns whose counts changed.
 */
export async function countPerson(db: Db, given: Given): Promise<string[]> {
  for (let n = 0; n < tries; n++) {
    const counted = await tryToCount(db, given)
    if (counted) return counted
  }
  throw new Error('A person kept joining while being confirmed')
}

/** Null when a pledge came between finding those that wait and holding the person: then all of it is done again. */
async function tryToCount(db: Db, { personId, addressKey }: Given): Promise<string[] | null> {
  return inTransaction(db, async (tx) => {
    const waiting = await tx.selectFrom('pledge').select('campaign_id').where('person_id', '=', personId).where('state', '=', 'unconfirmed').execute()
    const ids = waiting.map(({ campaign_id }) => campaign_id)
    // Counters before the person, as the group commit does, so that the two wait for each other in one direction.
    await sql`select 1 from campaign_stats where campaign_id = any(${ids}::uuid[]) order by campaign_id for update`.execute(tx)
    const person = await tx
      .selectFrom('person')
      .select('email')
      .where('id', '=', personId)
      .where('suspended_at', 'is', null)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!person) return []
    const late = await tx.selectFrom('pledge').select('campaign_id').where('person_id', '=', personId).where('state', '=', 'unconfirmed').execute()
    if (late.some(({ campaign_id }) => !ids.includes(campaign_id))) return null
    await sql`update person set counting_from = coalesce(counting_from, now()), email_verified = true where id = ${personId}`.execute(tx)
    const isRepeated = sql`exists (select from pledge k where k.campaign_id = p.campaign_id and k.address_key = any(${addressKey(person.email)}::text[]))`
    const { rows } = await sql<{ campaign_id: string }>`
      with repeated as (
        update pledge p set state = 'repeated' where person_id = ${personId} and state = 'unconfirmed' and ${isRepeated}),
      counted as (
        update pledge p set state = 'counted', counted_at = clock_timestamp()
        where person_id = ${personId} and state = 'unconfirmed' and not ${isRepeated}
        returning campaign_id, counted_at),
      days as (${sql.raw(addToDays('counted'))}),
      counter as (
        update campaign_stats s set supporters = s.supporters + 1, version = s.version + 1 from counted where s.campaign_id = counted.campaign_id
        returning s.campaign_id, s.is_open),
      logged as (
        insert into pledge_log (campaign_id, person_id, delta) select campaign_id, ${personId}::uuid, 1 from counter where is_open)
      select campaign_id from counted`.execute(tx)
    return rows.map(({ campaign_id }) => campaign_id)
  })
}
