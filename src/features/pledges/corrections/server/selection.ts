import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { InvalidationPreview, Selection } from '../contract.ts'
import { shownNumber } from '../policy.ts'
import { sampleRows, shownFrom } from '../terms.ts'

/** The conditions of a selection besides its campaign. `until`: pledges made later are never selected. */
type Conditions = Omit<Selection, 'campaignId'> & { until: Date }

/** SQL condition on a pledge `p` and its person `q`. */
export function isSelected({ joinedFrom, joinedTo, mailDomain, accountHours, until }: Conditions) {
  const parts = [sql`p.created_at <= ${until}`]
  if (joinedFrom !== undefined) parts.push(sql`p.created_at >= ${hourOf(joinedFrom)}::timestamptz`)
  if (joinedTo !== undefined) parts.push(sql`p.created_at < ${hourOf(joinedTo)}::timestamptz`)
  if (mailDomain !== undefined) parts.push(sql`split_part(q.email, '@', 2) = ${mailDomain}`)
  if (accountHours !== undefined) parts.push(sql`p.created_at < q.created_at + make_interval(hours => ${accountHours})`)
  return sql<boolean>`coalesce(${sql.join(parts, sql` and `)}, false)`
}

/** All hours begin at the full hour UTC, so that a narrow range cannot single out one person. */
export function hourOf(time: string): string {
  const at = new Date(time)
  at.setUTCMinutes(0, 0, 0)
  return at.toISOString()
}

type SampleRow = { joined_at: Date; domain: string | null; account_hours: number; is_confirmed: boolean }

/** Counts the selected pledges and shows some of them without names. Numbers under 10 are hidden. */
export async function previewSelection(tx: Db, { campaignId, ...conditions }: Selection): Promise<InvalidationPreview> {
  const selected = sql`
    select p.campaign_id, p.person_id, p.created_at, p.state, coalesce(p.own_state, p.state) <> 'unconfirmed' as is_confirmed, q.created_at as account_at,
      split_part(q.email, '@', 2) as domain
    from pledge p join person q on q.id = p.person_id
    where ${campaignId === undefined ? sql`true` : sql`p.campaign_id = ${campaignId}`} and ${isSelected({ ...conditions, until: new Date() })}`
  const { rows } = await sql<{ pledges: number; counted: number; unconfirmed: number; sample: SampleRow[] | null }>`
    with selected as materialized (${selected}),
    domains as (
      select domain from selected group by 1 having count(*) >= ${shownFrom})
    select count(*)::int as pledges, count(*) filter (where state = 'counted')::int as counted, count(*) filter (where state = 'unconfirmed')::int as unconfirmed,
      (select json_agg(one) from (
        select date_trunc('hour', s.created_at, 'UTC') as joined_at, d.domain, s.is_confirmed,
          greatest(0, floor(extract(epoch from s.created_at - s.account_at) / 3600))::int as account_hours
        from selected s left join domains d using (domain) order by hashtextextended(s.person_id::text, 0) limit ${sampleRows}) one) as sample
    from selected`.execute(tx)
  const { pledges = 0, counted = 0, unconfirmed = 0, sample = [] } = rows[0] ?? {}
  return {
    pledges: shownNumber(pledges),
    counted: shownNumber(counted),
    unconfirmed: shownNumber(unconfirmed),
    sample:
      shownNumber(pledges) === null
        ? []
        : (sample ?? []).map(({ joined_at, domain, account_hours, is_confirmed }) => ({
            joinedAt: new Date(joined_at),
            mailDomain: domain,
            accountHours: account_hours,
            isConfirmed: is_confirmed,
          })),
  }
}
