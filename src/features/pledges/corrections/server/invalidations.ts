import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { reasonProblems } from '#features/moderation/policy.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { normalized } from '#platform/text.ts'
import type { Invalidation, Selection } from '../contract.ts'
import { mayCorrect, mayStop, mayUndo, noteProblems, selectionProblems, shownNumber, undoableUntil } from '../policy.ts'
import type { InvalidationState } from '../terms.ts'
import { hourOf } from './selection.ts'

type Start = { selection: Selection; reason: string; note: string; moderatorId: string }

/** Records an invalidation, which the job then carries out. */
export async function startInvalidation(tx: Tx, { selection, reason, note, moderatorId }: Start): Promise<{ id: string }> {
  refuseFields({ ...selectionProblems(selection), ...reasonProblems(reason), ...noteProblems(note) })
  const { campaignId, joinedFrom, joinedTo, mailDomain, accountHours } = selection
  await refuseUnknownCampaign(tx, campaignId)
  await refuseOwnCampaign(tx, { campaignId, moderatorId, field: 'campaignId' })
  const id = uuidv7()
  await sql`
    insert into invalidation (id, campaign_id, joined_from, joined_to, mail_domain, account_hours, reason, note, started_by, created_at, to_check)
    select ${id}::uuid, ${campaignId ?? null}::uuid, ${joinedFrom === undefined ? null : hourOf(joinedFrom)}::timestamptz,
      ${joinedTo === undefined ? null : hourOf(joinedTo)}::timestamptz, ${mailDomain ?? null}, ${accountHours ?? null}::int, ${normalized(reason)},
      ${normalized(note)}, ${moderatorId}::uuid, clock_timestamp(),
      (select count(*) from pledge where ${campaignId === undefined ? sql`true` : sql`campaign_id = ${campaignId}`})`.execute(tx)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.invalidate', subject: { kind: 'invalidation', id }, reason: normalized(reason) })
  return { id }
}

export async function refuseUnknownCampaign(db: Db, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const found = await db.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).executeTakeFirst()
  if (!found) refuseFields({ campaignId: 'CAMPAIGN_UNKNOWN' })
}

async function refuseOwnCampaign(tx: Tx, given: { campaignId: string | undefined; moderatorId: string; field: string }): Promise<void> {
  const { campaignId, moderatorId, field } = given
  if (campaignId === undefined) return
  const { creator_id: creatorId } = await tx.selectFrom('campaign').select('creator_id').where('id', '=', campaignId).executeTakeFirstOrThrow()
  if (!mayCorrect({ creatorId, moderatorId })) refuseFields({ [field]: 'OWN_CAMPAIGN' })
}

/** Locks an invalidation. The job locks it during each of its steps. */
async function lockInvalidation(tx: Tx, id: string) {
  const { rows } = await sql<{ state: InvalidationState; startedAt: Date; campaignId: string | null }>`
    select state, created_at as "startedAt", campaign_id as "campaignId" from invalidation where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

type Outcome = 'done' | 'absent' | 'refused'

/** Stops an invalidation before its end. Idempotent. */
export async function stopInvalidation(tx: Tx, { id, moderatorId }: { id: string; moderatorId: string }): Promise<Outcome> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  if (row.state === 'stopped') return 'done'
  if (!mayStop(row)) return 'refused'
  await tx.updateTable('invalidation').set({ state: 'stopped' }).where('id', '=', id).execute()
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.invalidate_stopped', subject: { kind: 'invalidation', id }, reason: '' })
  return 'done'
}

type Undo = { id: string; moderatorId: string; reason: string; note: string }

export async function undoInvalidation(tx: Tx, { id, moderatorId, reason, note }: Undo): Promise<Outcome> {
  refuseFields({ ...reasonProblems(reason), ...noteProblems(note) })
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  if (!mayUndo(row)) return 'refused'
  await refuseOwnCampaign(tx, { campaignId: row.campaignId ?? undefined, moderatorId, field: 'id' })
  await sql`
    update invalidation set state = 'undoing', undo_note = ${normalized(note)}, after_campaign = default, after_person = default where id = ${id}`.execute(tx)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.restore', subject: { kind: 'invalidation', id }, reason: normalized(reason) })
  return 'done'
}

type Row = {
  id: string
  campaign: Invalidation['campaign']
  joined_from: Date | null
  joined_to: Date | null
  mail_domain: string | null
  account_hours: number | null
  reason: string
  note: string
  state: InvalidationState
  created_at: Date
  started_by: string
  to_check: number
  checked: number
  pledges: number
  restored: number
}

export async function listInvalidations(db: Db): Promise<Invalidation[]> {
  const { rows } = await sql<Row>`
    select i.*, q.display_name as started_by, case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as campaign
    from invalidation i join person q on q.id = i.started_by left join campaign c on c.id = i.campaign_id
    order by i.created_at desc, i.id desc limit 50`.execute(db)
  return rows.map(invalidationFrom)
}

function invalidationFrom(row: Row): Invalidation {
  const startedAt = row.created_at
  const optional = {
    ...(row.joined_from && { joinedFrom: row.joined_from.toISOString() }),
    ...(row.joined_to && { joinedTo: row.joined_to.toISOString() }),
    ...(row.mail_domain !== null && { mailDomain: row.mail_domain }),
    ...(row.account_hours !== null && { accountHours: row.account_hours }),
  }
  return {
    id: row.id,
    campaign: row.campaign,
    selection: optional,
    reason: row.reason,
    note: row.note,
    state: row.state,
    startedAt,
    startedBy: row.started_by,
    progress: progressOf(row),
    pledges: shownNumber(row.pledges),
    restored: shownNumber(row.restored),
    undoableUntil: mayUndo({ state: row.state, startedAt }) ? undoableUntil(startedAt) : null,
  }
}

function progressOf({ state, checked, to_check, pledges, restored }: Row): number {
  if (state === 'done' || state === 'undone') return 1
  const [part, whole] = state === 'undoing' ? [restored, pledges] : [checked, to_check]
  return whole === 0 ? 0 : Math.min(1, part / whole)
}
