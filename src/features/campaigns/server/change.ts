import { v7 as uuidv7 } from 'uuid'
import { passOverGoal, retally } from '#features/live-stats/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignChanges, CampaignInput } from '../contract.ts'
import { isFrozen, mayEdit } from '../policy.ts'
import { frozenFields, type Status } from '../terms.ts'
import { campaignProblems } from '../validation/policy.ts'
import { asInput } from './as-input.ts'
import { mayEditAgain } from './history.ts'
import { holdCampaign } from './hold.ts'
import { rankOne } from './ranks.ts'
import { columnsOf, draftFields, linkCauses, newCauseNames, writeLists } from './save.ts'
import { step } from './step.ts'
import { causesByName, knownCauses, targetOf } from './taxonomy.ts'
import { inWords, neatened } from './words.ts'

type Saved = { id: string; slug: string | null; status: Status }
type Outcome = Saved | 'absent' | 'forbidden' | 'not active' | 'changed elsewhere' | 'too often' | { frozen: string[] }
type Change = { id: string; changes: CampaignChanges; ifUnchangedSince?: string | undefined; viewer: Viewer }

/**
 * Changes a draft, or an active campaign, by its creator. Of an active one each edit is kept for everybody to read, and
 * what people joined for is frozen from the second supporter on. Throws the field refusals of saving or publishing.
 */
export async function changeCampaign(tx: Tx, { id, changes, ifUnchangedSince, viewer }: Change): Promise<Outcome> {
  const held = await holdCampaign(tx, { id, viewer })
  if (!held) return 'absent'
  if (!held.viewer.isCreator) return 'forbidden'
  if (!mayEdit(held)) return 'not active'
  if (wasChanged(held.row, ifUnchangedSince)) return 'changed elsewhere'
  const before = await asInput(tx, held.row)
  const wanted = wantedOf(before, changes)
  refuseFields(campaignProblems(wanted, { publish: held.status === 'active' }))
  const saved = { id, slug: held.row.slug, status: held.status }
  if (held.status === 'draft') {
    await changeDraft(tx, { id, after: wanted, viewer })
    return saved
  }
  const after = await withIds(tx, wanted)
  const changed = changedFields(before, after)
  const frozen = isFrozen(held) ? changed.filter((field) => frozenFields.some((known) => known === field)) : []
  if (frozen.length) return { frozen }
  if (changed.length === 0) return saved
  if (!(await mayEditAgain(tx, id))) return 'too often'
  await changeActive(tx, { id, before, after, changed, viewer })
  return saved
}

/** Whether a published campaign already says what these changes say, however its target and causes are named in them. */
export async function saysAlready(tx: Tx, row: Parameters<typeof asInput>[1], changes: CampaignChanges): Promise<boolean> {
  const before = await asInput(tx, row)
  return changedFields(before, await withIds(tx, wantedOf(before, changes))).length === 0
}

/** Whether a campaign is another than somebody read at that time. */
export const wasChanged = (row: { updated_at: Date }, since: string | undefined) => since !== undefined && row.updated_at.getTime() !== Date.parse(since)

function wantedOf(before: CampaignInput, changes: CampaignChanges): CampaignInput {
  return { ...before, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }
}

type Step = { id: string; before: CampaignInput; after: CampaignInput; viewer: Viewer }

async function changeDraft(tx: Tx, { id, after, viewer }: Omit<Step, 'before'>): Promise<void> {
  await write(tx, { id, after, viewer, more: await draftFields(tx, after) })
  await linkCauses(tx, id, await knownCauses(tx, after.causes))
}

async function changeActive(tx: Tx, { id, before, after, changed, viewer }: Step & { changed: string[] }): Promise<void> {
  const target = after.target && 'id' in after.target ? after.target.id : null
  await retally(tx, [id], async () => {
    await write(tx, { id, after, viewer, more: { target_id: target } })
    await linkCauses(tx, id, await knownCauses(tx, after.causes))
  })
  await rankOne(tx, id)
  if (changed.includes('supportersGoal')) await passOverGoal(tx, id)
  const [was, is] = [await inWords(tx, before), await inWords(tx, after)]
  const words = Object.fromEntries(changed.map((field) => [field, { before: Reflect.get(was, field) ?? null, after: Reflect.get(is, field) ?? null }]))
  await tx
    .insertInto('campaign_edit')
    .values({ id: uuidv7(), campaign_id: id, editor_id: viewer.id, changes: JSON.stringify(words) })
    .execute()
}

type Written = { id: string; after: CampaignInput; viewer: Viewer; more: { target_id: string | null } }

async function write(tx: Tx, { id, after, viewer, more }: Written): Promise<void> {
  const columns = await columnsOf(tx, { input: after, viewer })
  await step('CAMPAIGN_FAILED', () =>
    tx
      .updateTable('campaign')
      .set({ ...columns, ...more, updated_at: new Date() })
      .where('id', '=', id)
      .execute(),
  )
  for (const list of ['campaign_action', 'campaign_alternative', 'campaign_cause'] as const) await tx.deleteFrom(list).where('campaign_id', '=', id).execute()
  await writeLists(tx, { campaignId: id, input: after })
}

/** Targets and causes that are only named are found or made, so that what is compared and kept are ids. */
async function withIds(tx: Tx, input: CampaignInput): Promise<CampaignInput> {
  const target = input.target ? { id: await targetOf(tx, input.target) } : input.target
  const causes = [...new Set([...(await knownCauses(tx, input.causes)), ...(await causesByName(tx, newCauseNames(input)))])].sort()
  return { ...input, target, causes: causes.map((id) => ({ id })) }
}

/** The fields in which two campaigns differ, after trimming. */
function changedFields(before: CampaignInput, after: CampaignInput): string[] {
  const [was, is] = [neatened(before), neatened(after)]
  return Object.keys(is).filter((field) => JSON.stringify(Reflect.get(was, field)) !== JSON.stringify(Reflect.get(is, field)))
}
