import { lockedAccess } from '#features/campaigns/server/public.ts'
import { type AutomaticDecision, type ContentDecision, type Decided, decideOrApplyRule, deciderOf } from '#features/moderation/server/public.ts'
import { isShown } from '#features/moderation/terms.ts'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { publishRemoved, publishRestored } from './chat-event.ts'

type Context = { live: LiveHub; notifications: NotificationQueue }

/** Hides, removes or restores a chat message, with its campaign locked. Open pages remove it, or load the chat again, at once. */
export async function moderateMessage(tx: Tx, decision: ContentDecision | AutomaticDecision): Promise<Decided<Context>> {
  const { id, state } = decision
  const { viewer } = await deciderOf(tx, 'chat_message', decision)
  const seen = await tx.selectFrom('campaign_chat_message').select('campaign_id').where('id', '=', id).executeTakeFirst()
  if (!seen || !(await lockedAccess(tx, { id: seen.campaign_id, viewer, forDecision: true }))) return 'absent'
  const message = await tx.selectFrom('campaign_chat_message').select('author_id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!message) return 'absent'
  if (!(await decideOrApplyRule(tx, { kind: 'chat_message', authorId: message.author_id }, decision))) return 'forbidden'
  return {
    publish({ live, notifications }) {
      if (isShown(state)) publishRestored(live, { campaignId: seen.campaign_id, ids: [id] })
      else publishRemoved(live, { campaignId: seen.campaign_id, id })
      notifications.runSoon()
    },
  }
}
