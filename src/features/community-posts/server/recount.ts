import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const dueStats = sql`
  select o.id as post_id, (select count(*) from community_post_like l where l.post_id = o.id) as likes,
    (select count(*) from comment s where s.post_id = o.id and s.removed_at is null) as comments
  from community_post o`

/** Since when a post has been one of the last seven days and is not taken for one. The other way round the job has half a minute. */
const isTooEarlyOut = sql`not in_week and created_at > now() - interval '7 days'`

/** Posts that count other likes or comments than they have, or that count for nothing too early; one line each. */
export async function postDifferences(tx: Db): Promise<string[]> {
  const { rows: posts } = await sql<{ id: string; reason: string }>`
    select d.post_id as id, case when s.post_id is null then 'has no counts'
        else 'counts ' || s.likes || ' likes and ' || s.comments || ' comments, has ' || d.likes || ' and ' || d.comments end as reason
    from (${dueStats}) d left join community_post_stats s using (post_id)
    where s.post_id is null or (s.likes, s.comments) is distinct from (d.likes, d.comments) order by d.post_id`.execute(tx)
  const { rows: early } = await sql<{ id: string }>`select id from community_post where ${isTooEarlyOut} order by id`.execute(tx)
  return [
    ...posts.map(({ id, reason }) => `post ${id}: ${reason}`),
    ...early.map(({ id }) => `post ${id}: is of the last seven days and not counted among them`),
  ]
}

/**
 * Makes them what they must be, after `repairCommunities`: what counts again moves its community's count with it. The
 * counters are held first: who likes or comments meanwhile counts from there.
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
