import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { filesOf, nameOf } from '#features/media/server/files.ts'
import { eventually } from './load.ts'
import { communityContradictions } from './recount-communities.ts'

// Each query finds rows that contradict each other, regardless of what was acknowledged.
const contradictions: Record<string, string> = {
  'published without a counter, a place in the lists or its creator’s pledge': `
    select id from campaign c where status <> 'draft' and creator_id is not null and (
      not exists (select from campaign_stats where campaign_id = c.id) or (c.moderation is null) <> exists (select from campaign_rank where campaign_id = c.id)
      or not exists (select from pledge where campaign_id = c.id and person_id = c.creator_id))`,
  'published without a cause or an action': `
    select id from campaign c where status <> 'draft' and creator_id is not null and (
      not exists (select from campaign_cause where campaign_id = c.id) or not exists (select from campaign_action where campaign_id = c.id))`,
  'a draft with supporters or a place in the lists': `
    select id from campaign c where status = 'draft' and (
      exists (select from campaign_stats where campaign_id = c.id) or exists (select from campaign_rank where campaign_id = c.id)
      or exists (select from pledge where campaign_id = c.id) or exists (select from comment where campaign_id = c.id))`,
  'a supporters’ count that is not the number of counted pledges': `
    select campaign_id from campaign_stats s
    where counted <> (select count(*) from pledge p where p.campaign_id = s.campaign_id and p.state = 'counted')`,
  'a pledge with a correction that counts, or without one that does not': `
    select p.person_id from pledge p where (p.state = 'invalid') <> exists (select from pledge_correction c where c.campaign_id = p.campaign_id and c.person_id = p.person_id)`,
  'a mailbox of which a pledge may count and none does': `
    select p.person_id from pledge p where p.state = 'repeated' and p.address_key is not null
      and not exists (select from pledge k where k.campaign_id = p.campaign_id and k.address_key = p.address_key
        and (k.state = 'counted' or k.state = 'invalid' and k.own_state in ('counted', 'held', 'review')))`,
  'growth that is not the counted pledges, day by day': `
    select campaign_id from (select campaign_id, (counted_at at time zone 'UTC')::date as day, count(*) as n from pledge where state = 'counted' group by 1, 2) p
    full join campaign_day d using (campaign_id, day) where coalesce(p.n, 0) <> coalesce(d.counted, 0)`,
  'growth of a target, industry, cause or the platform that is not its supporters': `
    select t.subject_id from tally t left join (select subject_id, sum(added) as n from tally_day group by subject_id) d using (subject_id)
    where t.supporters <> coalesce(d.n, 0)`,
  'a list of targets, industries or causes that lacks one, or has another number of campaigns or another mark': `
    select coalesce(s.id, r.subject_id) from (select id, is_verified, merged_into from target union all select id, is_verified, merged_into from industry
      union all select id, is_verified, merged_into from cause) s
    full join subject_rank r on r.subject_id = s.id left join tally t on t.subject_id = s.id
    where s.id is null or r.subject_id is null or (r.campaigns, r.is_verified, r.is_merged) <> (coalesce(t.campaigns, 0), s.is_verified, s.merged_into is not null)`,
  'a merged entry that something uses': `
    select t.id from target t where t.merged_into is not null and exists (select from campaign where target_id = t.id)
    union all select i.id from industry i where i.merged_into is not null and exists (select from target where industry_id = i.id)
    union all select c.id from cause c where c.merged_into is not null and exists (select from campaign_cause where cause_id = c.id)`,
  'what the leader should have counted by now': `select id from pledge_log union all select id from tally_change`,
  'a victory without its statement, or with two': `
    select id from campaign c where status = 'victory' and creator_id is not null and (select count(*) from campaign_update where campaign_id = c.id and title = 'Victory') <> 1`,
  'a tally that differs from a recount': `
    with subject as (
      select c.id as campaign_id, c.yearly_cents, s.subject_id from campaign c join target t on t.id = c.target_id
      cross join lateral (select '00000000-0000-0000-0000-000000000000'::uuid as subject_id union all select t.id
        union all select t.industry_id where t.industry_id is not null
        union all select cause_id from campaign_cause where campaign_id = c.id) s
      where c.status = 'active' and c.moderation is null),
    counted as (
      select subject_id, count(distinct p.person_id) as supporters, count(distinct s.campaign_id) as campaigns,
        coalesce(sum(s.yearly_cents) filter (where p.person_id is not null), 0) as yearly_cents
      from subject s left join pledge p on p.campaign_id = s.campaign_id and p.state = 'counted' group by subject_id)
    select coalesce(c.subject_id, t.subject_id) from counted c full join tally t using (subject_id)
    where (coalesce(c.supporters, 0), coalesce(c.campaigns, 0), coalesce(c.yearly_cents, 0)) is distinct from
      (coalesce(t.supporters, 0), coalesce(t.campaigns, 0), coalesce(t.yearly_cents, 0))`,
  ...communityContradictions,
  'a notification of something that is gone, which nobody will remove': `
    select n.event_id from notification n where not exists (select from notification_event e where e.id = n.event_id)
      and not exists (select from notification_gone g where g.event_id = n.event_id)`,
  // Open campaigns only: a confirmation after the end still counts its person, but the number that it reaches is not announced.
  'a milestone that was reached and has no event': `
    select s.campaign_id from campaign_stats s join campaign c on c.id = s.campaign_id
    cross join lateral (select unnest(array[10, 100, 1000, 10000, 100000]::bigint[]) as number union select c.supporters_goal) m
    where s.is_open and m.number between 2 and s.supporters and not exists (select from campaign_milestone r where r.campaign_id = s.campaign_id and r.number = m.number)
      and not exists (select from pledge_log l where l.campaign_id = s.campaign_id)`,
  'a word of a campaign, a target or a community that the search does not know': `
    select word from (select unnest(tsvector_to_array(words)) as word from campaign where status <> 'draft'
      union select unnest(tsvector_to_array(words)) from target union select unnest(tsvector_to_array(words)) from community) found
    where word not in (select word from search_word)`,
  'an Idempotency-Key without its answer': `select key from idempotency_key where answer is null`,
}

// A ledger never writes the same text twice.
const doubles: Record<string, string> = {
  'the same campaign twice': `select min(id::text) from campaign group by title, creator_id having count(*) > 1`,
  'the same comment twice': `select min(id::text) from comment group by body, author_id having count(*) > 1`,
}

type Queries = Pick<pg.Pool, 'query'>

/** Recounts the whole database. Returns one line for each contradiction; `mediaFolder` contains the pictures. */
export async function contradictionsIn(pool: Queries, mediaFolder: string): Promise<string[]> {
  const found = await rowsFound(pool, contradictions)
  const { rows } = await pool.query<{ id: string; width: number; formats: string[]; purpose: string }>('select id, width, formats, purpose from media')
  for (const { id, ...kept } of rows)
    for (const file of filesOf(kept)) if (!existsSync(join(mediaFolder, nameOf(id, file)))) found.push(`a picture without a file: ${nameOf(id, file)}`)
  return found
}

/** The same for a running product, whose leader may still have to count the latest writes. */
export async function contradictionsOnceCounted(pool: Queries, mediaFolder: string): Promise<string[]> {
  const isCounted = async () => (await pool.query('select id from pledge_log union all select id from tally_change limit 1')).rows.length === 0
  // Changes that are never counted are found as contradictions below.
  await eventually('all changes are counted', isCounted).catch(() => {})
  return contradictionsIn(pool, mediaFolder)
}

/** Rows that exist twice although a ledger wrote them once. */
export const doublesIn = (pool: Queries): Promise<string[]> => rowsFound(pool, doubles)

/** Returns one line for each kind of contradiction that was found. */
export async function rowsFound(pool: Queries, queries: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await pool.query({ text: query, rowMode: 'array' })
    if (rows.length) found.push(`${name}: ${rows.slice(0, 5).flat().join(', ')} (${rows.length})`)
  }
  return found
}
