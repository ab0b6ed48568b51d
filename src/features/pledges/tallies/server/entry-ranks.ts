import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { keptNow } from './score.ts'

/**
 * Refreshes the sort values of targets, industries and causes: supporters and impact from `tally`, the sum of active
 * campaigns' scores from `campaign_rank`. Skips locked rows until the next run; returns the number of changed rows.
 */
export async function refreshEntryRanks(db: Db): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with kept as materialized (select ${keptNow} as now),
    scored as materialized (
      select target_id, industry_id, cause_ids, exp(greatest(score - kept.now, -600)) as score
      from campaign_rank, kept where status = 'active' and score > 0),
    due as (
      select subject_id, ln(sum(score)) + (select now from kept) as score from (
        select target_id as subject_id, score from scored
        union all select industry_id, score from scored where industry_id is not null
        union all select unnest(cause_ids), score from scored) part
      group by subject_id),
    differing as (
      select r.subject_id, coalesce(t.supporters, 0) as supporters, coalesce(t.yearly_cents, 0) as yearly_cents, coalesce(due.score, 0) as score
      from subject_rank r left join tally t on t.subject_id = r.subject_id left join due on due.subject_id = r.subject_id
      where (r.supporters, r.yearly_cents) is distinct from (coalesce(t.supporters, 0), coalesce(t.yearly_cents, 0))
        or abs(r.score - coalesce(due.score, 0)) > 0.000001
      order by r.subject_id for update of r skip locked),
    changed as (
      update subject_rank r set supporters = d.supporters, yearly_cents = d.yearly_cents, score = d.score
      from differing d where d.subject_id = r.subject_id returning 1)
    select count(*)::int as changed from changed`.execute(db)
  return rows[0]?.changed ?? 0
}
