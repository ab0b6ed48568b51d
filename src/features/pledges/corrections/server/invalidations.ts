import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { reasonProblems } from '#features/moderation/policy.ts'
import { recordEvent } from '#features/notifications/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { roundedCount, shownCount } from '#platform/shown-count.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { isLookOpen, isLookWaiting } from '../../holding/server/look.ts'
import type { AddressKey } from '../../server/address-key.ts'
import type { Invalidation, Selection, UndoPart } from '../contract.ts'
import {
  consentNeeded,
  hourOf,
  isPartLarge,
  isPartLargeEnough,
  mayBringBack,
  mayConsent,
  mayCorrect,
  mayStop,
  mayUndo,
  mayUphold,
  noteProblems,
  partProblems,
  type SelectedPart,
  selectionProblems,
  undoableUntil,
} from '../policy.ts'
import { type Consent, type InvalidationState, undoDays } from '../terms.ts'
import { refuseSmallHour } from './selection.ts'
import { countPeople, type InvalidationRow, isInPart, type Part, returningParts, type Stepping } from './step.ts'

/** `note` is null if the selected pledges are held, because their correction changes no count; it needs no `parts`. */
type Start = { selection: Selection; reason: string; note: string | null; parts: readonly SelectedPart[]; moderatorId: string }
type Started = { id: string; state: 'proposed' | 'running' }

/** Records an invalidation. A job then carries it out in steps, at once or when a second person has consented. */
export async function startInvalidation(tx: Tx, { selection, reason, note, parts, moderatorId }: Start): Promise<Started> {
  const isHeld = note === null
  refuseFields({ ...selectionProblems(selection), ...reasonProblems(reason), ...(isHeld ? {} : noteProblems(note)) })
  const { campaignId, joinedFrom, joinedTo, mailDomain, accountHours, network, formSeconds } = selection
  await refuseUnknownCampaign(tx, campaignId)
  await refuseOwnCampaigns(tx, { campaignIds: campaignId === undefined ? [] : [campaignId], moderatorId, field: 'campaignId' })
  await refuseSmallHour(tx, selection)
  const campaignIds = campaignId === undefined ? parts.filter(isPartLarge).map((part) => part.campaignId) : null
  if (campaignIds?.length === 0) refuseFields({ selection: 'SELECTION_TOO_SMALL' })
  if (!isHeld) await lockOthers(tx)
  const consent = isHeld ? null : await consentFrom(tx, { selection, parts, moderatorId })
  const state = consent === null ? 'running' : 'proposed'
  const id = uuidv7()
  await sql`
    insert into invalidation (id, state, consent, campaign_ids, campaign_id, joined_from, joined_to, mail_domain, account_hours, network, form_seconds, is_held, reason, note, started_by, created_at, to_check)
    select ${id}::uuid, ${state}, ${consent}, ${campaignIds}::uuid[], ${campaignId ?? null}::uuid, ${joinedFrom === undefined ? null : hourOf(joinedFrom)}::timestamptz,
      ${joinedTo === undefined ? null : hourOf(joinedTo)}::timestamptz, ${mailDomain ?? null}, ${accountHours ?? null}::int, ${network ?? null}, ${formSeconds ?? null}::int, ${isHeld}::boolean, ${normalized(reason)},
      ${isHeld ? null : normalized(note)}, ${moderatorId}::uuid, clock_timestamp(),
      (select count(*) from pledge where ${campaignId === undefined ? sql`true` : sql`campaign_id = ${campaignId}`})`.execute(tx)
  await writeAudit(tx, {
    actorId: moderatorId,
    action: consent === null ? 'pledges.invalidate' : 'pledges.propose',
    subject: { kind: 'invalidation', id },
    reason: normalized(reason),
  })
  if (!isHeld) await recordEvent(tx, { type: 'count_corrected', actorId: moderatorId, campaignId: campaignId ?? null })
  return { id, state }
}

type Measured = { selection: Selection; parts: readonly SelectedPart[]; moderatorId: string }

/**
 * Whose consent the correction waits for; null if nobody's is needed, or if nobody else could give it. Refuses a small one on a site without another
 * administrator.
 */
async function consentFrom(tx: Tx, { selection, parts, moderatorId }: Measured): Promise<Consent | null> {
  const { campaignId } = selection
  const consent = consentNeeded({ campaignId, isFirst: campaignId === undefined || !(await isCorrected(tx, campaignId)) }, parts)
  if (consent === null) return null
  const hasOthers = await hasOtherModerators(tx, { campaignId: campaignId ?? null, moderatorId, isAdmin: consent === 'admin' })
  if (!hasOthers && consent === 'admin') refuseFields({ selection: 'SELECTION_TOO_SMALL' })
  return hasOthers ? consent : null
}

/** Lets no other correction begin or be undone until the transaction ends, because each goes by the others. Taken after the lock of a row, like the job's. */
const lockOthers = (tx: Tx) => sql`lock table invalidation in share row exclusive mode`.execute(tx)

/** SQL condition on an `invalidation`: it is about one of the campaigns. */
const isAbout = (campaignIds: readonly string[]) => sql<boolean>`(campaign_id = any(${campaignIds}::uuid[]) or campaign_ids && ${campaignIds}::uuid[])`

/** True if another correction of the campaign was started or proposed while it could still be undone. */
async function isCorrected(tx: Tx, campaignId: string): Promise<boolean> {
  const { rows } = await sql`
    select from invalidation where ${isAbout([campaignId])} and not is_held and state <> 'declined' and created_at > now() - make_interval(days => ${undoDays}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

async function isOtherUnderWay(tx: Tx, { id, campaignIds }: { id: string; campaignIds: readonly string[] }): Promise<boolean> {
  const { rows } = await sql`
    select from invalidation where ${isAbout(campaignIds)} and not is_held and id <> ${id} and state in ('running', 'undoing') limit 1`.execute(tx)
  return rows.length > 0
}

type Consenting = { id: string; moderator: Viewer }

/** Starts an invalidation that somebody else has proposed. Idempotent. */
export async function consentToInvalidation(tx: Tx, { id, moderator }: Consenting): Promise<Outcome | 'forbidden'> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  if (row.state !== 'proposed') return row.consentedBy === moderator.id ? 'done' : 'refused'
  await refuseOwnCampaigns(tx, { campaignIds: row.campaignIds, moderatorId: moderator.id, field: 'id' })
  if (!mayConsent(moderator, { consent: row.consent, isStarter: row.startedBy === moderator.id })) return 'forbidden'
  await lockOthers(tx)
  await tx.updateTable('invalidation').set({ state: 'running', consented_by: moderator.id }).where('id', '=', id).execute()
  await writeAudit(tx, { actorId: moderator.id, action: 'pledges.consent', subject: { kind: 'invalidation', id }, reason: '' })
  return 'done'
}

export async function refuseUnknownCampaign(db: Db, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const found = await db.selectFrom('campaign_stats').select('campaign_id').where('campaign_id', '=', id).executeTakeFirst()
  if (!found) refuseFields({ campaignId: 'CAMPAIGN_UNKNOWN' })
}

export async function refuseOwnCampaigns(tx: Db, given: { campaignIds: readonly string[]; moderatorId: string; field: string }): Promise<void> {
  const { campaignIds, moderatorId, field } = given
  const { rows } = await sql<{ creatorId: string | null }>`
    select distinct creator_id as "creatorId" from campaign where id = any(${campaignIds}::uuid[])`.execute(tx)
  if (rows.some(({ creatorId }) => !mayCorrect({ creatorId, moderatorId }))) refuseFields({ [field]: 'OWN_CAMPAIGN' })
}

/** `campaignIds`: the campaigns in which it may take pledges out. */
type Locked = {
  state: InvalidationState
  startedAt: Date
  startedBy: string
  consent: Consent | null
  consentedBy: string | null
  campaignId: string | null
  campaignIds: string[]
  isHeld: boolean
}

/** Locks the row of an invalidation, which the job also locks during each step. */
async function lockInvalidation(tx: Tx, id: string) {
  const { rows } = await sql<Locked>`
    select state, created_at as "startedAt", started_by as "startedBy", consent, consented_by as "consentedBy", campaign_id as "campaignId",
      coalesce(campaign_ids, array_remove(array[campaign_id], null)) as "campaignIds", is_held as "isHeld"
    from invalidation where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

type Outcome = 'done' | 'absent' | 'refused'

/** Stops an invalidation before the job has completed it, or declines one that waits for consent. Idempotent. */
export async function stopInvalidation(tx: Tx, { id, moderatorId }: { id: string; moderatorId: string }): Promise<Outcome> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  await refuseOwnCampaigns(tx, { campaignIds: row.campaignId === null ? [] : [row.campaignId], moderatorId, field: 'id' })
  if (row.state === 'stopped' || row.state === 'declined') return 'done'
  if (!mayStop(row)) return 'refused'
  const [state, action] = row.state === 'proposed' ? (['declined', 'pledges.decline'] as const) : (['stopped', 'pledges.invalidate_stopped'] as const)
  await tx.updateTable('invalidation').set({ state }).where('id', '=', id).execute()
  await countPeople(tx, id)
  await writeAudit(tx, { actorId: moderatorId, action, subject: { kind: 'invalidation', id }, reason: '' })
  return 'done'
}

type Undo = { id: string; moderator: Viewer; reason: string; note: string; part?: UndoPart | undefined; addressKey: AddressKey }

/** Starts to undo an invalidation, or only the pledges that `part` selects. The job carries out the undo. */
export async function undoInvalidation(tx: Tx, { id, moderator, reason, note, part, addressKey }: Undo): Promise<Outcome> {
  const row = await lockInvalidation(tx, id)
  if (!row) return 'absent'
  refuseFields({ ...(part && partProblems(part)), ...reasonProblems(reason), ...(row.isHeld ? {} : noteProblems(note)) })
  if (!mayUndo(row)) return 'refused'
  await refuseUnknownCampaign(tx, part?.campaignId)
  if (part) await refuseSmallHour(tx, { ...part, campaignId: row.campaignId ?? part.campaignId })
  const undone = { id, part: part ?? null, startedAt: row.startedAt, campaignIds: row.campaignIds }
  if (part && !isPartLargeEnough(part, await peopleOfPart({ tx, addressKey }, undone))) refuseFields({ selection: 'PART_TOO_SMALL' })
  const only = row.campaignId ?? part?.campaignId
  await refuseOwnCampaigns(tx, { campaignIds: only ? [only] : await correctedCampaigns(tx, id), moderatorId: moderator.id, field: 'id' })
  await lockOthers(tx)
  if (await isOtherUnderWay(tx, row.campaignIds.length ? { id, campaignIds: row.campaignIds } : { id, campaignIds: await correctedCampaigns(tx, id) }))
    return 'refused'
  const isByConditions = !row.isHeld && !part?.isLookAsked
  if (isByConditions && !mayBringBack(moderator, { consent: row.consent, parts: await returningParts({ tx, addressKey }, undone) }))
    refuseFields({ selection: 'UNDO_TOO_SMALL' })
  const details = { ...(part && { part }), ...(row.isHeld ? {} : { note: normalized(note) }) }
  await sql`
    update invalidation set state = 'undoing', undo_note = ${row.isHeld ? null : normalized(note)}, undo_part = ${part ? JSON.stringify(part) : null}::jsonb,
      undos = undos + 1, after_campaign = default, after_person = default
    where id = ${id}`.execute(tx)
  await writeAudit(tx, { actorId: moderator.id, action: 'pledges.restore', subject: { kind: 'invalidation', id }, reason: normalized(reason), details })
  return 'done'
}

/** Counts the people of an invalidation whose pledges the part restores (`people`), and the others (`rest`). */
async function peopleOfPart(stepping: Stepping, { id, ...part }: Part & { id: string }) {
  const inPart = await isInPart(stepping, part)
  const { rows } = await sql<{ people: number; rest: number }>`
    select (count(distinct person_id) filter (where is_selected))::int as people, (count(distinct person_id) filter (where not is_selected))::int as rest
    from (select s.person_id, ${inPart} as is_selected
      from pledge_correction s join pledge p using (campaign_id, person_id) join person q on q.id = s.person_id where s.invalidation_id = ${id}) judged`.execute(
    stepping.tx,
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
  await refuseOwnCampaigns(tx, { campaignIds: row.campaignId ? [row.campaignId] : await correctedCampaigns(tx, id), moderatorId, field: 'id' })
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

type Others = { campaignId: string | null; moderatorId: string; isAdmin?: boolean }

/** True if another moderator, or administrator, may decide about an invalidation of this campaign, or of the whole site if `campaignId` is null. */
async function hasOtherModerators(tx: Tx, { campaignId, moderatorId, isAdmin = false }: Others): Promise<boolean> {
  const { rows } = await sql`
    select from person o where o.role = any(${isAdmin ? ['admin'] : ['moderator', 'admin']}) and o.deleted_at is null and o.suspended_at is null and o.id <> ${moderatorId}
      and not exists (select from campaign c where c.id = ${campaignId}::uuid and c.creator_id = o.id) limit 1`.execute(tx)
  return rows.length > 0
}

/** Campaigns whose counts an invalidation of the whole site has changed. */
async function correctedCampaigns(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('count_correction').select('campaign_id').where('invalidation_id', '=', id).execute()
  return rows.map(({ campaign_id }) => campaign_id)
}

type Row = InvalidationRow & { campaign: Invalidation['campaign']; starter: string; consenter: string | null; looks: number; is_urgent: boolean }

/** `seenAt` is a time before the list was read. The list has all review requests up to then, so a decision about them is not about an unseen request. */
export async function listInvalidations(db: Db, viewerId: string): Promise<{ items: Invalidation[]; seenAt: Date }> {
  const clock = await sql<{ seenAt: Date }>`select now() as "seenAt"`.execute(db)
  const { rows } = await sql<Row>`
    with asked as materialized (
      select k.invalidation_id, count(distinct k.person_id)::int as looks from pledge_correction k where ${isLookWaiting} group by 1),
    shown as (
      select i.*, coalesce(a.looks, 0) as looks, a.looks is not null and ${isLookOpen} as is_urgent
      from invalidation i left join asked a on a.invalidation_id = i.id
      order by i.state = 'proposed' desc, is_urgent desc, i.created_at desc, i.id desc limit 50)
    select i.*, q.display_name as starter, k.display_name as consenter, case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as campaign
    from shown i join person q on q.id = i.started_by left join person k on k.id = i.consented_by left join campaign c on c.id = i.campaign_id
    order by i.state = 'proposed' desc, i.is_urgent desc, i.created_at desc, i.id desc`.execute(db)
  return { items: rows.map((row) => invalidationFrom(row, viewerId)), seenAt: clock.rows[0]?.seenAt ?? new Date(0) }
}

function invalidationFrom(row: Row, viewerId: string): Invalidation {
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
    startedBy: row.starter,
    isStartedByYou: row.started_by === viewerId,
    consent: row.consent,
    consentedBy: row.consenter,
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
