import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordEvent } from '#features/notifications/server/public.ts'
import { setOpenForPledges } from '#features/pledges/server/public.ts'
import { retally } from '#features/pledges/tallies/server/public.ts'
import { refusePrivateTexts, websiteOfTarget } from '#features/trust/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayEnd, mayFollow } from '../policy.ts'
import type { Status } from '../terms.ts'
import { endingProblems } from '../validation/policy.ts'
import { lockCampaign } from './access.ts'
import { rankOne } from './ranks.ts'

type Outcome = { id: string; slug: string | null; status: Status } | 'absent' | 'forbidden' | 'not active'
type Ending = { id: string; to: 'victory' | 'archived'; statement?: string; reason?: string | undefined; viewer: Viewer }

/**
 * Ends a campaign: it takes no more pledges, leaves the counts of active campaigns and moves in the lists; a victory's statement is posted as
 * an update. Repeating it with the same statement changes nothing. Another statement is refused, because it would be lost.
 */
export async function endCampaign(tx: Tx, { id, to, statement, reason, viewer }: Ending): Promise<Outcome> {
  const locked = await lockCampaign(tx, { id, viewer })
  if (!locked) return 'absent'
  const { isCreator } = locked.viewer
  if (!mayEnd({ isCreator, role: viewer.role })) return 'forbidden'
  refuseFields(endingProblems({ ...(statement === undefined ? {} : { statement }), reason, isCreator }))
  const saved = { id, slug: locked.row.slug, status: to }
  if (locked.status === to) return statement === undefined || normalized(statement) === locked.row.outcome ? saved : 'not active'
  if (!mayFollow(locked.status, to)) return 'not active'

  if (isCreator) await refusePrivateTexts(tx, { viewer, texts: { statement }, targetWebsite: await websiteOfTarget(tx, id) })
  const words = statement === undefined ? null : { body: normalized(statement), body_html: renderMarkdown(normalized(statement)) }
  await retally(tx, [id], async () => {
    await tx
      .updateTable('campaign')
      .set({
        status: to,
        updated_at: new Date(),
        ended_on: sql<string>`coalesce(ended_on, (now() at time zone 'UTC')::date)`,
        ...(words ? { outcome: words.body, outcome_html: words.body_html } : {}),
      })
      .where('id', '=', id)
      .execute()
  })
  await setOpenForPledges(tx, { id, status: to })
  await rankOne(tx, id)
  if (words) {
    await tx
      .insertInto('campaign_update')
      .values({ id: uuidv7(), campaign_id: id, creator_id: viewer.id, title: 'Victory', ...words })
      .execute()
    // One outbox row for the victory, and none for the update with its statement.
    await recordEvent(tx, { type: 'campaign_victory', campaignId: id, actorId: viewer.id })
  }
  if (!isCreator) {
    const action = to === 'victory' ? 'campaign.victory' : 'campaign.archived'
    await writeAudit(tx, { actorId: viewer.id, action, subject: { kind: 'campaign', id }, reason: normalized(reason ?? ''), details: { from: locked.status } })
  }
  return saved
}
