import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Viewer } from '#platform/viewer.ts'
import { campaignProblems, mayPublish } from '../policy.ts'
import type { Status } from '../terms.ts'
import { asInput } from './as-input.ts'
import { statusOf } from './queries.ts'
import { enterLists, linkCauses } from './save.ts'
import { causesByName, targetOf } from './taxonomy.ts'

type Outcome = { id: string; slug: string; status: Status } | 'absent'

/**
 * Makes an own draft active: judged whole, pending target, industry and causes made, draft fields cleared, the creator
 * joined. Doing it twice does it once; the second is told that it is active.
 */
export async function publishDraft(tx: Tx, { id, viewer }: { id: string; viewer: Viewer }): Promise<Outcome> {
  const row = await tx.selectFrom('campaign').selectAll().where('id', '=', id).where('creator_id', '=', viewer.id).forUpdate().executeTakeFirst()
  if (!row) return 'absent'
  const status = statusOf(row.status)
  if (!mayPublish({ status, viewer: { isCreator: row.creator_id === viewer.id } })) return { id, slug: row.slug, status }

  const input = await asInput(tx, row)
  refuseFields(campaignProblems(input, { publish: true }))
  if (!input.target) return 'absent'
  const targetId = await targetOf(tx, input.target)
  const newCauses = input.causes.flatMap((cause) => ('name' in cause ? [cause.name] : []))
  await linkCauses(tx, id, await causesByName(tx, newCauses))
  await tx
    .updateTable('campaign')
    .set({
      status: 'active',
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
  await enterLists(tx, { campaignId: id, viewer })
  return { id, slug: row.slug, status: 'active' }
}
