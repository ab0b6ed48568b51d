import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isNewEnough } from './trending.ts'

const dueStats = sql`
  select o.id as post_id, (select count(*) from community_post_like l where l.post_id = o.id) as likes,
    (select count(*) from comment s where s.post_id = o.id and s.removed_at is null) as comments
  from community_post o`

/** Posts of the last seven days that are missing in the weekly count, which has no moderated ones. Older posts in it are no error: a job removes them within 30 seconds. */
const isTooEarlyOut = sql`not in_week and moderation is null and ${isNewEnough}`

/** Posts whose counts of likes or comments are wrong, or that are missing in the weekly count; one line each. */
export async function postDifferences(tx: Db): Promise<string[]> {
  const { rows: posts } = await sql<{ id: string; reason: string }>`
    select d.post_id as id, case when s.post_id is null then 'has no counts'
        else 'counts ' || s.likes || ' likes and ' || s.comments || ' comments, has ' || d.likes || ' and ' || d.comments end as reason
    from (${dueStats}) d left join community_post_stats s using (post_id)
    where s.post_id is null or (s.likes, s.comments) is distinct from (d.likes, d.comments) order by d.post_id`.execute(tx)
  const { rows: early } = await sql<{ id: string }>`select id from community_post where ${isTooEarlyOut} order by id`.execute(tx)
  return [
    ...posts.map(({ id, reason }) => `post ${id}: ${reason}`),
    ...early.map(({ id }) => `post ${id}: was created in the last seven days but is not counted as such`),
  ]
}

/**
 * Corrects the differences. Call it after `repairCommunities`: a post that is added to the weekly count also changes its community's
 * count. Locks the counters first, so that concurrent likes and comments wait and are then added to the corrected counts.
 */
export async function repairPosts(tx: Db): Promise<void> {
  await sql`select count(*) from (select from community_post_stats order by post_id for update) held`.execute(tx)
  await sql`
    insert into community_post_stats (post_id, likes, comments)
    select post_id, likes, comments from (${dueStats}) d where not exists (select from community_post_stats s where s.post_id = d.post_id)
    on conflict do nothing`.execute(tx)
  await sql`
    update community_post_stats s set likes = d.likes, comments = d.comments from (${dueStats}) d
    where d.post_id = s.post_id and (s.likes, s.comments) is distinct from (d.likes, d.comments)`.execute(tx)
  await sql`update community_post set in_week = true where ${isTooEarlyOut}`.execute(tx)
}
