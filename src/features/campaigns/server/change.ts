import { v7 as uuidv7 } from 'uuid'
import { recordReachedGoal, retally } from '#features/pledges/tallies/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignChanges, CampaignInput } from '../contract.ts'
import { isFrozen, mayEdit } from '../policy.ts'
import { frozenFields, type Status } from '../terms.ts'
import { campaignProblems } from '../validation/policy.ts'
import { lockCampaign } from './access.ts'
import { asInput } from './as-input.ts'
import { mayEditAgain } from './history.ts'
import { refuseLocked } from './locked-entries.ts'
import { rankOne } from './ranks.ts'
import { refusePrivate } from './refuse-private.ts'
import { columnsOf, draftFields, linkCauses, newCauseNames, writeLists } from './save.ts'
import { saveStep } from './save-step.ts'
import { writeSources } from './sources.ts'
import { causesByName, knownCauses, targetOf } from './taxonomy.ts'
import { inWords, normalizedSources, normalizedTexts } from './words.ts'

type Saved = { id: string; slug: string | null; status: Status }
type Outcome = Saved | 'absent' | 'forbidden' | 'not active' | 'changed elsewhere' | 'too often' | { frozen: string[] }
type CampaignRow = Parameters<typeof asInput>[1]
type Change = { id: string; changes: CampaignChanges; ifUnchangedSince?: string | undefined; viewer: Viewer }

/**
 * Changes a draft or an active campaign for its creator. Each edit of an active campaign is stored and public, and `frozenFields` cannot
 * change after a second person has joined. Throws the field refusals of saving or publishing.
 */
export async function changeCampaign(tx: Tx, { id, changes, ifUnchangedSince, viewer }: Change): Promise<Outcome> {
  const locked = await lockCampaign(tx, { id, viewer })
  if (!locked) return 'absent'
  if (!locked.viewer.isCreator) return 'forbidden'
  if (!mayEdit(locked)) return 'not active'
  if (wasChanged(locked.row, ifUnchangedSince)) return 'changed elsewhere'
  const before = await asInput(tx, locked.row)
  const wanted = wantedOf(before, changes)
  refuseFields(campaignProblems(wanted, { publish: locked.status === 'active' }))
  const saved = { id, slug: locked.row.slug, status: locked.status }
  if (locked.status === 'draft') {
    await changeDraft(tx, { id, after: wanted, viewer })
    return saved
  }
  const after = await withIds(tx, { input: wanted, viewer })
  const changed = changedFields(before, after)
  const frozen = isFrozen(locked) ? changed.filter((field) => frozenFields.some((known) => known === field)) : []
  if (frozen.length) return { frozen }
  if (changed.length === 0) return saved
  if (!(await mayEditAgain(tx, id))) return 'too often'
  await refuseLocked(tx, { ...idsOf(after), but: idsOf(before) })
  await refusePrivate(tx, { input: after, before, targetId: idsOf(after).targetId, viewer })
  await changeActive(tx, { id, before, after, changed, viewer })
  return saved
}

/** True if a published campaign already has these values, also if the changes identify its target and causes by name. */
export async function hasSameValues(tx: Tx, { row, changes, viewer }: { row: CampaignRow; changes: CampaignChanges; viewer: Viewer }): Promise<boolean> {
  const before = await asInput(tx, row)
  return changedFields(before, await withIds(tx, { input: wantedOf(before, changes), viewer })).length === 0
}

/** True if a campaign was changed after the editor read it at that time. */
export const wasChanged = (row: { updated_at: Date }, since: string | undefined) => since !== undefined && row.updated_at.getTime() !== Date.parse(since)

function wantedOf(before: CampaignInput, changes: CampaignChanges): CampaignInput {
  return { ...before, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }
}

type Step = { id: string; before: CampaignInput; after: CampaignInput; viewer: Viewer }

async function changeDraft(tx: Tx, { id, after, viewer }: Omit<Step, 'before'>): Promise<void> {
  await write(tx, { id, after, viewer, more: await draftFields(tx, { input: after, viewer }) })
  await linkCauses(tx, id, await knownCauses(tx, after.causes))
}

async function changeActive(tx: Tx, { id, before, after, changed, viewer }: Step & { changed: string[] }): Promise<void> {
  const target = after.target && 'id' in after.target ? after.target.id : null
  await retally(tx, [id], async () => {
    await write(tx, { id, after, viewer, more: { target_id: target } })
    await linkCauses(tx, id, await knownCauses(tx, after.causes))
  })
  await rankOne(tx, id)
  if (changed.includes('supportersGoal')) await recordReachedGoal(tx, id)
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
  await saveStep('CAMPAIGN_FAILED', () =>
    tx
      .updateTable('campaign')
      .set({ ...columns, ...more, updated_at: new Date() })
      .where('id', '=', id)
      .execute(),
  )
  for (const list of ['campaign_alternative', 'campaign_cause'] as const) await tx.deleteFrom(list).where('campaign_id', '=', id).execute()
  await writeLists(tx, { campaignId: id, input: after })
  await writeSources(tx, { campaignId: id, sources: normalizedSources(after.sources) })
}

/** Finds or creates targets and causes that have only a name, so that ids are compared and stored. */
async function withIds(tx: Tx, { input, viewer }: { input: CampaignInput; viewer: Viewer }): Promise<CampaignInput> {
  const target = input.target ? { id: await targetOf(tx, { target: input.target, enteredBy: viewer }) } : input.target
  const named = await causesByName(tx, { names: newCauseNames(input), enteredBy: viewer })
  const causes = [...new Set([...(await knownCauses(tx, input.causes)), ...named])].sort()
  return { ...input, target, causes: causes.map((id) => ({ id })) }
}

const idsOf = ({ target, causes }: CampaignInput) => ({
  targetId: target && 'id' in target ? target.id : null,
  causeIds: causes.flatMap((cause) => ('id' in cause ? [cause.id] : [])),
})

/** The fields in which two campaigns differ, after trimming. */
function changedFields(before: CampaignInput, after: CampaignInput): string[] {
  const [was, is] = [normalizedTexts(before), normalizedTexts(after)]
  return Object.keys(is).filter((field) => JSON.stringify(Reflect.get(was, field)) !== JSON.stringify(Reflect.get(is, field)))
}
