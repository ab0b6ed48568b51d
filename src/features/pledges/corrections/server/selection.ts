import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { roundedCount, smallestShown } from '#platform/shown-count.ts'
import { groupOf } from '../../holding/server/release.ts'
import type { InvalidationPreview, Selection } from '../contract.ts'
import { sampleRows, selectableAges } from '../terms.ts'

/** The conditions of a selection besides its campaign. `until`: pledges made later are never selected. */
type Conditions = Omit<Selection, 'campaignId'> & { isHeld?: boolean; until: Date }

/** SQL condition on a pledge `p` and its person `q`. */
export function isSelected({ joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds, isHeld, until }: Conditions) {
  const parts = [sql`p.created_at <= ${until}`]
  if (joinedFrom !== undefined) parts.push(sql`p.created_at >= ${hourOf(joinedFrom)}::timestamptz`)
  if (joinedTo !== undefined) parts.push(sql`p.created_at < ${hourOf(joinedTo)}::timestamptz`)
  if (mailDomain !== undefined) parts.push(sql`split_part(q.email, '@', 2) = ${mailDomain}`)
  if (accountHours !== undefined) parts.push(sql`p.created_at < q.created_at + make_interval(hours => ${accountHours})`)
  if (network !== undefined)
    parts.push(
      sql`exists (select from join_signal s where s.campaign_id = p.campaign_id and s.person_id = p.person_id and ${isHeld ? groupOf : sql`s.network`} = ${network})`,
    )
  if (formSeconds !== undefined) parts.push(isFormUnder(formSeconds))
  if (isHeld) parts.push(sql`p.state in ('held', 'review')`)
  return sql<boolean>`coalesce(${sql.join(parts, sql` and `)}, false)`
}

/** A skipped form has no time, but the signal of the join. */
const isFormUnder = (seconds: number) => sql`(
  exists (select from sign_up_signal f where f.person_id = p.person_id and f.form_seconds < ${seconds})
  or exists (select from join_signal s where s.campaign_id = p.campaign_id and s.person_id = p.person_id and s.is_quick))`

/** All hours begin at the full hour UTC, so that a narrow range cannot single out one person. */
export function hourOf(time: string): string {
  const at = new Date(time)
  at.setUTCMinutes(0, 0, 0)
  return at.toISOString()
}

type SampleRow = { joined_at: Date; domain: string | null; account_hours: number; is_confirmed: boolean }
type Preview = Record<'pledges' | 'people' | 'counted' | 'counted_people' | 'unconfirmed' | 'unconfirmed_people', number> & { sample: SampleRow[] | null }

const people = sql`count(distinct person_id)`

/**
 * Counts the selected pledges, rounded down to tens, and shows some of them without names. Numbers about fewer than 10 people are hidden, and so are rows that fewer
 * than 10 people have in common: hour and age together would be the time of a sign-up, which moderators know.
 */
export async function previewSelection(tx: Db, { campaignId, ...conditions }: Selection): Promise<InvalidationPreview> {
  const selected = sql`
    select p.person_id, date_trunc('hour', p.created_at, 'UTC') as joined_at, p.state, coalesce(p.own_state, p.state) <> 'unconfirmed' as is_confirmed,
      ${lowestAge} as account_hours, split_part(q.email, '@', 2) as domain
    from pledge p join person q on q.id = p.person_id
    where ${campaignId === undefined ? sql`true` : sql`p.campaign_id = ${campaignId}`} and ${isSelected({ ...conditions, until: new Date() })}`
  const { rows } = await sql<Preview>`
    with selected as materialized (${selected}),
    domains as (
      select domain from selected group by 1 having ${people} >= ${smallestShown}),
    named as (
      select s.person_id, s.joined_at, s.account_hours, s.is_confirmed, d.domain from selected s left join domains d using (domain)),
    common as (
      select joined_at, account_hours, is_confirmed, domain from named group by 1, 2, 3, 4 having ${people} >= ${smallestShown})
    select count(*)::int as pledges, ${people}::int as people,
      count(*) filter (where state = 'counted')::int as counted, (${people} filter (where state = 'counted'))::int as counted_people,
      count(*) filter (where state = 'unconfirmed')::int as unconfirmed, (${people} filter (where state = 'unconfirmed'))::int as unconfirmed_people,
      (select json_agg(one) from (
        select n.joined_at, n.domain, n.is_confirmed, n.account_hours
        from named n join common c on (c.joined_at, c.account_hours, c.is_confirmed) = (n.joined_at, n.account_hours, n.is_confirmed)
          and c.domain is not distinct from n.domain
        order by hashtextextended(n.person_id::text, 0) limit ${sampleRows}) one) as sample
    from selected`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An aggregate returned no row')
  return {
    pledges: row.people < smallestShown ? null : roundedCount(row.pledges),
    counted: row.counted_people < smallestShown ? null : roundedCount(row.counted),
    unconfirmed: row.unconfirmed_people < smallestShown ? null : roundedCount(row.unconfirmed),
    sample: (row.sample ?? []).map(({ joined_at, domain, account_hours, is_confirmed }) => ({
      joinedAt: new Date(joined_at),
      mailDomain: domain,
      accountHours: account_hours,
      isConfirmed: is_confirmed,
    })),
  }
}

/** Counts the selected people whose pledges no correction has taken out yet, up to 10. */
export async function countSelectedPeople(tx: Db, { campaignId, ...conditions }: Selection): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (
      select distinct p.person_id from pledge p join person q on q.id = p.person_id
      where ${campaignId === undefined ? sql`true` : sql`p.campaign_id = ${campaignId}`} and p.state <> 'invalid' and ${isSelected({ ...conditions, until: new Date() })}
      limit ${smallestShown}) found`.execute(tx)
  return rows[0]?.people ?? 0
}

/** The age of the account when it joined, as the lower bound of its range. */
const lowestAge = sql`case ${sql.join(
  selectableAges.map(
    (hours, n) => sql`when p.created_at < q.created_at + make_interval(hours => ${hours}) then ${sql.lit(n === 0 ? 0 : (selectableAges[n - 1] ?? 0))}`,
  ),
  sql` `,
)} else ${sql.lit(selectableAges.at(-1) ?? 0)} end`
