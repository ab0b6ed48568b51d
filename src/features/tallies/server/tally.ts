import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { addToEntryDays } from './days.ts'
import { entriesOfCampaign } from './entries.ts'
import { recordedEvents } from './record-events.ts'

/** Number of pledges that are applied in one statement. */
export const batchSize = 2_000

/**
 * Moves pledges from the log into the distinct counts of target, industry, causes and platform, in one statement and
 * hence exactly once. `telling` also writes outbox rows (not wanted for example data). Returns the number of pledges;
 * fewer than `batchSize` means that hardly any are left.
 */
export async function applyPledgeLog(db: Db, { telling = false } = {}): Promise<number> {
  return apply(db, { ids: sql`select id from pledge_log order by id limit ${batchSize} for update skip locked`, telling })
}

/** Applies all pledges in the log for these campaigns. It waits for rows that another transaction has locked. */
export async function applyPledgesOf(tx: Db, campaignIds: readonly string[]): Promise<void> {
  await apply(tx, { ids: sql`select id from pledge_log where campaign_id = any(${campaignIds}::uuid[]) order by id for update`, telling: true })
}

async function apply(db: Db, { ids, telling }: { ids: ReturnType<typeof sql>; telling: boolean }): Promise<number> {
  const result = await sql<{ applied: number }>`
    with batch as (
      delete from pledge_log where id = any(array(${ids}))
      returning id, campaign_id, person_id, delta, is_restored),
    subject as (
      select b.person_id, b.delta, c.yearly_cents, s.subject_id, s.kind
      from batch b
      join campaign c on c.id = b.campaign_id
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
    select count(*)::int as applied from batch`.execute(db)
  return result.rows[0]?.applied ?? 0
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
