import { type Selectable, sql } from 'kysely'
import { bringBack, type CountChange, countMissedHeirs, type PledgeList, takeOut } from '#features/pledges/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Invalidation } from '#platform/server/store/schema.gen.ts'
import type { AddressKey } from '../../server/address-key.ts'
import type { Step } from '../../server/run-steps.ts'
import type { UndoPart } from '../contract.ts'
import { isPartLarge, type SelectedPart } from '../policy.ts'
import type { Consent, InvalidationState } from '../terms.ts'
import { isSelected, partsIn } from './selection.ts'

/** Pledges that one step looks at, and those that it changes. Joins of a campaign wait while a step changes its pledges, so there are few. */
const [scannedAtMost, changedAtMost] = [2_000, 250]

export type InvalidationRow = Omit<Selectable<Invalidation>, 'undo_part'> & { state: InvalidationState; consent: Consent | null; undo_part: UndoPart | null }

/**
 * Carries out the next step of the oldest invalidation that is under way, in one transaction. One that has begun comes first, so that no other changes
 * what is left for it. A restart continues after the last step.
 */
export const nextStep = (db: Db, addressKey: AddressKey): Promise<Step> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<InvalidationRow>`
      select * from invalidation where state in ('running', 'undoing') order by checked > 0 desc, created_at, id limit 1 for update skip locked`.execute(tx)
    const invalidation = rows[0]
    if (!invalidation) return { state: 'idle' }
    return invalidation.state === 'running' ? takeOutStep({ tx, addressKey }, invalidation) : bringBackStep({ tx, addressKey }, invalidation)
  })

export type Stepping = { tx: Tx; addressKey: AddressKey }
type Scanned = { scanned: number; last: { campaign: string; person: string } | null } & Record<'campaign_ids' | 'person_ids', string[] | null>

/**
 * Ends a correction for which others have left fewer than 10 pledges since it was started or proposed; one of the whole site leaves such campaigns out.
 * An administrator has consented to a small one.
 */
async function leaveOutSmall({ tx, addressKey }: Stepping, invalidation: InvalidationRow): Promise<InvalidationRow | null> {
  const { id, campaign_id, consent, is_held, checked } = invalidation
  if (checked > 0 || is_held || consent === 'admin') return invalidation
  const campaignIds = campaignsOf(invalidation)
  const parts = await partsIn(
    { tx, addressKey, campaignIds },
    { scope: sql<boolean>`p.campaign_id = any(${campaignIds}::uuid[])`, conditions: conditionsOf(invalidation) },
  )
  const large = parts.filter(isPartLarge).map((part) => part.campaignId)
  if (large.length === 0) return null
  if (campaign_id !== null) return invalidation
  await tx.updateTable('invalidation').set({ campaign_ids: large }).where('id', '=', id).execute()
  return { ...invalidation, campaign_ids: large }
}

async function takeOutStep({ tx, addressKey }: Stepping, given: InvalidationRow): Promise<Step> {
  const invalidation = await leaveOutSmall({ tx, addressKey }, given)
  if (!invalidation) return finish(tx, { id: given.id, state: 'declined' })
  const { id, campaign_id, note } = invalidation
  const scope = campaign_id === null ? sql`p.campaign_id = any(${campaignsOf(invalidation)}::uuid[])` : sql`true`
  const selected = await isSelected({ tx, addressKey, campaignIds: campaignsOf(invalidation) }, conditionsOf(invalidation))
  const { rows } = await sql<Scanned>`
    with scanned as materialized (
      select p.* from pledge p where ${afterCursor(invalidation, campaign_id)} order by p.campaign_id, p.person_id limit ${scannedAtMost}),
    judged as (
      select p.campaign_id, p.person_id, (${scope} and ${selected}) as is_selected from scanned p join person q on q.id = p.person_id)
    ${scannedRow}`.execute(tx)
  const row = rows[0]
  if (!row?.last) return finish(tx, { id, state: 'done' })
  const list = listOf(row)
  const corrected = list.personIds.length ? await takeOut(tx, { invalidationId: id, list }) : { pledges: 0, changes: [] }
  if (!corrected) return { state: 'waiting' }
  await recordChanges(tx, { id, reason: 'invalidated', note: note ?? '', undoNumber: 0, changes: corrected.changes })
  await sql`
    update invalidation set checked = checked + ${row.scanned}, pledges = pledges + ${corrected.pledges},
      after_campaign = ${row.last.campaign}, after_person = ${row.last.person} where id = ${id}`.execute(tx)
  return moved(corrected.changes)
}

async function bringBackStep({ tx, addressKey }: Stepping, invalidation: InvalidationRow): Promise<Step> {
  const { id, undo_note, undo_part, undos } = invalidation
  const inPart = await isInPart({ tx, addressKey }, { part: undo_part, startedAt: invalidation.created_at, campaignIds: campaignsOf(invalidation) })
  const { rows } = await sql<Scanned>`
    with scanned as materialized (
      select p.* from pledge_correction p where p.invalidation_id = ${id} and ${afterCursor(invalidation, null)}
      order by p.campaign_id, p.person_id limit ${undo_part ? scannedAtMost : changedAtMost}),
    judged as (
      select s.campaign_id, s.person_id, ${inPart} as is_selected
      from scanned s join pledge p using (campaign_id, person_id) join person q on q.id = s.person_id)
    ${scannedRow}`.execute(tx)
  const row = rows[0]
  if (!row?.last) return finish(tx, { id, state: (await hasCorrections(tx, id)) ? 'partly_undone' : 'undone' })
  const list = listOf(row)
  const corrected = list.personIds.length ? await bringBack(tx, { invalidationId: id, list }) : { pledges: 0, changes: [] }
  if (!corrected) return { state: 'waiting' }
  await recordChanges(tx, { id, reason: 'restored', note: undo_note ?? '', undoNumber: undos, changes: corrected.changes })
  await sql`
    update invalidation set restored = restored + ${corrected.pledges}, after_campaign = ${row.last.campaign}, after_person = ${row.last.person}
    where id = ${id}`.execute(tx)
  return moved(corrected.changes)
}

const scannedRow = sql`
  , taken as (
    select * from (
      select *, sum(is_selected::int) over (order by campaign_id, person_id) - is_selected::int as selected_before from judged) j
    where selected_before < ${changedAtMost})
  select count(*)::int as scanned, array_agg(campaign_id) filter (where is_selected) as campaign_ids, array_agg(person_id) filter (where is_selected) as person_ids,
    (select json_build_object('campaign', campaign_id, 'person', person_id) from taken order by campaign_id desc, person_id desc limit 1) as last
  from taken`

/** The campaigns in which an invalidation takes pledges out. */
const campaignsOf = ({ campaign_id, campaign_ids }: InvalidationRow) => (campaign_id === null ? (campaign_ids ?? []) : [campaign_id])

/** `campaignIds` and `startedAt` are those of the invalidation. */
export type Part = { part: UndoPart | null; startedAt: Date; campaignIds: readonly string[] }

/** SQL condition: the undo restores the pledge `p` of the person `q`, whose row of `pledge_correction` is `s`. */
export async function isInPart({ tx, addressKey }: Stepping, { part, startedAt: until, campaignIds }: Part) {
  if (!part) return sql<boolean>`true`
  const { campaignId, isLookAsked, ...conditions } = part
  const selected = await isSelected({ tx, addressKey, campaignIds }, { ...conditions, until })
  return sql<boolean>`(${selected} and ${isLookAsked ? sql`s.look_asked_at is not null and s.look_answered_at is null` : sql`true`}
    and ${campaignId === undefined ? sql`true` : sql`p.campaign_id = ${campaignId}`})`
}

/** Counts by campaign the pledges that have no other correction, so that the undo of this one, or of a part, brings them back. */
export async function returningParts(stepping: Stepping, { id, ...part }: Part & { id: string }): Promise<Pick<SelectedPart, 'pledges' | 'counted'>[]> {
  const inPart = await isInPart(stepping, part)
  const { rows } = await sql<Pick<SelectedPart, 'pledges' | 'counted'>>`
    select (count(*) filter (where is_last))::int as pledges, (count(*) filter (where is_last and own_state = 'counted'))::int as counted
    from (select s.campaign_id, p.own_state, not exists (
        select from pledge_correction o where o.campaign_id = s.campaign_id and o.person_id = s.person_id and o.invalidation_id <> ${id}) as is_last
      from pledge_correction s join pledge p using (campaign_id, person_id) join person q on q.id = s.person_id
      where s.invalidation_id = ${id} and ${inPart}) judged
    group by campaign_id`.execute(stepping.tx)
  return rows
}

async function hasCorrections(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from pledge_correction where invalidation_id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

const moved = (changes: CountChange[]): Step => ({ state: 'moved', campaignIds: changes.map(({ campaignId }) => campaignId) })

const listOf = ({ campaign_ids, person_ids }: Scanned): PledgeList => ({ campaignIds: campaign_ids ?? [], personIds: person_ids ?? [] })

/** Rows of `p` after the last one that was looked at, in the order of the primary key. */
const afterCursor = ({ after_campaign, after_person }: InvalidationRow, campaignId: string | null) =>
  campaignId === null
    ? sql`(p.campaign_id, p.person_id) > (${after_campaign}::uuid, ${after_person}::uuid)`
    : sql`p.campaign_id = ${campaignId} and p.person_id > ${after_person}::uuid`

const conditionsOf = ({ joined_from, joined_to, mail_domain, account_hours, network, form_seconds, is_held, created_at }: InvalidationRow) => ({
  joinedFrom: joined_from?.toISOString(),
  joinedTo: joined_to?.toISOString(),
  mailDomain: mail_domain ?? undefined,
  accountHours: account_hours ?? undefined,
  network: network ?? undefined,
  formSeconds: form_seconds ?? undefined,
  isHeld: is_held,
  until: created_at,
})

const peopleIn = (id: string) => sql`(select count(distinct person_id) from pledge_correction where invalidation_id = ${id})`

/** Records how many people an invalidation of the whole site has taken out: it can have many pledges of one person. */
export const countPeople = (tx: Tx, id: string) => sql`update invalidation set people = ${peopleIn(id)} where id = ${id} and campaign_id is null`.execute(tx)
const countRestoredPeople = (tx: Tx, id: string) =>
  sql`update invalidation set restored_people = greatest(0, people - ${peopleIn(id)}) where id = ${id} and campaign_id is null`.execute(tx)

/** Adds the changes of a step to the public correction of each campaign: one for the invalidation, and one for each of its undos. */
async function recordChanges(
  tx: Tx,
  given: { id: string; reason: 'invalidated' | 'restored'; note: string; undoNumber: number; changes: CountChange[] },
): Promise<void> {
  for (const { campaignId, before, after } of given.changes)
    await sql`
      insert into count_correction as c (campaign_id, reason, note, invalidation_id, undo_number, count_before, count_after)
      values (${campaignId}, ${given.reason}, ${given.note}, ${given.id}, ${given.undoNumber}, ${before}, ${after})
      on conflict (invalidation_id, campaign_id, undo_number) where invalidation_id is not null do update set
        -- Pledges that joined since the first step may be among those that are taken out now, so the earlier count may be too small.
        count_before = c.count_before + greatest(0, ${before - after}::bigint - c.count_after),
        count_after = greatest(0, c.count_after - ${before - after}::bigint)`.execute(tx)
}

async function finish(tx: Tx, { id, state }: { id: string; state: 'done' | 'declined' | 'partly_undone' | 'undone' }): Promise<Step> {
  await (state === 'done' || state === 'declined' ? countPeople(tx, id) : countRestoredPeople(tx, id))
  const { rows } = await sql<{ campaign_id: string }>`
    select campaign_id from count_correction where invalidation_id = ${id} union select campaign_id from invalidation where id = ${id} and campaign_id is not null`.execute(
    tx,
  )
  const campaignIds = rows.map(({ campaign_id }) => campaign_id)
  if (!(await countMissedHeirs(tx, campaignIds))) return { state: 'waiting' }
  await tx.updateTable('invalidation').set({ state }).where('id', '=', id).execute()
  return { state: 'moved', campaignIds }
}
