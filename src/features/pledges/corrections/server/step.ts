import { sql } from 'kysely'
import { bringBack, type CountChange, countMissedHeirs, type PledgeList, takeOut } from '#features/pledges/server/public.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isSelected } from './selection.ts'

/** Pledges that one step looks at. Joins of a campaign wait while a step changes its pledges, so it is short. */
const stepSize = 2_000

type Invalidation = {
  id: string
  campaign_id: string | null
  joined_from: Date | null
  joined_to: Date | null
  mail_domain: string | null
  account_hours: number | null
  note: string
  undo_note: string | null
  created_at: Date
  state: 'running' | 'undoing'
  after_campaign: string
  after_person: string
}

/** `waiting`: the step has to be tried again when the supporters of a campaign have been moved between directory entries. */
type Step = { state: 'idle' } | { state: 'waiting' } | { state: 'moved'; campaignIds: string[] }

/** Carries out the next step of the oldest invalidation that is under way, in one transaction. A restart continues after the last step. */
export const nextStep = (db: Db): Promise<Step> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<Invalidation>`
      select * from invalidation where state in ('running', 'undoing') order by created_at, id limit 1 for update skip locked`.execute(tx)
    const invalidation = rows[0]
    if (!invalidation) return { state: 'idle' }
    return invalidation.state === 'running' ? takeOutStep(tx, invalidation) : bringBackStep(tx, invalidation)
  })

type Scanned = { scanned: number; last: { campaign: string; person: string } | null } & Record<'campaign_ids' | 'person_ids', string[] | null>

async function takeOutStep(tx: Tx, invalidation: Invalidation): Promise<Step> {
  const { id, campaign_id, note } = invalidation
  const { rows } = await sql<Scanned>`
    with scanned as materialized (
      select p.* from pledge p where ${afterCursor(invalidation, campaign_id)} order by p.campaign_id, p.person_id limit ${stepSize}),
    judged as (
      select p.campaign_id, p.person_id, ${isSelected(conditionsOf(invalidation))} as is_selected from scanned p join person q on q.id = p.person_id)
    select count(*)::int as scanned, array_agg(campaign_id) filter (where is_selected) as campaign_ids, array_agg(person_id) filter (where is_selected) as person_ids,
      (select json_build_object('campaign', campaign_id, 'person', person_id) from scanned order by campaign_id desc, person_id desc limit 1) as last
    from judged`.execute(tx)
  const row = rows[0]
  if (!row?.last) return finish(tx, { id, state: 'done' })
  const list = listOf(row)
  const corrected = list.personIds.length ? await takeOut(tx, { invalidationId: id, list }) : { pledges: 0, changes: [] }
  if (!corrected) return { state: 'waiting' }
  await recordChanges(tx, { id, reason: 'invalidated', note, changes: corrected.changes })
  await sql`
    update invalidation set checked = checked + ${row.scanned}, pledges = pledges + ${corrected.pledges},
      after_campaign = ${row.last.campaign}, after_person = ${row.last.person} where id = ${id}`.execute(tx)
  return moved(corrected.changes)
}

async function bringBackStep(tx: Tx, invalidation: Invalidation): Promise<Step> {
  const { id, undo_note } = invalidation
  const { rows } = await sql<{ campaign_id: string; person_id: string }>`
    select p.campaign_id, p.person_id from pledge_correction p where p.invalidation_id = ${id} and ${afterCursor(invalidation, null)}
    order by p.campaign_id, p.person_id limit ${stepSize}`.execute(tx)
  const last = rows.at(-1)
  if (!last) return finish(tx, { id, state: 'undone' })
  const list = { campaignIds: rows.map(({ campaign_id }) => campaign_id), personIds: rows.map(({ person_id }) => person_id) }
  const corrected = await bringBack(tx, { invalidationId: id, list })
  if (!corrected) return { state: 'waiting' }
  await recordChanges(tx, { id, reason: 'restored', note: undo_note ?? '', changes: corrected.changes })
  await sql`
    update invalidation set restored = restored + ${corrected.pledges}, after_campaign = ${last.campaign_id}, after_person = ${last.person_id}
    where id = ${id}`.execute(tx)
  return moved(corrected.changes)
}

const moved = (changes: CountChange[]): Step => ({ state: 'moved', campaignIds: changes.map(({ campaignId }) => campaignId) })

const listOf = ({ campaign_ids, person_ids }: Scanned): PledgeList => ({ campaignIds: campaign_ids ?? [], personIds: person_ids ?? [] })

/** Rows of `p` after the last one that was looked at, in the order of the primary key. */
const afterCursor = ({ after_campaign, after_person }: Invalidation, campaignId: string | null) =>
  campaignId === null
    ? sql`(p.campaign_id, p.person_id) > (${after_campaign}::uuid, ${after_person}::uuid)`
    : sql`p.campaign_id = ${campaignId} and p.person_id > ${after_person}::uuid`

const conditionsOf = ({ joined_from, joined_to, mail_domain, account_hours, created_at }: Invalidation) => ({
  joinedFrom: joined_from?.toISOString(),
  joinedTo: joined_to?.toISOString(),
  mailDomain: mail_domain ?? undefined,
  accountHours: account_hours ?? undefined,
  until: created_at,
})

/** Adds the changes of a step to the public correction of each campaign: one for the invalidation, and one for its undo. */
async function recordChanges(tx: Tx, given: { id: string; reason: 'invalidated' | 'restored'; note: string; changes: CountChange[] }): Promise<void> {
  for (const { campaignId, before, after } of given.changes)
    await sql`
      insert into count_correction as c (campaign_id, reason, note, invalidation_id, count_before, count_after)
      values (${campaignId}, ${given.reason}, ${given.note}, ${given.id}, ${before}, ${after})
      on conflict (invalidation_id, campaign_id, reason) where invalidation_id is not null do update set
        -- Pledges that joined since the first step may be among those that are taken out now, so the earlier count may be too small.
        count_before = c.count_before + greatest(0, ${before - after}::bigint - c.count_after),
        count_after = greatest(0, c.count_after - ${before - after}::bigint)`.execute(tx)
}

async function finish(tx: Tx, { id, state }: { id: string; state: 'done' | 'undone' }): Promise<Step> {
  const { rows } = await sql<{ campaign_id: string }>`select distinct campaign_id from count_correction where invalidation_id = ${id}`.execute(tx)
  const campaignIds = rows.map(({ campaign_id }) => campaign_id)
  if (!(await countMissedHeirs(tx, campaignIds))) return { state: 'waiting' }
  await tx.updateTable('invalidation').set({ state }).where('id', '=', id).execute()
  return { state: 'moved', campaignIds }
}
