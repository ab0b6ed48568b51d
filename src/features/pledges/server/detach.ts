import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { forgetSupportersNotifications } from '#features/notifications/server/public.ts'
import { forgetSupporter } from '#features/pledges/tallies/server/public.ts'
import { deletedName } from '#platform/names.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Detaching } from '../contract.ts'
import { selectableAges } from '../corrections/terms.ts'
import { heldHours, newHours } from '../holding/terms.ts'
import { type Detachable, detachRefusal } from '../policy.ts'
import { type DetachRefusal, detachedKeyDays } from '../terms.ts'
import { namedTo } from './named-to.ts'
import { ownState } from './own-pledge.ts'

type Key = { campaignId: string; personId: string }

type StoredDetachable = Omit<Detachable, 'detachableFrom'> & { detachableFrom: string | null }

/** SQL field: what `detachRefusal` needs of the pledge `o`, its person `q` and the campaign `c`, as JSON. */
export const detachable = sql<StoredDetachable>`json_build_object('state', ${ownState}, 'isOwnCampaign', c.creator_id is not distinct from q.id,
  'detachableFrom', case when o.created_at < q.created_at + interval '${sql.raw(String(newHours))} hours'
    then greatest(o.created_at, q.counting_from) + interval '${sql.raw(String(heldHours))} hours' end)`

export function detachingFrom(stored: StoredDetachable): Detaching {
  const detachableFrom = stored.detachableFrom === null ? null : new Date(stored.detachableFrom)
  const refusal = detachRefusal({ ...stored, detachableFrom }, new Date())
  return { refusal, from: refusal === 'PLEDGE_TOO_NEW' ? detachableFrom : null }
}

type Detached = { outcome: 'absent' } | { outcome: DetachRefusal; from: Date | null } | { outcome: 'detached'; creatorId: string | null }

const [attempts, pauseMs] = [20, 250]

/** Waits while supporters of the campaign are moved between directory entries, because that job reads the people of pledges. */
export async function detachPledge(db: Db, key: Key): Promise<Detached> {
  for (let tries = 1; ; tries++) {
    const detached = await inTransaction(db, (tx) => detach(tx, key))
    if (detached !== 'moving') return detached
    if (tries === attempts) throw new ORPCError('UNAVAILABLE', { status: 503, message: 'The campaign is being recounted. Try again in a moment.' })
    await setTimeout(pauseMs)
  }
}

/**
 * Lock order: counter, person, pledge, like the group commit. A counted pledge moves to an empty person of its own; a repeated one is deleted,
 * because it counts for nothing.
 */
async function detach(tx: Tx, { campaignId, personId }: Key): Promise<Detached | 'moving'> {
  const counter = await tx.selectFrom('campaign_stats').select('is_open').where('campaign_id', '=', campaignId).forUpdate().executeTakeFirst()
  if (!counter) return { outcome: 'absent' }
  const { rows } = await sql<{ stored: string; detachable: StoredDetachable; creatorId: string | null }>`
    select o.state as stored, ${detachable} as detachable, ${namedTo} as "creatorId"
    from person q join pledge o on o.person_id = q.id join public_campaign c on c.id = o.campaign_id
    where q.id = ${personId} and q.deleted_at is null and o.campaign_id = ${campaignId} for update of q, o`.execute(tx)
  const [row] = rows
  if (!row) return { outcome: 'absent' }
  const { refusal, from } = detachingFrom(row.detachable)
  const outcome = refusal ?? (row.stored === 'counted' || row.stored === 'repeated' ? null : 'PLEDGE_TOO_NEW')
  if (outcome) return { outcome, from }
  const moving = await tx.selectFrom('tally_change').select('campaign_id').where('campaign_id', '=', campaignId).limit(1).executeTakeFirst()
  if (moving) return 'moving'

  await sql`
    delete from campaign_action_tick k using campaign_action a where a.id = k.action_id and a.campaign_id = ${campaignId} and k.person_id = ${personId}`.execute(
    tx,
  )
  await tx.deleteFrom('pledge_receipt').where('campaign_id', '=', campaignId).where('person_id', '=', personId).execute()
  await tx.deleteFrom('join_signal').where('campaign_id', '=', campaignId).where('person_id', '=', personId).execute()
  await forgetSupportersNotifications(tx, { campaignId, personId })
  const movedTo = row.stored === 'counted' ? await moveToNobody(tx, { campaignId, personId, isOpen: counter.is_open }) : null
  if (movedTo === null) await tx.deleteFrom('pledge').where('campaign_id', '=', campaignId).where('person_id', '=', personId).execute()
  await forgetSupporter(tx, { campaignId, personId, movedTo })
  return { outcome: 'detached', creatorId: row.creatorId }
}

/**
 * Gives a counted pledge to an empty person, and returns that person's id. Times are cut to the hour, because the exact ones are those of the person's
 * sign-up or session. A pledge that a quiet campaign has not published yet keeps a time after the last published step. The age of the empty person's
 * account is rounded down to the ages by which moderators select pledges.
 */
async function moveToNobody(tx: Tx, { campaignId, personId, isOpen }: Key & { isOpen: boolean }): Promise<string> {
  // A random id, because one of version 7 would contain the time.
  const nobody = randomUUID()
  const age = sql.join(
    [...selectableAges]
      .reverse()
      .map((hours) => sql`when o.created_at >= q.created_at + make_interval(hours => ${hours}) then make_interval(hours => ${hours})`),
    sql` `,
  )
  await sql`
    insert into person (id, display_name, created_at, updated_at, deleted_at)
    select ${nobody}::uuid, ${deletedName}, at - age, at, at from (
      select date_trunc('hour', o.created_at, 'UTC') as at, case ${age} else interval '0' end as age
      from pledge o join person q on q.id = o.person_id where o.campaign_id = ${campaignId} and o.person_id = ${personId}) made`.execute(tx)
  await sql`
    update pledge set person_id = ${nobody}, is_detached = true, domain_key = null, is_private = true, notice_version = null, notice_at = null,
      created_at = date_trunc('hour', created_at, 'UTC'), counted_at = greatest(date_trunc('hour', counted_at, 'UTC'), (
        select quiet_at + interval '1 microsecond' from campaign_stats q where q.campaign_id = pledge.campaign_id and q.quiet_at < pledge.counted_at))
    where campaign_id = ${campaignId} and person_id = ${personId}`.execute(tx)
  if (!isOpen) return nobody
  await sql`
    insert into pledge_log (campaign_id, person_id, delta, is_restored)
    values (${campaignId}::uuid, ${personId}::uuid, -1, true), (${campaignId}::uuid, ${nobody}::uuid, 1, true)`.execute(tx)
  return nobody
}

/**
 * Deletes the keys of disconnected pledges 90 days after the end of their campaign. A key stays while the same mailbox has joined again with
 * an account: that pledge has the same key.
 */
export async function forgetDetachedKeys(db: Db): Promise<void> {
  await sql`
    update pledge p set address_key = null from campaign c
    where c.id = p.campaign_id and p.is_detached and p.address_key is not null and c.status in ('victory', 'archived')
      and c.ended_on < (now() at time zone 'UTC')::date - ${detachedKeyDays}::int
      and not exists (select from pledge k where k.campaign_id = p.campaign_id and k.address_key = p.address_key and k.person_id <> p.person_id)`.execute(db)
}
