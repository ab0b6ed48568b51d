import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { reasonProblems } from '#features/moderation/policy.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { roundedCount, shownCount } from '#platform/shown-count.ts'
import { normalized } from '#platform/text.ts'
import { isLookOpen, isLookWaiting } from '../../holding/server/look.ts'
import type { Invalidation, Selection, UndoPart } from '../contract.ts'
import { hourOf, isPartLargeEnough, mayCorrect, mayStop, mayUndo, mayUphold, noteProblems, partProblems, selectionProblems, undoableUntil } from '../policy.ts'
import type { InvalidationState } from '../terms.ts'
import { refuseSmallHour } from './selection.ts'
import { countPeople, type InvalidationRow, isInPart } from './step.ts'

/** `note` is null if the selected pledges are held, because their correction changes no count. `isLargeEnough` is `isSelectionLargeEnough` of the selected people. */
type Start = { selection: Selection; reason: string; note: string | null; isLargeEnough: boolean; moderatorId: string }

/** Records an invalidation. A job then carries it out in steps. */
export async function startInvalidation(tx: Tx, { selection, reason, note, isLargeEnough, moderatorId }: Start): Promise<{ id: string }> {
  const isHeld = note === null
  refuseFields({ ...selectionProblems(selection), ...reasonProblems(reason), ...(isHeld ? {} : noteProblems(note)) })
  const { campaignId, joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds } = selection
  await refuseUnknownCampaign(tx, campaignId)
  await refuseOwnCampaign(tx, { campaignId, moderatorId, field: 'campaignId' })
  await refuseSmallHour(tx, selection)
  if (!isLargeEnough) refuseFields({ selection: 'SELECTION_TOO_SMALL' })
  const id = uuidv7()
  await sql`
    insert into invalidation (id, campaign_id, joined_from, joined_to, mail_domain, account_hours, network, form_seconds, is_held, reason, note, started_by, created_at, to_check)
    select ${id}::uuid, ${campaignId ?? null}::uuid, ${joinedFrom === undefined ? null : hourOf(joinedFrom)}::timestamptz,
      ${joinedTo === undefined ? null : hourOf(joinedTo)}::timestamptz, ${mailDomain ?? null}, ${accountHours ?? null}::int, ${network ?? null}, ${formSeconds ?? null}::int, ${isHeld}::boolean, ${normalized(reason)},
      ${isHeld ? null : normalized(note)}, ${moderatorId}::uuid, clock_timestamp(),
      (select count(*) from pledge where ${campaignId === undefined ? sql`true` : sql`campaign_id = ${campaignId}`})`.execute(tx)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.invalidate', subject: { kind: 'invalidation', id }, reason: normalized(reason) })
  return { id }
}

export async function refuseUnknownCampaign(db: Db, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const found = await db.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).executeTakeFirst()
  if (!found) refuseFields({ campaignId: 'CAMPAIGN_UNKNOWN' })
}

export async function refuseOwnCampaign(tx: Tx, given: { campaignId: string | undefined; moderatorId: string; field: string }): Promise<void> {
  const { campaignId, moderatorId, field } = given
  if (campaignId === undefined) return
  const { creator_id: creatorId } = await tx.selectFrom('campaign').select('creator_id').where('id', '=', campaignId).executeTakeFirstOrThrow()
  if (!mayCorrect({ creatorId, moderatorId })) refuseFields({ [field]: 'OWN_CAMPAIGN' })
}

/** Locks the row of an invalidation, which the job also locks during each step. */
async function lockInvalidation(tx: Tx, id: string) {
  const { rows } = await sql<{ state: InvalidationState; startedAt: Date; startedBy: string; campaignId: string | null; isHeld: boolean }>`
    select state, created_at as "startedAt", started_by as "startedBy", campaign_id as "campaignId", is_held as "isHeld" from invalidation where id = ${id} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

type Outcome = 'done' | 'absent' | 'refused'

/** Stops an invalidation before the job has completed it. Idempotent. */
export async function stopInvalidation(tx: Tx, { id, moderatorId }: { id: string; moderatorId: string }): Promise<Outcome> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  await refuseOwnCampaign(tx, { campaignId: row.campaignId ?? undefined, moderatorId, field: 'id' })
  if (row.state === 'stopped') return 'done'
  if (!mayStop(row)) return 'refused'
  await tx.updateTable('invalidation').set({ state: 'stopped' }).where('id', '=', id).execute()
  await countPeople(tx, id)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.invalidate_stopped', subject: { kind: 'invalidation', id }, reason: '' })
  return 'done'
}

type Undo = { id: string; moderatorId: string; reason: string; note: string; part?: UndoPart | undefined }

/** Starts to undo an invalidation, or only the pledges that `part` selects. The job carries out the undo. */
export async function undoInvalidation(tx: Tx, { id, moderatorId, reason, note, part }: Undo): Promise<Outcome> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  refuseFields({ ...(part && partProblems(part)), ...reasonProblems(reason), ...(row.isHeld ? {} : noteProblems(note)) })
  if (!mayUndo(row)) return 'refused'
  await refuseUnknownCampaign(tx, part?.campaignId)
  if (part) await refuseSmallHour(tx, { ...part, campaignId: row.campaignId ?? part.campaignId })
  if (part && !isPartLargeEnough(part, await peopleOfPart(tx, { id, part, startedAt: row.startedAt }))) refuseFields({ selection: 'PART_TOO_SMALL' })
  const only = row.campaignId ?? part?.campaignId
  for (const campaignId of only ? [only] : await correctedCampaigns(tx, id)) await refuseOwnCampaign(tx, { campaignId, moderatorId, field: 'id' })
  const details = { ...(part && { part }), ...(row.isHeld ? {} : { note: normalized(note) }) }
  await sql`
    update invalidation set state = 'undoing', undo_note = ${row.isHeld ? null : normalized(note)}, undo_part = ${part ? JSON.stringify(part) : null}::jsonb,
      undos = undos + 1, after_campaign = default, after_person = default
    where id = ${id}`.execute(tx)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.restore', subject: { kind: 'invalidation', id }, reason: normalized(reason), details })
  return 'done'
}

/** Counts the people of an invalidation whose pledges the part restores (`people`), and the others (`rest`). */
async function peopleOfPart(tx: Tx, { id, part, startedAt }: { id: string; part: UndoPart; startedAt: Date }) {
  const { rows } = await sql<{ people: number; rest: number }>`
    select (count(distinct person_id) filter (where is_selected))::int as people, (count(distinct person_id) filter (where not is_selected))::int as rest
    from (select s.person_id, ${isInPart(part, { created_at: startedAt })} as is_selected
      from pledge_correction s join pledge p using (campaign_id, person_id) join person q on q.id = s.person_id where s.invalidation_id = ${id}) judged`.execute(
    tx,
  )
  return rows[0] ?? { people: 0, rest: 0 }
}

type Uphold = { id: string; moderatorId: string; reason: string; seenAt: string }

/** Upholds an invalidation. This answers the review requests made up to and including `seenAt`; later requests keep waiting. */
export async function upholdInvalidation(tx: Tx, { id, moderatorId, reason, seenAt }: Uphold): Promise<Outcome | 'unasked'> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  refuseFields(reasonProblems(reason))
  if (!mayUndo(row)) return 'refused'
  for (const campaignId of row.campaignId ? [row.campaignId] : await correctedCampaigns(tx, id))
    await refuseOwnCampaign(tx, { campaignId, moderatorId, field: 'id' })
  const isStarter = row.startedBy === moderatorId
  if (isStarter && !mayUphold({ isStarter, hasOthers: await hasOtherModerators(tx, { ...row, moderatorId }) })) refuseFields({ id: 'OWN_CORRECTION' })
  const answered = await sql`
    update pledge_correction k set look_answered_at = clock_timestamp()
    where k.invalidation_id = ${id} and ${isLookWaiting} and k.look_asked_at <= ${seenAt}::timestamptz`.execute(tx)
  if (!answered.numAffectedRows) return 'unasked'
  await sql`update invalidation set looked_at = clock_timestamp() where id = ${id}`.execute(tx)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.uphold', subject: { kind: 'invalidation', id }, reason: normalized(reason) })
  return 'done'
}

/** True if another moderator may decide about an invalidation of this campaign, or of the whole site if `campaignId` is null. */
async function hasOtherModerators(tx: Tx, { campaignId, moderatorId }: { campaignId: string | null; moderatorId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from person o where o.role in ('moderator', 'admin') and o.deleted_at is null and o.suspended_at is null and o.id <> ${moderatorId}
      and not exists (select from campaign c where c.id = ${campaignId}::uuid and c.creator_id = o.id) limit 1`.execute(tx)
  return rows.length > 0
}

/** Campaigns whose counts an invalidation of the whole site has changed. */
async function correctedCampaigns(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('count_correction').select('campaign_id').where('invalidation_id', '=', id).execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

type Row = InvalidationRow & { campaign: Invalidation['campaign']; started_by: string; looks: number; is_urgent: boolean }

/** `seenAt` is a time before the list was read. The list has all review requests up to then, so a decision about them is not about an unseen request. */
export async function listInvalidations(db: Db): Promise<{ items: Invalidation[]; seenAt: Date }> {
  const clock = await sql<{ seenAt: Date }>`select now() as "seenAt"`.execute(db)
  const { rows } = await sql<Row>`
    with asked as materialized (
      select k.invalidation_id, count(distinct k.person_id)::int as looks from pledge_correction k where ${isLookWaiting} group by 1),
    shown as (
      select i.*, coalesce(a.looks, 0) as looks, a.looks is not null and ${isLookOpen} as is_urgent
      from invalidation i left join asked a on a.invalidation_id = i.id
      order by is_urgent desc, i.created_at desc, i.id desc limit 50)
    select i.*, q.display_name as started_by, case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as campaign
    from shown i join person q on q.id = i.started_by left join campaign c on c.id = i.campaign_id
    order by i.is_urgent desc, i.created_at desc, i.id desc`.execute(db)
  return { items: rows.map(invalidationFrom), seenAt: clock.rows[0]?.seenAt ?? new Date(0) }
}

function invalidationFrom(row: Row): Invalidation {
  const startedAt = row.created_at
  const optional = {
    ...(row.joined_from && { joinedFrom: row.joined_from.toISOString() }),
    ...(row.joined_to && { joinedTo: row.joined_to.toISOString() }),
    ...(row.mail_domain !== null && { mailDomain: row.mail_domain }),
    ...(row.account_hours !== null && { accountHours: row.account_hours }),
    ...(row.network !== null && { network: row.network }),
    ...(row.form_seconds !== null && { formSeconds: row.form_seconds }),
  }
  return {
    id: row.id,
    campaign: row.campaign,
    selection: optional,
    reason: row.reason,
    note: row.note ?? '',
    isHeld: row.is_held,
    state: row.state,
    startedAt,
    startedBy: row.started_by,
    progress: progressOf(row),
    ...shownPledges(row),
    looksAsked: roundedCount(row.looks),
    isLookAsked: row.is_urgent,
    lookedAt: row.looked_at,
    undoableUntil: mayUndo({ state: row.state, startedAt }) ? undoableUntil(startedAt) : null,
  }
}

/**
 * Numbers of pledges, rounded down to tens; null if they concern fewer than 10 people. In one campaign, each person has one pledge. For the whole
 * site, the job counts the people at its end.
 */
function shownPledges({ campaign_id, pledges, people, restored, restored_people }: Row) {
  const shown = (count: number, of: number | null) => (campaign_id !== null || shownCount(of ?? 0) !== null ? roundedCount(count) : null)
  return { pledges: shown(pledges, people), restored: shown(restored, restored_people) }
}

/** Progress from 0 to 1, rounded down to whole percent. That of an undo uses shown numbers only, because an exact share would reveal hidden numbers. */
function progressOf(row: Row): number {
  const { state, checked, to_check } = row
  if (state === 'done' || state === 'partly_undone' || state === 'undone') return 1
  const { pledges, restored } = shownPledges(row)
  const [part, whole] = state === 'undoing' ? [restored ?? 0, pledges ?? 0] : [checked, to_check]
  return whole === 0 ? 0 : Math.min(1, Math.floor((100 * part) / whole) / 100)
}
