import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** More than are shown, because some may be gone when they are read. */
const kept = { lists: 12, alternatives: 5 }
const atOnce = 200

/**
 * Rebuilds the entry summaries whose campaigns changed and returns their number. The same transaction removes them from
 * the queue, so none is lost.
 */
export async function refreshDueSummaries(db: Db): Promise<number> {
  return db.isTransaction ? refreshIn(db) : db.transaction().execute(refreshIn)
}

async function refreshIn(tx: Db): Promise<number> {
  // One refresh at a time. The lock is a statement of its own, so that the snapshot of the next one is taken
  // afterwards; otherwise older lists could replace newer ones.
  await sql`select pg_advisory_xact_lock(hashtextextended('subject digests', 0))`.execute(tx)
  const { rows } = await sql<{ subject_id: string }>`
    with taken as (
      delete from entry_summary_due where id in (select id from entry_summary_due order by id for update skip locked) returning subject_id)
    select distinct subject_id from taken order by subject_id`.execute(tx)
  const due = rows.map(({ subject_id }) => subject_id)
  for (let from = 0; from < due.length; from += atOnce) await rebuildSummaries(tx, due.slice(from, from + atOnce))
  return due.length
}

async function rebuildSummaries(tx: Db, ids: string[]): Promise<void> {
  for (const setting of ['jit = off', 'max_parallel_workers_per_gather = 0', "statement_timeout = '60s'"]) await sql.raw(`set local ${setting}`).execute(tx)
  await sql`
    insert into entry_summary as d (subject_id, alternatives, causes, industries, targets) ${summariesOf(ids)}
    on conflict (subject_id) do update set
      alternatives = excluded.alternatives, causes = excluded.causes, industries = excluded.industries, targets = excluded.targets`.execute(tx)
  await sql`delete from entry_summary d where subject_id = any(${ids}::uuid[]) and not exists (select from subject_rank where subject_id = d.subject_id)`.execute(
    tx,
  )
}

/** SQL for the correct summaries of these entries. Equal frequencies are ordered by name. */
export const summariesOf = (ids: string[]) => sql`
  with asked as (
    select id from unnest(${ids}::uuid[]) as asked(id)),
  member as materialized (
    select a.id as subject_id, 'target' as kind, r.campaign_id, r.target_id, r.industry_id, r.cause_ids
    from asked a join campaign_rank r on r.target_id = a.id and r.status = 'active'
    union all
    select a.id, 'industry', r.campaign_id, r.target_id, r.industry_id, r.cause_ids
    from asked a join campaign_rank r on r.industry_id = a.id and r.status = 'active'
    union all
    select a.id, 'cause', r.campaign_id, r.target_id, r.industry_id, r.cause_ids
    from asked a join campaign_rank r on r.cause_ids @> array[a.id] and r.status = 'active'),
  alternative as (
    select m.subject_id, mode() within group (order by btrim(a.name)) as name,
      mode() within group (order by a.url) filter (where a.url ~* '^https?://') as url, count(distinct m.campaign_id) as campaigns,
      row_number() over (partition by m.subject_id order by count(distinct m.campaign_id) desc, lower(btrim(a.name))) as place
    from member m join campaign_alternative a on a.campaign_id = m.campaign_id
    group by m.subject_id, lower(btrim(a.name))),
  alternatives as (
    select subject_id, jsonb_agg(jsonb_build_object('name', name, 'url', url, 'campaigns', campaigns) order by place) as list
    from alternative where place <= ${sql.lit(kept.alternatives)} group by subject_id),
  ${placed('cause', sql`cross join lateral unnest(m.cause_ids) as x(id)`, sql`m.kind <> 'cause'`)},
  ${placed('industry', sql`cross join lateral (select m.industry_id as id) as x`, sql`m.kind = 'cause' and m.industry_id is not null`)},
  ${placed('target', sql`cross join lateral (select m.target_id as id) as x`, sql`m.kind = 'cause'`)}
  select a.id as subject_id, coalesce(alternatives.list, '[]') as alternatives, coalesce(causes.list, '[]') as causes,
    coalesce(industries.list, '[]') as industries, coalesce(targets.list, '[]') as targets
  from asked a left join alternatives on alternatives.subject_id = a.id
  left join ${listed('cause')} causes on causes.subject_id = a.id
  left join ${listed('industry')} industries on industries.subject_id = a.id
  left join ${listed('target')} targets on targets.subject_id = a.id
  order by a.id`

type Noun = 'cause' | 'industry' | 'target'

/** For each entry, the number of its campaigns for each cause, industry or target `x`. */
const placed = (noun: Noun, source: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) => sql`
  ${sql.raw(noun)}_of as (
    select m.subject_id, x.id, count(*) as campaigns,
      row_number() over (partition by m.subject_id order by bool_or(k.is_verified) desc, count(*) desc, min(k.sort_name)) as place
    from member m ${source} join subject_rank k on k.subject_id = x.id
    where ${condition} group by m.subject_id, x.id)`

const listed = (noun: Noun) => sql`
  (select subject_id, jsonb_agg(jsonb_build_object('id', id, 'campaigns', campaigns) order by place) as list
    from ${sql.raw(noun)}_of where place <= ${sql.lit(kept.lists)} group by subject_id)`
