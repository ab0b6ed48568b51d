import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/server/store/open-store.ts'
import { anyMember, personId } from './people.ts'

/** The network of all held pledges. Requests need it to name a group of held pledges. */
export const heldNetwork = 'ab'.repeat(16)
const members = 40

/** Inserts pledges in review by many members, because pledges of requests from this machine are never held. */
export async function holdPledges(db: Db, campaignIds: readonly string[]): Promise<void> {
  const personIds = Array.from({ length: members }, (_, number) => personId(anyMember(number)))
  await sql`
    with held as (
      insert into pledge (campaign_id, person_id, state, is_private)
      select c.id, p.id, 'review', true from campaign c join campaign_stats s on s.campaign_id = c.id, unnest(${personIds}::uuid[]) as p(id)
      where c.id = any(${[...campaignIds]}::uuid[]) on conflict do nothing returning campaign_id, person_id)
    insert into join_signal (campaign_id, person_id, at, network, browser, mail_domain, is_common_domain, is_quick, is_over, signals, held_at)
    select campaign_id, person_id, now(), ${heldNetwork}, ${heldNetwork}, ${heldNetwork}, true, true, true, '{form}', now() from held`.execute(db)
}

/** Inserts a pledge that these invalidations have taken out, and whose person waits for a look. It has never counted. */
export async function askForLooks(db: Db, campaignIds: readonly string[], invalidationIds: readonly string[]): Promise<void> {
  const person = { id: uuidv7(), display_name: 'Somebody who asks', bio: 'Sends no requests' }
  await db.insertInto('person').values(person).execute()
  await sql`
    with removed as (
      insert into pledge (campaign_id, person_id, state, own_state, is_private) values (${campaignIds[0]}, ${person.id}, 'invalid', 'unconfirmed', true)
      returning campaign_id, person_id)
    insert into pledge_correction (invalidation_id, campaign_id, person_id, look_asked_at)
    select i.id, r.campaign_id, r.person_id, timestamptz '2000-01-01T00:00:00Z' from removed r, unnest(${[...invalidationIds]}::uuid[]) as i(id)`.execute(db)
}

/**
 * Inserts counted pledges of the other members, the moderators and administrators, so that they have something to disconnect.
 * A pledge without the key of an address cannot be disconnected.
 */
export async function countPledges(db: Db, campaignIds: readonly string[]): Promise<void> {
  const others = (kind: 'moderator' | 'admin', number: number) => Array.from({ length: number }, (_, at) => personId({ kind, number: at }))
  const personIds = [...Array.from({ length: 50 }, (_, at) => personId(anyMember(members + at))), ...others('moderator', 20), ...others('admin', 2)]
  await sql`
    with counted as (
      insert into pledge (campaign_id, person_id, state, is_private, counted_at, address_key)
      select s.campaign_id, p.id, 'counted', true, now(), encode(sha256(convert_to(s.campaign_id || ' ' || p.id, 'UTF8')), 'hex')
      from campaign_stats s, unnest(${personIds}::uuid[]) as p(id)
      where s.campaign_id = any(${[...campaignIds]}::uuid[]) on conflict do nothing returning campaign_id, person_id),
    added as (select campaign_id, count(*) as n from counted group by 1),
    days as (
      insert into campaign_day as d (campaign_id, day, counted) select campaign_id, (now() at time zone 'UTC')::date, n from added
      on conflict (campaign_id, day) do update set counted = d.counted + excluded.counted),
    logged as (insert into pledge_log (campaign_id, person_id, delta) select campaign_id, person_id, 1 from counted)
    update campaign_stats s set counted = s.counted + a.n, counted_version = s.counted_version + 1 from added a where s.campaign_id = a.campaign_id`.execute(db)
}

/** Inserts reports of visitors that wait for the link in an email. Returns the tokens of the links. */
export async function addVisitorReports(db: Db, campaignIds: readonly string[]): Promise<string[]> {
  const reports = campaignIds.map((subject_id, number) => ({ id: uuidv7(), secret: randomBytes(24).toString('base64url'), subject_id, number }))
  const words = { subject_kind: 'campaign', reason: 'spam', details: 'The same text as everywhere.', law: '', notice_name: '' }
  const rows = reports.map(({ id, secret, subject_id, number }) => ({
    ...words,
    id,
    subject_id,
    secret_hash: createHash('sha256').update(secret).digest('hex'),
    email: `visitor-${number}@fuzz.test`,
  }))
  await db.insertInto('unconfirmed_report').values(rows).execute()
  return reports.map(({ id, secret }) => `${id}.${secret}`)
}
