import { type Kysely, sql } from 'kysely'
import { entriesOfCampaign } from '#features/pledges/tallies/server/entries.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'

type Db = Kysely<DB>

/** Fills the supporter counter of each campaign. */
export async function fillStats(db: Db): Promise<void> {
  await sql`
    with counted as (select campaign_id, count(*) as n from pledge where state = 'counted' group by campaign_id)
    insert into campaign_stats (campaign_id, is_open, counted, counted_version)
    select c.id, c.status = 'active', coalesce(n, 0), 1 from campaign c left join counted on counted.campaign_id = c.id
    where c.status <> 'draft'`.execute(db)
}

/**
 * Fills the supporters of each directory entry and the days on which they came, in one statement for each kind. The result equals that of the
 * pledge log's own statement, which processes 5,000 pledges at a time by index: too slow for millions.
 */
export async function fillTallySupporters(db: Db, kind: 'platform' | 'target' | 'industry' | 'cause'): Promise<void> {
  await sql`
    with subject as materialized (
      select c.id as campaign_id, s.subject_id
      from campaign c join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s
      where c.status = 'active' and s.kind = ${kind}),
    supporter as materialized (
      select s.subject_id, p.person_id, count(*) as n, min(p.counted_at) as since
      from pledge p join subject s on s.campaign_id = p.campaign_id
      where p.state = 'counted' group by s.subject_id, p.person_id),
    kept as (insert into tally_supporter (subject_id, person_id, n) select subject_id, person_id, n from supporter)
    insert into tally_day (subject_id, day, added)
    select subject_id, (since at time zone 'UTC')::date as day, count(*) from supporter group by subject_id, day`.execute(db)
}

/** Fills the tally of every directory entry from its supporters, campaigns and their counters. */
export async function fillTally(db: Db): Promise<void> {
  await sql`
    with active as (
      select s.subject_id, s.kind, count(*) as campaigns, sum(coalesce(c.yearly_cents, 0) * stats.supporters) as cents
      from campaign c join target g on g.id = c.target_id join campaign_stats stats on stats.campaign_id = c.id
      cross join lateral (${entriesOfCampaign}) s
      where c.status = 'active' group by s.subject_id, s.kind),
    people as (select subject_id, count(*) as supporters from tally_supporter group by subject_id)
    insert into tally as t (subject_id, kind, supporters, campaigns, yearly_cents)
    select subject_id, kind, coalesce(supporters, 0), campaigns, cents from active left join people using (subject_id)
    on conflict (subject_id) do update set supporters = excluded.supporters, campaigns = excluded.campaigns, yearly_cents = excluded.yearly_cents`.execute(db)
}

/** Fills the member count and the number of posts in seven days of each community, and the likes and comments of each post. */
export async function fillCommunities(db: Db): Promise<void> {
  await sql`
    with member as (select community_id, count(*) as n from community_member where status = 'active' group by community_id),
    post as (select community_id, count(*) as n from community_post where in_week group by community_id)
    insert into community_rank (community_id, privacy, tags, created_at, members, posts_week)
    select c.id, c.privacy, array(select distinct norm(tag) from unnest(c.tags) as tag), c.created_at, coalesce(member.n, 0), coalesce(post.n, 0)
    from community c left join member on member.community_id = c.id left join post on post.community_id = c.id`.execute(db)
  await sql`
    with liked as (select post_id, count(*) as n from community_post_like group by post_id),
    said as (select post_id, count(*) as n from comment where post_id is not null and removed_at is null group by post_id)
    insert into community_post_stats (post_id, likes, comments)
    select p.id, coalesce(liked.n, 0), coalesce(said.n, 0)
    from community_post p left join liked on liked.post_id = p.id left join said on said.post_id = p.id`.execute(db)
}

/** Fills the search dictionary as its triggers would have. */
export async function fillSearchWords(db: Db): Promise<void> {
  await sql`
    insert into search_word (word)
    select word from (
      select unnest(tsvector_to_array(words)) as word from campaign where status <> 'draft'
      union select unnest(tsvector_to_array(words)) from target
      union select unnest(tsvector_to_array(words) || word_list(array_to_string(tags, ' '))) from community) found
    order by word`.execute(db)
}
