import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

const dueRanks = sql`
  select c.id as community_id, c.privacy, array(select distinct norm(tag) from unnest(c.tags) as tag order by 1) as tags, c.created_at,
    (select count(*) from community_member m where m.community_id = c.id and m.status = 'active') as members, coalesce(w.posts, 0) as posts_week
  from community c
  left join (select community_id, count(*) as posts from community_post where in_week group by community_id) w on w.community_id = c.id
  where c.moderation is null`

/** Communities whose `community_rank` row differs from their own data, one line each. */
export async function communityDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ slug: string; reason: string }>`
    with due as (${dueRanks})
    select c.slug, case when r.community_id is null then 'is missing from the lists'
        when r.members <> d.members then 'counts ' || r.members || ' members, has ' || d.members
        when r.posts_week <> d.posts_week then 'counts ' || r.posts_week || ' posts in seven days, has ' || d.posts_week
        else 'is in the lists with wrong filters' end as reason
    from due d join community c on c.id = d.community_id left join community_rank r on r.community_id = d.community_id
    where r.community_id is null
      or (r.members, r.posts_week, r.privacy, array(select tag from unnest(r.tags) as tag order by tag), r.created_at)
        is distinct from (d.members, d.posts_week, d.privacy, d.tags, d.created_at)
    union all select c.slug, 'is hidden but in the lists' from community c join community_rank r on r.community_id = c.id where c.moderation is not null
    order by slug`.execute(tx)
  return rows.map(({ slug, reason }) => `community ${slug}: ${reason}`)
}

/** Corrects the `community_rank` rows. Locks them first, so that concurrent changes wait and are then added to the corrected counts. */
export async function repairCommunities(tx: Db): Promise<void> {
  await sql`delete from community_rank r using community c where c.id = r.community_id and c.moderation is not null`.execute(tx)
  await sql`select count(*) from (select from community_rank order by community_id for update) held`.execute(tx)
  await sql`
    insert into community_rank (community_id, privacy, tags, members, posts_week, created_at)
    select community_id, privacy, tags, members, posts_week, created_at from (${dueRanks}) d
    where not exists (select from community_rank r where r.community_id = d.community_id) order by community_id
    on conflict do nothing`.execute(tx)
  await sql`
    update community_rank r set privacy = d.privacy, tags = d.tags, members = d.members, posts_week = d.posts_week, created_at = d.created_at
    from (${dueRanks}) d where d.community_id = r.community_id
      and (r.privacy, r.tags, r.members, r.posts_week, r.created_at) is distinct from (d.privacy, d.tags, d.members, d.posts_week, d.created_at)`.execute(tx)
}

/** Inserts or deletes the row of a community whose moderation has changed. The caller has locked the community. */
export async function rankModerated(tx: Db, id: string): Promise<void> {
  await sql`delete from community_rank where community_id = ${id}`.execute(tx)
  await sql`
    insert into community_rank (community_id, privacy, tags, members, posts_week, created_at)
    select community_id, privacy, tags, members, posts_week, created_at from (${dueRanks}) d where community_id = ${id}`.execute(tx)
}
