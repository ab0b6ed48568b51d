import { checkNewEntry } from '#features/trust/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CampaignChanges } from '../contract.ts'
import { mayPublish } from '../policy.ts'
import type { Status } from '../terms.ts'
import { campaignProblems } from '../validation/policy.ts'
import { asInput } from './as-input.ts'
import { changeCampaign, hasSameValues, wasChanged } from './change.ts'
import { refuseLocked } from './locked-entries.ts'
import { statusOf } from './queries.ts'
import { refusePrivate } from './refuse-private.ts'
import { enterLists, giveSlug, linkCauses, type Publisher } from './save.ts'
import { saveStep } from './save-step.ts'
import { causesByName, knownCauses, targetOf } from './taxonomy.ts'

type Outcome = { id: string; slug: string | null; status: Status } | 'absent' | 'changed elsewhere'
type Publish = Publisher & { id: string; changes?: CampaignChanges | undefined; ifUnchangedSince?: string | undefined }

/**
 * Publishes the viewer's own draft, with final changes if there are any: validates it as a whole, creates pending target, industry and
 * causes, clears the draft fields and adds the creator's pledge. A repetition with the same texts changes nothing and returns the active
 * campaign.
 */
export async function publishDraft(tx: Tx, { id, viewer, keysOf, changes, ifUnchangedSince }: Publish): Promise<Outcome> {
  const before = await ownRow(tx, { id, viewer })
  if (!before) return 'absent'
  if (wasChanged(before, ifUnchangedSince)) return 'changed elsewhere'
  const status = statusOf(before.status)
  // The draft was already published with other texts. Reporting success would lose these changes.
  if (changes && status === 'active' && !(await hasSameValues(tx, { row: before, changes, viewer }))) return 'changed elsewhere'
  if (!mayPublish({ status, viewer: { isCreator: before.creator_id === viewer.id } })) return { id, slug: before.slug, status }
  const row = changes ? await changedRow(tx, { id, viewer, changes }) : before
  const input = await asInput(tx, row)
  refuseFields(campaignProblems(input, { publish: true }))
  if (!input.target) throw new Error('A campaign without a target passed the rules of publishing')
  const targetId = await targetOf(tx, { target: input.target, enteredBy: viewer })
  const names = input.causes.flatMap((cause) => ('name' in cause ? [cause.name] : []))
  const made = await causesByName(tx, { names, enteredBy: viewer })
  await refuseLocked(tx, { targetId, causeIds: [...(await knownCauses(tx, input.causes)), ...made] })
  await refusePrivate(tx, { input, targetId, viewer })
  await linkCauses(tx, id, made)
  await checkNewEntry(tx, { viewer, kind: 'campaign' })
  const slug = await saveStep('CAMPAIGN_FAILED', async () => {
    await tx
      .updateTable('campaign')
      .set({
        status: 'active',
        slug: id,
        published_at: new Date(),
        updated_at: new Date(),
        target_id: targetId,
        draft_target_name: null,
        draft_target_website: null,
        draft_industry_id: null,
        draft_industry_name: null,
        draft_causes: '[]',
      })
      .where('id', '=', id)
      .execute()
    await enterLists(tx, { campaignId: id, viewer, keysOf })
    return giveSlug(tx, { id, title: row.title })
  })
  return { id, slug, status: 'active' }
}

/** The draft belongs to the viewer and `ownRow` has locked it, so the change can fail only by field refusals, which are thrown. */
async function changedRow(tx: Tx, { id, viewer, changes }: { id: string; viewer: Viewer; changes: CampaignChanges }) {
  const outcome = await changeCampaign(tx, { id, changes, viewer })
  const row = await ownRow(tx, { id, viewer })
  if (typeof outcome === 'string' || 'frozen' in outcome || !row) throw new Error(`A locked draft could not be changed: ${JSON.stringify(outcome)}`)
  return row
}

const ownRow = (tx: Tx, { id, viewer }: { id: string; viewer: Viewer }) =>
  tx.selectFrom('campaign').selectAll().where('id', '=', id).where('creator_id', '=', viewer.id).forUpdate().executeTakeFirst()
