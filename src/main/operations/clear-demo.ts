import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { slugOf } from '#platform/slug.ts'
import { readHistory, readTargets } from '../demo/demo-files.ts'
import { mendCounts } from './recount.ts'
import { Refused } from './refused.ts'

// The demo is loaded only where nobody is, so whoever was there before it was loaded and has an address of it, or none any more, is invented.
const inventedPeople = sql`
  select id from person where (email like '%@demo.test' or deleted_at is not null)
    and created_at < (select (value->>'loadedAt')::timestamptz from site_setting where name = 'demo')`

/**
 * Removes the demo's people with all they did, their campaigns, history, and companies that no campaign names any more.
 * What others wrote and joined in those campaigns goes with them; in campaigns of others everything but the demo's own
 * stays. Throws `Refused` where that cannot be told apart.
 */
export async function clearDemo(tx: Db): Promise<{ people: number; campaigns: number }> {
  await sql`create temporary table invented on commit drop as ${inventedPeople}`.execute(tx)
  await sql`
    create temporary table unreal on commit drop as
    select id from campaign where is_historical or creator_id in (select id from invented)`.execute(tx)
  await refuseAnswered(tx)

  await sql`delete from pledge_log where campaign_id in (select id from unreal) or person_id in (select id from invented)`.execute(tx)
  await sql`delete from comment_like where person_id in (select id from invented)`.execute(tx)
  await sql`delete from campaign where id in (select id from unreal)`.execute(tx)
  await sql`delete from campaign_comment where author_id in (select id from invented)`.execute(tx)
  await sql`delete from campaign_chat_message where author_id in (select id from invented)`.execute(tx)
  await sql`delete from pledge where person_id in (select id from invented)`.execute(tx)
  await sql`delete from person where id in (select id from invented)`.execute(tx)
  await removeCompanies(tx)
  await sql`update site_setting set name = 'demo-cleared' where name = 'demo'`.execute(tx)
  await mendCounts(tx)
  await sql`delete from tally t where kind = 'target' and not exists (select from target where id = t.subject_id)`.execute(tx)
  await sql`delete from tally_day d where not exists (select from tally where subject_id = d.subject_id)`.execute(tx)

  const { rows } = await sql<{ people: number; campaigns: number }>`
    select (select count(*) from invented) as people, (select count(*) from unreal) as campaigns`.execute(tx)
  return rows[0] ?? { people: 0, campaigns: 0 }
}

/** Removing a comment takes the answers below it along, so an answered one stays. */
async function refuseAnswered(tx: Db): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from campaign_comment c join campaign_comment answer on answer.parent_id = c.id
    where c.author_id in (select id from invented) and answer.author_id not in (select id from invented)
      and c.campaign_id not in (select id from unreal)`.execute(tx)
  const answers = rows[0]?.n ?? 0
  if (answers > 0) throw new Refused(`people answered comments of the demo's accounts in their own campaigns (${answers}). Nothing was changed.`)
}

async function removeCompanies(tx: Db): Promise<void> {
  const real = new Set(readTargets().map(({ name }) => slugOf(name)))
  const historical = readHistory()
    .map(({ target }) => slugOf(target.name))
    .filter((slug) => !real.has(slug))
  await sql`
    delete from target t where (is_fictional or slug = any(${historical}))
      and not exists (select from campaign where target_id = t.id)`.execute(tx)
}
