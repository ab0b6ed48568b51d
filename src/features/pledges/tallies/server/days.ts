import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { entriesOfCampaign, isTallied } from './entries.ts'

/** SQL that adds a change in distinct supporters to today's row (UTC). `rows` selects subject_id and people. */
export const addToEntryDays = (rows: ReturnType<typeof sql>) => sql`
  insert into tally_day as d (subject_id, day, added)
  select subject_id, (now() at time zone 'UTC')::date, people from (${rows}) moved where people <> 0 order by subject_id
  on conflict (subject_id, day) do update set added = d.added + excluded.added`

/** Fills the table after data was loaded: each person counts on the day of the first counted pledge. */
export async function fillEntryDays(db: Db): Promise<void> {
  await db.deleteFrom('tally_day').execute()
  await sql`
    insert into tally_day (subject_id, day, added)
    select subject_id, day, count(*) from (
      select s.subject_id, p.person_id, min((p.counted_at at time zone 'UTC')::date) as day
      from campaign c join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s
      join pledge p on p.campaign_id = c.id and p.state = 'counted'
      where ${isTallied} group by s.subject_id, p.person_id) entered
    group by subject_id, day`.execute(db)
  await settleEntryDays(db)
}

const unsettled = sql`
  select t.subject_id, t.kind, t.supporters, coalesce(k.added, 0) as added
  from tally t left join (select subject_id, sum(added) as added from tally_day group by subject_id) k using (subject_id)
  where t.supporters <> coalesce(k.added, 0)`

/** One line for each directory entry whose daily changes do not add up to its supporters. */
export async function entryDayDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ subject_id: string; kind: string; supporters: number; added: number }>`${unsettled} order by t.subject_id`.execute(tx)
  return rows.map(({ subject_id, kind, supporters, added }) => `tally ${subject_id} (${kind}): supporters ${supporters}, sum of its days ${added}`)
}

/** Makes the daily changes add up to the supporters in `tally`, by adding the difference to today. */
export async function settleEntryDays(tx: Db): Promise<void> {
  await addToEntryDays(sql`select subject_id, supporters - added as people from (${unsettled}) u`).execute(tx)
}
