import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { addToEntryDays } from './days.ts'
import { entriesOfCampaign, isTallied } from './entries.ts'
import { recordedEvents } from './record-events.ts'

/** Number of pledges that are applied in one statement. */
export const batchSize = 2_000

/**
 * Moves pledges from the log into the distinct counts of target, industry, causes and platform, in one statement and
 * hence exactly once. `telling` also writes outbox rows (not wanted for example data). Returns the number of pledges;
 * fewer than `batchSize` means that hardly any are left.
 */
export async function applyPledgeLog(db: Db, { telling = false } = {}): Promise<number> {
  const ids = sql`select l.id from pledge_log l where ${isPublished} order by l.id limit ${batchSize} for update skip locked`
  return db.isTransaction ? apply(db, { ids, telling }) : db.transaction().execute((tx) => apply(tx, { ids, telling }))
}

/**
 * Applies the pledges in the log for these campaigns, except those that wait for the next step of a campaign that counts quietly. It waits for
 * rows that another transaction has locked.
 */
export async function applyPledgesOf(tx: Db, campaignIds: readonly string[]): Promise<void> {
  const ids = sql`select l.id from pledge_log l where l.campaign_id = any(${campaignIds}::uuid[]) and ${isPublished} order by l.id for update`
  await apply(tx, { ids, telling: true })
}

type Leaving = { campaignId: string; personId: string; movedTo: string | null }

/**
 * Applies a person's rows of a campaign's log, also those that wait for a step, then deletes the rows that counted them under its directory
 * entries. The rows of the empty person to whom the pledge has moved wait if the pledge itself has not been published.
 * While the campaign counts quietly, the rows of both wait if the person has another pledge under one of its entries: the empty person would be
 * one more supporter there, and the step of the total would tell that somebody has just left.
 */
export async function forgetSupporter(tx: Db, { campaignId, personId, movedTo }: Leaving): Promise<void> {
  await applyPledgesOf(tx, [campaignId])
  const own = sql`(select coalesce(sum(delta), 0) from pledge_log where campaign_id = ${campaignId} and person_id = ${personId})`
  const { rows } = await sql`
    select 1 from campaign_stats q join campaign c on c.id = q.campaign_id join target g on g.id = c.target_id
    where q.campaign_id = ${campaignId} and q.quiet_at is not null and ${own} < 0 and (${movedTo}::uuid is null or exists (
      select from (${entriesOfCampaign}) s join tally_supporter t on t.subject_id = s.subject_id where t.person_id = ${personId} and t.n > 1))`.execute(tx)
  if (rows.length > 0) return
  const ids = sql`
    select l.id from pledge_log l where l.campaign_id = ${campaignId}
      and (l.person_id = ${personId} or (l.person_id = ${movedTo}::uuid and ${own} < 0)) order by l.id for update`
  await apply(tx, { ids, telling: false })
  await forgetEmptyRows(tx, [{ campaignId, personId }])
}

type Left = { campaignId: string; personId: string }

/** Deletes what would still tell under which entries these people have been counted, after they have disconnected their pledges. */
async function forgetEmptyRows(tx: Db, people: readonly Left[]): Promise<void> {
  const given = sql`unnest(${people.map(({ campaignId }) => campaignId)}::uuid[], ${people.map(({ personId }) => personId)}::uuid[])`
  await sql`
    delete from tally_supporter t using ${given} as given(campaign_id, person_id)
    join campaign c on c.id = given.campaign_id join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s
    where t.subject_id = s.subject_id and t.person_id = given.person_id and t.n = 0`.execute(tx)
}

/** SQL: true unless the row `l` waits for the next step of a campaign that counts quietly. */
const isPublished = sql`not exists (select from campaign_stats q where q.campaign_id = l.campaign_id and q.quiet_log < l.id)`

/** Applies rows of the log. Call it in a transaction. Only a disconnected pledge leaves the log with a restored row of -1. */
async function apply(tx: Db, { ids, telling }: { ids: ReturnType<typeof sql>; telling: boolean }): Promise<number> {
  const result = await sql<{ applied: number; left: Left[] | null }>`
    with batch as (
      delete from pledge_log where id = any(array(${ids}))
      returning id, campaign_id, person_id, delta, is_restored),
    subject as (
      select b.person_id, b.delta, c.yearly_cents, s.subject_id, s.kind
      from batch b
      -- A campaign that ended or was hidden while it counted quietly has left the tallies already.
      join campaign c on c.id = b.campaign_id and ${isTallied}
      join target g on g.id = c.target_id
      cross join lateral (${entriesOfCampaign}) s),
    moved as (
      select subject_id, person_id, sum(delta)::int as n from subject group by subject_id, person_id),
    kept as (
      insert into tally_supporter as t (subject_id, person_id, n)
      select subject_id, person_id, n from moved order by subject_id, person_id
      on conflict (subject_id, person_id) do update set n = t.n + excluded.n
      returning subject_id, person_id, n),
    people as (
      select k.subject_id, sum(case when k.n > 0 and k.n - m.n <= 0 then 1 when k.n <= 0 and k.n - m.n > 0 then -1 else 0 end)::int as people
      from kept k join moved m using (subject_id, person_id) group by k.subject_id),
    cents as (
      select subject_id, min(kind) as kind, sum(delta * coalesce(yearly_cents, 0)) as cents from subject group by subject_id),
    days as (${addToEntryDays(sql`select subject_id, people from people`)}),
    applied as (
      insert into tally as t (subject_id, kind, supporters, yearly_cents)
      select c.subject_id, c.kind, p.people, c.cents from cents c join people p using (subject_id) order by c.subject_id
      on conflict (subject_id) do update set supporters = t.supporters + excluded.supporters, yearly_cents = t.yearly_cents + excluded.yearly_cents),
    ${recordedEvents(telling)}
    select count(*)::int as applied,
      json_agg(json_build_object('campaignId', campaign_id, 'personId', person_id)) filter (where delta < 0 and is_restored) as left
    from batch`.execute(tx)
  const { applied, left } = result.rows[0] ?? { applied: 0, left: null }
  if (left) await forgetEmptyRows(tx, left)
  return applied
}

/** Adds an active campaign to the counts of its target, industry, causes and the platform. Must run in the transaction that publishes it. */
export async function tallyCampaign(tx: Db, campaignId: string): Promise<void> {
  await sql`
    insert into tally as t (subject_id, kind, campaigns)
    select s.subject_id, s.kind, 1
    from campaign c join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s
    where c.id = ${campaignId}
    order by s.subject_id
    on conflict (subject_id) do update set campaigns = t.campaigns + 1`.execute(tx)
}
