import { sql } from 'kysely'
import { shownNumber } from '#features/pledges/corrections/policy.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Transparency, TransparencyMonth } from '../contract.ts'

type MonthRow = Omit<TransparencyMonth, 'pledges_never_counted'> & { never_counted: number }

/** Public figures of the whole site. They name nobody, no text and no campaign. */
export async function transparency(db: Db): Promise<Transparency> {
  const { rows } = await sql<Omit<Transparency, 'months'> & { months: MonthRow[] }>`
    with since as (
      select date_trunc('month', now(), 'UTC') - interval '23 months' as at),
    decided as (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) filter (where state = 'hidden') as hidden,
        count(*) filter (where state = 'removed') as removed, count(*) filter (where state = 'visible') as restored, count(*) filter (where state = 'suspended') as suspended
      from moderation_decision, since where created_at >= since.at group by 1),
    corrected as (
      select to_char(corrected_at at time zone 'UTC', 'YYYY-MM') as month, sum(greatest(0, count_before - count_after)) as pledges_removed,
        sum(greatest(0, count_after - count_before)) as pledges_restored
      from count_correction, since where corrected_at >= since.at group by 1),
    never as (
      select to_char(n.month, 'YYYY-MM') as month, n.pledges as never_counted from never_counted n, since
      where n.pledges > 0 and n.month >= (since.at at time zone 'UTC')::date),
    months as (
      select month, coalesce(hidden, 0) as hidden, coalesce(removed, 0) as removed, coalesce(restored, 0) as restored, coalesce(suspended, 0) as suspended,
        coalesce(pledges_removed, 0) as pledges_removed, coalesce(pledges_restored, 0) as pledges_restored, coalesce(never_counted, 0) as never_counted
      from decided full join corrected using (month) full join never using (month))
    select coalesce((select json_agg(m order by m.month desc) from months m), '[]') as months,
      coalesce((select json_agg(r order by r.decisions desc, r.rule) from (
        select rule, count(*) as decisions from moderation_decision where rule is not null and state in ('hidden', 'removed') and created_at >= now() - interval '12 months' group by 1) r), '[]') as by_rule,
      coalesce((select json_agg(c order by c.at desc) from (
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as decided_on, state as decision, rule, created_at as at from moderation_decision
        where subject_kind = 'campaign' order by created_at desc limit 100) c), '[]') as campaigns`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An aggregate returned no row')
  return {
    months: found.months.map(({ never_counted, ...month }) => ({ ...month, pledges_never_counted: shownNumber(never_counted) })),
    by_rule: found.by_rule,
    campaigns: found.campaigns.map(({ decided_on, decision, rule }) => ({ decided_on, decision, rule })),
  }
}
