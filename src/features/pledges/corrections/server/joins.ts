import { sql } from 'kysely'
import { isId } from '#platform/id.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Joins } from '../contract.ts'
import { shownNumber } from '../policy.ts'
import { accountAges, burst, shownDomains, shownFrom, shownHours } from '../terms.ts'

type Row = {
  hours: { at: string; joins: number }[]
  usual: number
  domains: { mailDomain: string; joins: number }[] | null
  joins: number
  ages: number[]
}

/** Joins of the last hours of a campaign or the site, whatever their state, by hour, mail domain and age of the account. Null for an unknown campaign. */
export async function joinsOf(db: Db, given: string | undefined): Promise<Joins | null> {
  const campaign = given === undefined ? null : await findCampaign(db, given)
  if (campaign === undefined) return null
  const own = campaign === null ? sql`true` : sql`p.campaign_id = ${campaign.id}`
  const [since, before] = [sql`now.hour - make_interval(hours => ${shownHours - 1})`, sql`now.hour - make_interval(hours => ${shownHours - 1}, days => 28)`]
  const younger = accountAges.slice(0, -1).map((hours) => sql`p.created_at < q.created_at + make_interval(hours => ${hours})`)
  const age = sql`case ${sql.join(
    younger.map((isYounger, n) => sql`when ${isYounger} then ${sql.lit(n)}`),
    sql` `,
  )} else ${sql.lit(younger.length)} end`
  const { rows } = await sql<Row>`
    with now as (
      select date_trunc('hour', now(), 'UTC') as hour),
    recent as materialized (
      select date_trunc('hour', p.created_at, 'UTC') as hour, split_part(q.email, '@', 2) as domain, ${age} as age
      from now, pledge p join person q on q.id = p.person_id where ${own} and p.created_at >= ${since}),
    hours as (
      select h.hour as at, count(r.hour)::int as joins
      from now cross join lateral generate_series(${since}, now.hour, interval '1 hour') as h(hour) left join recent r on r.hour = h.hour group by 1),
    domains as (
      select domain, count(*)::int as joins from recent where domain is not null group by 1 having count(*) >= ${shownFrom} order by 2 desc, 1 limit ${shownDomains})
    select (select json_agg(h order by at desc) from hours h) as hours,
      (select json_agg(json_build_object('mailDomain', domain, 'joins', joins) order by joins desc, domain) from domains) as domains,
      (select count(*)::int from recent) as joins,
      array(select (select count(*)::int from recent where age = n) from generate_series(0, ${younger.length}) n order by n) as ages,
      (select count(*) / (28 * 24.0) from now, pledge p where ${own} and p.created_at >= ${before} and p.created_at < ${since})::float8 as usual`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('An aggregate returned no row')
  const domains = row.domains ?? []
  return {
    campaign,
    usualPerHour: row.usual,
    hours: row.hours.map(({ at, joins }) => ({ at: new Date(at), joins, isBurst: isBurst(joins, row.usual) })),
    domains,
    otherDomains: shownNumber(row.joins - domains.reduce((sum, { joins }) => sum + joins, 0)),
    ages: accountAges.map((underHours, n) => ({ underHours, joins: row.ages[n] ?? 0 })),
  }
}

const isBurst = (joins: number, usual: number) => joins >= burst.joins && joins >= burst.times * usual

/** A published campaign by its id or slug, hidden ones too; undefined if there is none. */
async function findCampaign(db: Db, given: string) {
  return db
    .selectFrom('campaign as c')
    .innerJoin('campaign_stats as s', 's.campaign_id', 'c.id')
    .select(['c.id', sql<string>`c.slug`.as('slug'), 'c.title', 's.supporters'])
    .where(isId(given) ? 'c.id' : 'c.slug', '=', given)
    .executeTakeFirst()
}
