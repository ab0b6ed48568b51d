import { type RawBuilder, sql } from 'kysely'
import { writeAudit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { groupOf } from '../../holding/server/release.ts'
import type { AddressKey } from '../../server/address-key.ts'
import type { InvalidationPreview, Selection } from '../contract.ts'
import { type CellKind, cellKinds, hourOf, isOneHour, type SelectedPart, shownSum } from '../policy.ts'
import { selectableAges, selectableFormTimes, shownHourPeople } from '../terms.ts'

/** The conditions of a selection besides its campaign. `until`: pledges made later are never selected. */
type Conditions = Omit<Selection, 'campaignId'> & { isHeld?: boolean; until: Date }

/** The campaigns in which pledges are selected; all if undefined. */
type Where = { tx: Db; addressKey: AddressKey; campaignIds: readonly string[] | undefined }

/** SQL condition on a pledge `p` and its person `q`. */
export async function isSelected(where: Where, { joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds, isHeld, until }: Conditions) {
  const parts = [sql`p.created_at <= ${until}`]
  if (joinedFrom !== undefined) parts.push(sql`p.created_at >= ${hourOf(joinedFrom)}::timestamptz`)
  if (joinedTo !== undefined) parts.push(sql`p.created_at < ${hourOf(joinedTo)}::timestamptz`)
  if (mailDomain !== undefined) parts.push(await isFromDomain(where, mailDomain))
  if (accountHours !== undefined) parts.push(sql`p.created_at < q.created_at + make_interval(hours => ${accountHours})`)
  if (network !== undefined)
    parts.push(
      sql`exists (select from join_signal s where s.campaign_id = p.campaign_id and s.person_id = p.person_id and ${isHeld ? groupOf : sql`s.network`} = ${network})`,
    )
  if (formSeconds !== undefined) parts.push(isFormUnder(formSeconds))
  if (isHeld) parts.push(sql`p.state in ('held', 'review')`)
  return sql<boolean>`coalesce(${sql.join(parts, sql` and `)}, false)`
}

/** By the present address, or by that at joining, because people can change their address or delete their account. */
async function isFromDomain({ tx, addressKey, campaignIds }: Where, domain: string) {
  const ids = campaignIds ?? (await allCampaigns(tx))
  const known = ids.flatMap((id) => addressKey.ofDomain(domain, id).map((key) => ({ id, key })))
  return sql<boolean>`(split_part(q.email, '@', 2) = ${domain} or (p.campaign_id, p.domain_key) in (
    select * from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ key }) => key)}::integer[])))`
}

async function allCampaigns(tx: Db): Promise<string[]> {
  const rows = await tx.selectFrom('campaign_stats').select('campaign_id').execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

/** A skipped form has no time, but the signal of the join. */
const isFormUnder = (seconds: number) => sql<boolean>`(
  exists (select from sign_up_signal f where f.person_id = p.person_id and f.form_seconds < ${seconds})
  or exists (select from join_signal s where s.campaign_id = p.campaign_id and s.person_id = p.person_id and s.is_quick))`

/** A moderator looks at a selection. */
type Looking = { selection: Selection; moderatorId: string }
type Counting = Looking & { addressKey: AddressKey }
type Cell = Record<'people' | 'pledges' | 'counted_people' | 'counted' | 'unconfirmed_people' | 'unconfirmed', number>

const people = sql`count(distinct person_id)`

/**
 * Counts the selected pledges by the cells of the selection (`shownSum`). Unconfirmed ones are cells of their own: anybody can sign up with
 * addresses of a domain, so they must not lift the number of confirmed people over what is shown.
 */
export async function previewSelection(tx: Db, { selection: { campaignId, ...conditions }, moderatorId, addressKey }: Counting): Promise<InvalidationPreview> {
  const kinds = cellKinds(conditions)
  const selected = await isSelected({ tx, addressKey, campaignIds: campaignId === undefined ? undefined : [campaignId] }, { ...conditions, until: new Date() })
  const cell = sql.join([sql`1`, ...kinds.map((kind) => cells[kind])])
  const { rows } = await sql<Cell>`
    with selected as materialized (
      select p.person_id, p.state, (${cell}) as cell from pledge p join person q on q.id = p.person_id
      where ${inScope({ campaignId, moderatorId })} and ${selected})
    select ${people}::int as people, count(*)::int as pledges,
      (${people} filter (where state = 'counted'))::int as counted_people, count(*) filter (where state = 'counted')::int as counted,
      (${people} filter (where state = 'unconfirmed'))::int as unconfirmed_people, count(*) filter (where state = 'unconfirmed')::int as unconfirmed
    from selected group by cell, state = 'unconfirmed'`.execute(tx)
  return {
    pledges: shownSum(rows),
    counted: shownSum(rows.map((row) => ({ people: row.counted_people, pledges: row.counted }))),
    unconfirmed: shownSum(rows.map((row) => ({ people: row.unconfirmed_people, pledges: row.unconfirmed }))),
  }
}

/** Records that a moderator counts a selection, before the answer. */
export async function recordPreview(db: Db, { selection: { campaignId, ...conditions }, moderatorId }: Looking): Promise<void> {
  const subject = campaignId === undefined ? { kind: 'site', id: null } : { kind: 'campaign', id: campaignId }
  await inTransaction(db, (tx) => writeAudit(tx, { actorId: moderatorId, action: 'pledges.preview', subject, reason: '', details: conditions }))
}

/** Refuses an hour in which too few people joined. */
export async function refuseSmallHour(db: Db, { campaignId, joinedFrom, joinedTo }: Pick<Selection, 'campaignId' | 'joinedFrom' | 'joinedTo'>): Promise<void> {
  if (joinedFrom === undefined || joinedTo === undefined || !isOneHour({ joinedFrom, joinedTo })) return
  const { rows } = await sql<{ people: number }>`
    select ${people}::int as people from pledge p
    where ${campaignId === undefined ? sql`true` : sql`p.campaign_id = ${campaignId}`} and p.created_at >= ${hourOf(joinedFrom)}::timestamptz and p.created_at < ${hourOf(joinedTo)}::timestamptz`.execute(
    db,
  )
  if ((rows[0]?.people ?? 0) < shownHourPeople) refuseFields({ joinedFrom: 'HOUR_TOO_SMALL' })
}

/** SQL condition on a pledge `p`: it is in the campaign, or in any campaign that is not the moderator's own. */
const inScope = ({ campaignId, moderatorId }: { campaignId: string | undefined; moderatorId: string }) =>
  campaignId ? sql<boolean>`p.campaign_id = ${campaignId}` : sql<boolean>`p.campaign_id not in (select id from campaign where creator_id = ${moderatorId})`

/** Counts the selected pledges that no correction has taken out yet, by campaign. */
export function selectedParts(tx: Db, { selection: { campaignId, ...conditions }, moderatorId, addressKey }: Counting): Promise<SelectedPart[]> {
  const where = { tx, addressKey, campaignIds: campaignId === undefined ? undefined : [campaignId] }
  return partsIn(where, { scope: inScope({ campaignId, moderatorId }), conditions: { ...conditions, until: new Date() } })
}

/** `scope`: SQL condition on a pledge `p`. */
export async function partsIn(where: Where, { scope, conditions }: { scope: RawBuilder<boolean>; conditions: Conditions }): Promise<SelectedPart[]> {
  const selected = await isSelected(where, conditions)
  const { rows } = await sql<SelectedPart>`
    select s.campaign_id as "campaignId", s.counted::int as supporters, count(*)::int as pledges, (count(*) filter (where p.state = 'counted'))::int as counted
    from pledge p join person q on q.id = p.person_id join campaign_stats s on s.campaign_id = p.campaign_id
    where ${scope} and p.state <> 'invalid' and ${selected}
    group by s.campaign_id`.execute(where.tx)
  return rows
}

/** SQL of the cell of a pledge `p` and its person `q`: the first class that an account or a form belongs to. */
const cells: Record<CellKind, RawBuilder<unknown>> = {
  day: sql`date_trunc('day', p.created_at, 'UTC')`,
  age: sql`case ${sql.join(
    selectableAges.map((hours) => sql`when p.created_at < q.created_at + make_interval(hours => ${hours}) then ${sql.lit(hours)}`),
    sql` `,
  )} end`,
  form: sql`case ${sql.join(
    selectableFormTimes.map((seconds) => sql`when ${isFormUnder(seconds)} then ${sql.lit(seconds)}`),
    sql` `,
  )} end`,
}
