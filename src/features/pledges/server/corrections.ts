import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { countedPledgeOfMailbox, isMailboxBarred } from './counted-pledge-of-mailbox.ts'
import { addToDays, takeFromDays } from './days.ts'

/** Pledges of one or more campaigns: the campaign and the person at the same position belong together. */
export type PledgeList = { campaignIds: string[]; personIds: string[] }
/** Counts before and after, by campaign. Campaigns whose count stayed are not in it. */
export type CountChange = { campaignId: string; before: number; after: number }
/** `pledges`: how many entered or left the correction. */
type Corrected = { pledges: number; changes: CountChange[] }
type Correction = { invalidationId: string; list: PledgeList }

/**
 * Locks the counters of campaigns by id, like the group commit, and returns their counts. Null while supporters of one of them still have
 * to be moved between directory entries: that job goes by the states of pledges, so they must not change before it is done.
 */
async function lockCounters(tx: Tx, campaignIds: readonly string[]): Promise<Map<string, number> | null> {
  const ids = [...new Set(campaignIds)]
  const { rows } = await sql<{ campaign_id: string; counted: number }>`
    select campaign_id, counted from campaign_stats where campaign_id = any(${ids}::uuid[]) order by campaign_id for update`.execute(tx)
  const { rows: moving } = await sql`select 1 from tally_change where campaign_id = any(${ids}::uuid[]) limit 1`.execute(tx)
  return moving.length ? null : new Map(rows.map((row) => [row.campaign_id, row.counted]))
}

const listed = ({ campaignIds, personIds }: PledgeList) => sql`
  given as (select * from unnest(${campaignIds}::uuid[], ${personIds}::uuid[]) as g(campaign_id, person_id)),
  locked as materialized (
    select p.campaign_id, p.person_id, p.state, p.own_state, p.address_key from pledge p join given using (campaign_id, person_id) order by 1, 2 for update of p)`

/** SQL that changes the counters by the rows of `changed`, and appends these pledges to the log of an open campaign. */
const counted = (changed: 'lost' | 'counted', delta: 1 | -1) =>
  sql.raw(`
  counter as (
    update campaign_stats s set counted = s.counted + ${delta} * c.n, counted_version = s.counted_version + 1
    from (select campaign_id, count(*) as n from ${changed} group by 1) c where s.campaign_id = c.campaign_id
    returning s.campaign_id, s.is_open),
  logged as (
    insert into pledge_log (campaign_id, person_id, delta, is_restored)
    select c.campaign_id, c.person_id, ${delta}, ${delta > 0} from ${changed} c join counter using (campaign_id) where counter.is_open)`)

/**
 * The rows of `locked`. `is_shared`: another pledge of the mailbox may be the one that counts. Such a pledge waits as repeated until that is
 * decided. All others count at once, because a second change of the same row takes several times as long.
 */
const mailboxes = sql`
  mailboxes as (
    select l.*, l.address_key is not null and (${sql.raw(isMailboxBarred('l'))} or count(*) over (partition by l.campaign_id, l.address_key) > 1
      or (${sql.raw(countedPledgeOfMailbox({ campaign: 'l.campaign_id', keys: 'l.address_key' }))}) is not null
      or exists (select from pledge t where t.campaign_id = l.campaign_id and t.address_key = l.address_key and t.state = 'repeated')) as is_shared
    from locked l)`

type Changed = { pledges: number; campaign_ids: string[]; keys: string[] }

const changedRow = (pledges: 'entered' | 'gone' | 'freed', changed: RawBuilder<unknown>) => sql`
  select (select count(*) from ${sql.raw(pledges)})::int as pledges, array(select distinct campaign_id from (${changed}) c) as campaign_ids,
    array(select distinct address_key from (${changed}) c where address_key is not null) as keys`

/** The campaigns of `freed`, and the mailboxes of which it has to be decided which pledge counts: held ones do not bar them any more. */
const changedMailboxes = sql`
  select campaign_id, case when state <> 'counted' then address_key end as address_key from freed where state in ('counted', 'repeated', 'held', 'review')`

/**
 * Adds pledges to a correction, so that they do not count. Where a mailbox loses its counted pledge, it is barred, and no other one takes its
 * place. Returns null if it has to be tried again later.
 */
export async function takeOut(tx: Tx, { invalidationId, list }: Correction): Promise<Corrected | null> {
  const before = await lockCounters(tx, list.campaignIds)
  if (!before) return null
  const { rows } = await sql<Changed>`
    with ${listed(list)},
    entered as (
      insert into pledge_correction (invalidation_id, campaign_id, person_id) select ${invalidationId}::uuid, campaign_id, person_id from locked
      on conflict do nothing returning 1),
    removed as (
      update pledge p set state = 'invalid', own_state = l.state from locked l
      where p.campaign_id = l.campaign_id and p.person_id = l.person_id and l.state <> 'invalid'
      returning p.campaign_id, p.person_id, p.own_state, p.address_key, p.counted_at),
    lost as (select * from removed where own_state = 'counted'),
    days as (${sql.raw(takeFromDays('lost'))}),
    ${counted('lost', -1)}
    ${changedRow('entered', sql`select campaign_id, null as address_key from lost`)}`.execute(tx)
  return settled(tx, { before, row: rows[0] })
}

/** Takes pledges out of a correction. Those without another one get their own state back; a mailbox that counts meanwhile stays repeated. */
export async function bringBack(tx: Tx, { invalidationId, list }: Correction): Promise<Corrected | null> {
  const before = await lockCounters(tx, list.campaignIds)
  if (!before) return null
  const { rows } = await sql<Changed>`
    with ${listed(list)}, ${mailboxes},
    gone as (
      delete from pledge_correction c using given g
      where c.invalidation_id = ${invalidationId} and c.campaign_id = g.campaign_id and c.person_id = g.person_id returning 1),
    freed as (
      update pledge p set own_state = null, state = case when l.own_state = 'counted' and l.is_shared then 'repeated' else l.own_state end,
        counted_at = case when l.own_state = 'counted' and not l.is_shared then coalesce(p.counted_at, clock_timestamp()) else p.counted_at end
      from mailboxes l
      where p.campaign_id = l.campaign_id and p.person_id = l.person_id and l.state = 'invalid' and not exists (
        select from pledge_correction o where o.campaign_id = l.campaign_id and o.person_id = l.person_id and o.invalidation_id <> ${invalidationId})
      returning p.campaign_id, p.person_id, p.state, p.address_key, p.counted_at),
    counted as (select * from freed where state = 'counted'),
    days as (${sql.raw(addToDays('counted'))}),
    ${counted('counted', 1)}
    ${changedRow('gone', changedMailboxes)}`.execute(tx)
  return settled(tx, { before, row: rows[0] })
}

/** Counts pledges that were held, except those whose mailbox counts meanwhile. Returns null if it has to be tried again later. */
export async function letIn(tx: Tx, list: PledgeList): Promise<Corrected | null> {
  const before = await lockCounters(tx, list.campaignIds)
  if (!before) return null
  const { rows } = await sql<Changed>`
    with ${listed(list)}, ${mailboxes},
    freed as (
      update pledge p set state = case when l.is_shared then 'repeated' else 'counted' end, counted_at = case when not l.is_shared then clock_timestamp() end
      from mailboxes l where p.campaign_id = l.campaign_id and p.person_id = l.person_id and l.state in ('held', 'review')
      returning p.campaign_id, p.person_id, p.state, p.address_key, p.counted_at),
    counted as (select * from freed where state = 'counted'),
    days as (${sql.raw(addToDays('counted'))}),
    ${counted('counted', 1)}
    ${changedRow('freed', changedMailboxes)}`.execute(tx)
  return settled(tx, { before, row: rows[0] })
}

/** Counts the heirs of the changed mailboxes and returns how the counts changed. */
async function settled(tx: Tx, { before, row }: { before: Map<string, number>; row: Changed | undefined }): Promise<Corrected> {
  const { pledges = 0, campaign_ids = [], keys = [] } = row ?? {}
  if (keys.length) await countHeirs(tx, sql`p.campaign_id = any(${campaign_ids}::uuid[]) and p.address_key = any(${keys}::text[])`)
  const { rows } = await sql<{ campaign_id: string; counted: number }>`
    select campaign_id, counted from campaign_stats where campaign_id = any(${campaign_ids}::uuid[])`.execute(tx)
  const changes = rows.map((each) => ({ campaignId: each.campaign_id, before: before.get(each.campaign_id) ?? 0, after: each.counted }))
  return { pledges, changes: changes.filter((each) => each.before !== each.after) }
}

/**
 * Counts the oldest repeated pledge of each mailbox that has none that counts and is not barred. The counters are locked. It keeps the time from which it
 * counted before.
 */
async function countHeirs(tx: Tx, where: RawBuilder<unknown>): Promise<void> {
  await sql`
    with heir as materialized (
      select distinct on (p.campaign_id, p.address_key) p.campaign_id, p.person_id from pledge p
      where ${where} and p.state = 'repeated' and p.address_key is not null
        and (${sql.raw(countedPledgeOfMailbox({ campaign: 'p.campaign_id', keys: 'p.address_key' }))}) is null
        and not ${sql.raw(isMailboxBarred('p'))}
      order by p.campaign_id, p.address_key, p.created_at, p.person_id),
    counted as (
      update pledge p set state = 'counted', counted_at = coalesce(p.counted_at, clock_timestamp()) from heir h
      where p.campaign_id = h.campaign_id and p.person_id = h.person_id
      returning p.campaign_id, p.person_id, p.counted_at),
    days as (${sql.raw(addToDays('counted'))}),
    ${counted('counted', 1)}
    select from counter`.execute(tx)
}

/**
 * After a correction, counts pledges that a concurrent join wrote as repeated, because it still saw the other pledge of its mailbox as counted or barring.
 * Returns false if it has to be tried again later.
 */
export async function countMissedHeirs(tx: Tx, campaignIds: readonly string[]): Promise<boolean> {
  if (!(await lockCounters(tx, campaignIds))) return false
  await countHeirs(tx, sql`p.campaign_id = any(${[...campaignIds]}::uuid[])`)
  return true
}
