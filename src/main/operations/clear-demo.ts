import { sql } from 'kysely'
import { removeWaysIn } from '#features/accounts/server/public.ts'
import { anonymise } from '#features/settings/leaving/server/leave.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { slugOf } from '#platform/slug.ts'
import { readHistory, readTargets } from '../demo/demo-files.ts'
import { clearCommunities, markCommunities } from './clear-communities.ts'
import { mendCounts } from './recount.ts'
import { Refused } from './refused.ts'

// The demo is loaded only into a database without people. A person who was created before the load, and has one of its addresses or none any more, is
// therefore invented.
const inventedPeople = sql`
  select id from person where (email like '%@demo.test' or deleted_at is not null)
    and created_at < (select (value->>'loadedAt')::timestamptz from site_setting where name = 'demo')`

/**
 * Removes the demo's people with everything they did, their campaigns, the historical ones, and companies that no campaign names any more.
 * Contributions and pledges of others to those campaigns are deleted with them; in campaigns of others only the demo's own rows are deleted.
 * Communities are treated likewise, but one in which a real person posted stays and gets a new owner. Throws `Refused` where the two cannot be
 * separated.
 */
export async function clearDemo(tx: Tx): Promise<{ people: number; campaigns: number }> {
  await sql`create temporary table invented on commit drop as ${inventedPeople}`.execute(tx)
  await sql`
    create temporary table unreal on commit drop as
    select id from campaign where is_historical or creator_id in (select id from invented)`.execute(tx)
  // Locks in a separate statement, so that the checks below stay valid. Lock order: posts, then comments, as when a post is deleted with its
  // comments.
  await sql`lock table community_post, comment in share row exclusive mode`.execute(tx)
  await markCommunities(tx)
  await refuseAnswered(tx)

  await sql`delete from pledge_log where campaign_id in (select id from unreal) or person_id in (select id from invented)`.execute(tx)
  await sql`delete from comment_like where person_id in (select id from invented)`.execute(tx)
  await sql`delete from campaign where id in (select id from unreal)`.execute(tx)
  await clearCommunities(tx)
  await sql`delete from comment where author_id in (select id from invented)`.execute(tx)
  await sql`delete from campaign_chat_message where author_id in (select id from invented)`.execute(tx)
  await sql`delete from pledge where person_id in (select id from invented)`.execute(tx)
  await clearNotifications(tx)
  await removeCompanies(tx)
  await clearPeople(tx)
  await sql`update site_setting set name = 'demo-cleared' where name = 'demo'`.execute(tx)
  await mendCounts(tx)
  await sql`delete from tally t where kind = 'target' and not exists (select from target where id = t.subject_id)`.execute(tx)
  await sql`delete from tally_day d where not exists (select from tally where subject_id = d.subject_id)`.execute(tx)

  const { rows } = await sql<{ people: number; campaigns: number }>`
    select (select count(*) from invented) as people, (select count(*) from unreal) as campaigns`.execute(tx)
  return rows[0] ?? { people: 0, campaigns: 0 }
}

/** People whom a record of moderation names keep an anonymous row, as after a deletion, because such records are never deleted. */
async function clearPeople(tx: Tx): Promise<void> {
  await sql`update report set reporter_id = null, notice_name = null, notice_email = null where reporter_id in (select id from invented)`.execute(tx)
  await sql`delete from written_text where person_id in (select id from invented)`.execute(tx)
  await sql`delete from company_statement where author_id in (select id from invented)`.execute(tx)
  await sql`delete from representative where person_id in (select id from invented)`.execute(tx)
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from person where id in (select id from invented) and id in (
      select actor_id from audit_log union select author_id from moderation_decision union select moderator_id from moderation_decision
      union select started_by from invalidation union select consented_by from invalidation union select requested_by from company_request)`.execute(tx)
  for (const { id, email } of rows) {
    await removeWaysIn(tx, { personId: id, email })
    await anonymise(tx, id)
  }
  const kept = rows.map(({ id }) => id)
  await sql`delete from person where id in (select id from invented) and id <> all(${kept}::uuid[])`.execute(tx)
}

/** Deleting a comment deletes its replies too, so a comment with replies of real people stays. */
async function refuseAnswered(tx: Db): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from comment c join comment answer on answer.parent_id = c.id
    where c.author_id in (select id from invented) and answer.author_id not in (select id from invented)
      and (c.campaign_id not in (select id from unreal) or c.post_id in (select id from staying_post))`.execute(tx)
  const answers = rows[0]?.n ?? 0
  if (answers > 0) throw new Refused(`people answered comments of the demo's accounts in their own campaigns (${answers}). Nothing was changed.`)
}

/** Removes the notifications of the demo's people, and those of others about them. A job removes what is left of other notifications. */
async function clearNotifications(tx: Db): Promise<void> {
  await sql`
    delete from notification_event where actor_id in (select id from invented) or recipient_id in (select id from invented)`.execute(tx)
  const tables = ['notification', 'notification_group', 'notification_digest', 'notification_mailing', 'push_subscription', 'mail']
  for (const table of tables) await sql`delete from ${sql.table(table)} where person_id in (select id from invented)`.execute(tx)
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
