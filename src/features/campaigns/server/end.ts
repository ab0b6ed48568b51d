import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { retally } from '#features/live-stats/server/public.ts'
import { noteEvent } from '#features/notifications/server/public.ts'
import { openFor } from '#features/pledges/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { neat } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayEnd, mayFollow } from '../policy.ts'
import type { Status } from '../terms.ts'
import { endingProblems } from '../validation/policy.ts'
import { holdCampaign } from './hold.ts'
import { rankOne } from './ranks.ts'

type Outcome = { id: string; slug: string | null; status: Status } | 'absent' | 'forbidden' | 'not active'
type Ending = { id: string; to: 'victory' | 'archived'; statement?: string; reason?: string | undefined; viewer: Viewer }

/**
 * Ends a campaign: no more pledges, out of the counts of active ones, into its place in the lists; a victory's statement
 * becomes an update. Ending it again as it has ended, in the same words, changes nothing; other words are refused, for
 * they would be lost.
 */
export async function endCampaign(tx: Tx, { id, to, statement, reason, viewer }: Ending): Promise<Outcome> {
  const held = await holdCampaign(tx, { id, viewer })
  if (!held) return 'absent'
  const { isCreator } = held.viewer
  if (!mayEnd({ isCreator, role: viewer.role })) return 'forbidden'
  refuseFields(endingProblems({ ...(statement === undefined ? {} : { statement }), reason, isCreator }))
  const saved = { id, slug: held.row.slug, status: to }
  if (held.status === to) return statement === undefined || neat(statement) === held.row.outcome ? saved : 'not active'
  if (!mayFollow(held.status, to)) return 'not active'

  const words = statement === undefined ? null : { body: neat(statement), body_html: renderMarkdown(neat(statement)) }
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
  await openFor(tx, { id, status: to })
  await rankOne(tx, id)
  if (words) {
    await tx
      .insertInto('campaign_update')
      .values({ id: uuidv7(), campaign_id: id, creator_id: viewer.id, title: 'Victory', ...words })
      .execute()
    // Of the victory, and not of its statement besides.
    await noteEvent(tx, { type: 'campaign_victory', campaignId: id, actorId: viewer.id })
  }
  if (!isCreator) {
    const action = to === 'victory' ? 'campaign.victory' : 'campaign.archived'
    await writeAudit(tx, { actorId: viewer.id, action, subject: { kind: 'campaign', id }, reason: neat(reason ?? ''), details: { from: held.status } })
  }
  return saved
}
