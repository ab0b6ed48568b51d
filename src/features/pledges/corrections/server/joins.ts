import { type RawBuilder, sql } from 'kysely'
import { isId } from '#platform/id.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { roundedCount, smallestShown } from '#platform/shown-count.ts'
import type { Joins } from '../contract.ts'
import { accountAges, burst, formTimes, selectableAges, shownDays, shownDomains, shownHourPeople } from '../terms.ts'

type Row = {
  days: { day: string; joins: number }[]
  hours: { at: string; joins: number }[] | null
  usual: number
  domains: { mailDomain: string; joins: number }[] | null
  others: number
  ages: number[]
  forms: number[]
  networks: { network: string; joins: number; quick: number }[] | null
}
type Campaign = NonNullable<Joins['campaign']>

/** One person may join many campaigns, so people are counted before a number is shown. */
const people = sql`count(distinct person_id)`

const shownPart = (condition: RawBuilder<unknown>) =>
  sql`case when ${people} filter (where ${condition}) >= ${smallestShown} then count(*) filter (where ${condition}) / 10 * 10 else 0 end`

/**
 * SQL number of the joins that are shown: confirmed and unconfirmed ones, each rounded down to tens, and 0 for fewer than 10 people. Anybody can sign
 * up with addresses of a domain, so unconfirmed ones must not lift the others over what is shown.
 */
const shown = (condition = sql`true`) => sql`(${shownPart(sql`${condition} and not is_unconfirmed`)} + ${shownPart(sql`${condition} and is_unconfirmed`)})::int`

/** Joins of the last days of a campaign or the site, whatever their state, by groups. An hour is listed only if many people joined in it. */
export async function joinsOf(db: Db, campaign: Campaign | null): Promise<Joins> {
  const own = campaign === null ? sql`true` : sql`p.campaign_id = ${campaign.id}`
  const [since, before] = [sql`now.day - make_interval(days => ${shownDays - 1})`, sql`now.day - make_interval(days => ${shownDays + 27})`]
  const younger = selectableAges.map((hours) => sql`p.created_at < q.created_at + make_interval(hours => ${hours})`)
  const age = sql`case ${sql.join(
    younger.map((isYounger, n) => sql`when ${isYounger} then ${sql.lit(n)}`),
    sql` `,
  )} else ${sql.lit(younger.length)} end`
  const shorter = formTimes.slice(1, -1).map((seconds, n) => sql`when f.form_seconds < ${seconds} then ${sql.lit(n + 1)}`)
  const form = sql`case when s.is_quick or f.form_seconds < ${formTimes[0]} then 0 ${sql.join(shorter, sql` `)} else ${sql.lit(formTimes.length - 1)} end`
  const { rows } = await sql<Row>`
    with now as (
      select date_trunc('day', now(), 'UTC') as day),
    recent as materialized (
      select p.person_id, p.state = 'unconfirmed' as is_unconfirmed, date_trunc('hour', p.created_at, 'UTC') as hour, split_part(q.email, '@', 2) as domain,
        ${age} as age, ${form} as form
      from now, pledge p join person q on q.id = p.person_id left join sign_up_signal f on f.person_id = p.person_id
      left join join_signal s on s.campaign_id = p.campaign_id and s.person_id = p.person_id where ${own} and p.created_at >= ${since}),
    days as (
      select (d.day at time zone 'UTC')::date as day, ${shown()} as joins
      from now cross join lateral generate_series(${since}, now.day, interval '1 day') as d(day)
      left join recent r on r.hour >= d.day and r.hour < d.day + interval '1 day' group by d.day),
    hours as (
      select hour as at, count(*)::int as joins from recent group by 1 having ${people} >= ${shownHourPeople}),
    domains as (
      select domain, ${shown()} as joins from recent where domain is not null group by 1 having ${shown()} > 0 order by 2 desc, 1 limit ${shownDomains}),
    signals as (
      select s.network, s.person_id, s.is_quick, p.state = 'unconfirmed' as is_unconfirmed
      from now, join_signal s join pledge p using (campaign_id, person_id) where ${own} and s.at >= ${since})
    select (select json_agg(d order by day desc) from days d) as days, (select json_agg(h order by at desc) from hours h) as hours,
      (select json_agg(json_build_object('mailDomain', domain, 'joins', joins) order by joins desc, domain) from domains) as domains,
      (select ${shown()} from recent where domain is null or domain not in (select domain from domains)) as others,
      array(select (select ${shown()} from recent where age = n) from generate_series(0, ${younger.length}) n order by n) as ages,
      array(select (select ${shown()} from recent where form = n) from generate_series(0, ${formTimes.length - 1}) n order by n) as forms,
      (select json_agg(n order by joins desc, network) from (
        select network, ${shown()} as joins, ${shown(sql`is_quick`)} as quick from signals
        group by 1 having ${shown()} > 0 order by 2 desc, 1 limit ${shownDomains}) n) as networks,
      (select count(*) / (28 * 24.0) from now, pledge p where ${own} and p.created_at >= ${before} and p.created_at < ${since})::float8 as usual`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('An aggregate returned no row')
  const orNull = (joins: number | undefined) => joins || null
  return {
    campaign,
    usualPerDay: roundedCount(Math.floor(24 * row.usual)),
    total: orNull(row.days.reduce((sum, { joins }) => sum + joins, 0)),
    days: row.days.map(({ day, joins }) => ({ day, joins: orNull(joins) })),
    hours: (row.hours ?? []).map(({ at, joins }) => ({ at: new Date(at), joins: roundedCount(joins) ?? 0, isBurst: isBurst(joins, row.usual) })),
    domains: row.domains ?? [],
    otherDomains: orNull(row.others),
    networks: (row.networks ?? []).map(({ network, joins, quick }) => ({ network, joins, quickForms: orNull(quick) })),
    ages: accountAges.map((underHours, n) => ({ underHours, joins: orNull(row.ages[n]) })),
    forms: formTimes.map((underSeconds, n) => ({ underSeconds, joins: orNull(row.forms[n]) })),
  }
}

const isBurst = (joins: number, usual: number) => joins >= burst.joins && joins >= burst.times * usual

/** A published campaign by its id or slug, hidden ones too; undefined if there is none. */
export async function findCampaign(db: Db, given: string): Promise<Campaign | undefined> {
  return db
    .selectFrom('campaign as c')
    .innerJoin('campaign_stats as s', 's.campaign_id', 'c.id')
    .select(['c.id', sql<string>`c.slug`.as('slug'), 'c.title', 's.supporters'])
    .where(isId(given) ? 'c.id' : 'c.slug', '=', given)
    .executeTakeFirst()
}
