import { sql } from 'kysely'
import { rules } from '#features/moderation/terms.ts'
import { decisionTime } from '#features/reports/queue/terms.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { shownCount } from '#platform/shown-count.ts'
import type { ListedDemand, Transparency, TransparencyMonth } from '../contract.ts'

type MonthRow = Omit<TransparencyMonth, 'pledges_never_counted'> & { never_counted: number }

/** SQL field: the demand `w` as the public may know it. Its content and day would tell who wrote what. */
const demandJson = sql`json_build_object('month', to_char(w.created_at at time zone 'UTC', 'YYYY-MM'), 'by', case when w.is_named then w.made_by end,
  'from', w.demander, 'about', w.subject_kind, 'outcome', w.outcome)`

/** SQL condition: a decision of the site's moderators against a text. */
const isAgainst = sql`rule is not null and not by_mods and state in ('hidden', 'removed', 'warned')`

/** SQL field: the number of such decisions for each rule. */
const byRule = sql`json_build_object(${sql.join(rules.flatMap((rule) => [sql.lit(rule), sql`count(*) filter (where rule = ${sql.lit(rule)} and ${isAgainst})`]))})`
const noRule = sql`json_build_object(${sql.join(rules.flatMap((rule) => [sql.lit(rule), sql`0`]))})`

/** SQL field: how the content of the decision `d` came to the moderators. Closed reports are deleted after two years, so older ones say nothing. */
const askedBy = sql`case
  when w.id is not null then w.demander
  when exists (select from moderation_appeal a join moderation_decision o on o.id = a.decision_id
    where o.subject_id = d.subject_id and d.state in ('visible', 'lifted') and a.outcome = 'granted' and d.created_at between a.created_at and a.decided_at) then 'author'
  when exists (select from report o join report_case k on k.id = o.case_id where k.subject_kind = d.subject_kind and k.subject_id = d.subject_id
    and not o.is_automatic and d.created_at between o.created_at and o.closed_at) then 'reporters'
  when d.created_at > now() - interval '2 years' then 'moderators' end`

/**
 * SQL field: what became of a decision against a campaign, whose appeal is `v`. `next`: the state of the next decision about the campaign, `visible` if
 * it was shown again.
 */
const outcomeOf = (next: ReturnType<typeof sql>) => sql`case
  when v.outcome = 'granted' then 'reversed' when ${next} = 'visible' then 'restored' when ${next} is not null then 'replaced'
  when v.outcome = 'declined' then 'upheld' when v.id is not null then 'appealed' else 'in_force' end`

/** SQL field: the state of the next decision that hides or shows the content of the decision `d`. */
const nextDecision = sql`(select n.state from moderation_decision n where n.subject_id = d.subject_id and n.state in ('hidden', 'removed', 'visible')
  and (n.created_at, n.id) > (d.created_at, d.id) order by n.created_at, n.id limit 1)`

/** SQL field: the state of the next decision about the campaign of the audit log's entry `l`; `visible` if it was shown with the account of its creator. */
const nextAfterCreator = sql`(select n.state from (
    select 'visible' as state, b.at from audit_log b
    where b.subject_kind = 'campaign' and b.subject_id = l.subject_id and b.action = 'campaign.restored_with_creator' and b.at > l.at
    union all select o.state, o.created_at from moderation_decision o
    where o.subject_id = l.subject_id and o.state in ('hidden', 'removed', 'visible') and o.created_at > l.at) n order by n.at limit 1)`

/** SQL query: the newest appeal against the suspension `d` or a later change of it. */
const suspensionAppeal = sql`select v.* from moderation_appeal v join moderation_decision n on n.id = v.decision_id
  where n.subject_id = d.subject_id and n.state = 'suspended' and n.created_at >= d.created_at and not exists (
    select from moderation_decision e where e.subject_id = d.subject_id and e.state = 'lifted' and e.created_at between d.created_at and n.created_at)
  order by n.created_at desc limit 1`

const newest = 100

/**
 * SQL query: decisions about campaigns, newest first. Campaigns that were hidden with their creator, or ended by a moderator, have no decision of their
 * own and are in the audit log. An open report when a campaign ended counts as asked for by people who reported it.
 */
const campaignLog = sql`
  select decided_on, decision, rule, asked_by, outcome, at from (
    (select to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD') as decided_on, d.state as decision, d.rule, ${askedBy} as asked_by,
        case when d.state in ('hidden', 'removed') then ${outcomeOf(nextDecision)} end as outcome, d.created_at as at
      from moderation_decision d left join demand w on w.decision_id = d.id left join moderation_appeal v on v.decision_id = d.id
      where d.subject_kind = 'campaign' order by d.created_at desc limit ${newest})
    union all
    (select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD'), substr(l.action, length('campaign.') + 1), d.rule, case when d.id is not null then ${askedBy} end,
        case when l.action = 'campaign.hidden_with_creator' then ${outcomeOf(nextAfterCreator)} end, l.at
      from audit_log l left join moderation_decision d on d.id = (l.details->>'decision')::uuid left join demand w on w.decision_id = d.id
        left join lateral (${suspensionAppeal}) v on true
      where l.subject_kind = 'campaign' and l.action in ('campaign.hidden_with_creator', 'campaign.restored_with_creator') order by l.at desc limit ${newest})
    union all
    (select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD'), 'ended', null, case
        when exists (select from report o join report_case k on k.id = o.case_id where k.subject_kind = 'campaign' and k.subject_id = l.subject_id
          and not o.is_automatic and o.created_at <= l.at and coalesce(o.closed_at, l.at) >= l.at) then 'reporters'
        when l.at > now() - interval '2 years' then 'moderators' end, null, l.at
      from audit_log l where l.subject_kind = 'campaign' and l.action in ('campaign.victory', 'campaign.archived') order by l.at desc limit ${newest})
  ) logged order by at desc limit ${newest}`

/** All demands of companies and governments, newest first. */
export async function allDemands(db: Db): Promise<ListedDemand[]> {
  const { rows } = await sql<{ demand: ListedDemand }>`select ${demandJson} as demand from demand w order by w.created_at desc, w.id desc`.execute(db)
  return rows.map(({ demand }) => demand)
}

/** Public figures of the whole site. They name nobody, no text and no campaign. */
export async function transparency(db: Db): Promise<Transparency> {
  const { rows } = await sql<Omit<Transparency, 'months'> & { months: MonthRow[] }>`
    with since as (
      select date_trunc('month', now(), 'UTC') - interval '23 months' as at),
    decided as (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) filter (where state = 'hidden') as hidden,
        count(*) filter (where state = 'removed' and not by_mods) as removed, count(*) filter (where state = 'kept' and not by_mods) as kept,
        count(*) filter (where state = 'warned') as warned, count(*) filter (where state = 'visible') as restored, count(*) filter (where state = 'suspended') as suspended,
        count(*) filter (where state = 'removed' and by_mods) as removed_by_mods, count(*) filter (where state = 'kept' and by_mods) as kept_by_mods,
        count(*) filter (where state = 'hidden_by_reports') as hidden_by_reports, count(*) filter (where state = 'waiting') as held_by_rule, ${byRule} as by_rule
      from moderation_decision, since where created_at >= since.at group by 1),
    reported as (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as reports
      from report, since where created_at >= since.at and not is_automatic group by 1),
    closed as (
      select to_char(closed_at at time zone 'UTC', 'YYYY-MM') as month, case when count(*) >= ${decisionTime.atLeast} then
        round((percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at)) / 3600)::numeric, 1)::float end as median_hours
      from report, since where closed_at >= since.at and outcome <> 'gone' and not by_mods and not is_automatic group by 1),
    appealed as (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as appeals
      from moderation_appeal, since where created_at >= since.at group by 1),
    answered as (
      select to_char(decided_at at time zone 'UTC', 'YYYY-MM') as month, count(*) filter (where outcome = 'granted') as appeals_granted,
        count(*) filter (where outcome = 'declined') as appeals_declined, count(*) filter (where is_same_person) as appeals_same_person
      from moderation_appeal, since where decided_at >= since.at group by 1),
    demanded as (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
        count(*) filter (where demander = 'government' and outcome = 'removed') as demands_government_removed,
        count(*) filter (where demander = 'government' and outcome = 'refused') as demands_government_refused,
        count(*) filter (where demander = 'company' and outcome = 'removed') as demands_company_removed,
        count(*) filter (where demander = 'company' and outcome = 'refused') as demands_company_refused
      from demand, since where created_at >= since.at group by 1),
    corrected as (
      select to_char(corrected_at at time zone 'UTC', 'YYYY-MM') as month, sum(greatest(0, count_before - count_after)) as pledges_removed,
        sum(greatest(0, count_after - count_before)) as pledges_restored
      from count_correction, since where corrected_at >= since.at group by 1),
    never as (
      select to_char(n.month, 'YYYY-MM') as month, n.pledges as never_counted from never_counted n, since
      where n.pledges > 0 and n.month >= (since.at at time zone 'UTC')::date),
    months as (
      select month, coalesce(hidden, 0) as hidden, coalesce(removed, 0) as removed, coalesce(kept, 0) as kept, coalesce(warned, 0) as warned, coalesce(restored, 0) as restored, coalesce(suspended, 0) as suspended,
        coalesce(removed_by_mods, 0) as removed_by_mods, coalesce(kept_by_mods, 0) as kept_by_mods, coalesce(by_rule, ${noRule}) as by_rule,
        coalesce(reports, 0) as reports, median_hours, coalesce(hidden_by_reports, 0) as hidden_by_reports, coalesce(held_by_rule, 0) as held_by_rule,
        coalesce(appeals, 0) as appeals, coalesce(appeals_granted, 0) as appeals_granted, coalesce(appeals_declined, 0) as appeals_declined,
        coalesce(appeals_same_person, 0) as appeals_same_person,
        coalesce(demands_government_removed, 0) as demands_government_removed, coalesce(demands_government_refused, 0) as demands_government_refused,
        coalesce(demands_company_removed, 0) as demands_company_removed, coalesce(demands_company_refused, 0) as demands_company_refused,
        coalesce(pledges_removed, 0) as pledges_removed, coalesce(pledges_restored, 0) as pledges_restored, coalesce(never_counted, 0) as never_counted
      from decided full join reported using (month) full join closed using (month) full join appealed using (month) full join answered using (month) full join demanded using (month) full join corrected using (month) full join never using (month))
    select coalesce((select json_agg(m order by m.month desc) from months m), '[]') as months,
      coalesce((select json_agg(r order by r.decisions desc, r.rule) from (
        select rule, count(*) as decisions from moderation_decision where ${isAgainst} and created_at >= now() - interval '12 months' group by 1) r), '[]') as by_rule,
      coalesce((select json_agg(c order by c.at desc) from (${campaignLog}) c), '[]') as campaigns,
      coalesce((select json_agg(${demandJson} order by w.created_at desc, w.id desc) from (select * from demand order by created_at desc, id desc limit 100) w), '[]') as demands`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('An aggregate returned no row')
  return {
    months: found.months.map(({ never_counted, ...month }) => ({ ...month, pledges_never_counted: shownCount(never_counted) })),
    by_rule: found.by_rule,
    demands: found.demands,
    campaigns: found.campaigns.map(({ decided_on, decision, rule, asked_by, outcome }) => ({ decided_on, decision, rule, asked_by, outcome })),
  }
}
