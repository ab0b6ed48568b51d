import { type Marked, markWithAuthor } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { chatLimits } from '../terms.ts'
import { publishRemoved, publishRestored } from './chat-event.ts'

/** Hides the messages of a suspended person, or restores them: see `markWithAuthor`. */
export const markMessagesOf = (tx: Tx, given: { authorId: string; isHidden: boolean }): Promise<Marked[]> =>
  markWithAuthor(tx, { table: 'campaign_chat_message', author: 'author_id', place: 'campaign_id' }, given)

/** Publishes what `markMessagesOf` returned to open chats, up to the number of messages that a page keeps. Call it after the commit. */
export function publishMarked(live: LiveHub, { marked, isHidden }: { marked: readonly Marked[]; isHidden: boolean }): void {
  for (const [campaignId, messages] of Map.groupBy(marked, ({ placeId }) => placeId)) {
    const ids = messages.slice(0, chatLimits.kept).map(({ id }) => id)
    if (isHidden) for (const id of ids) publishRemoved(live, { campaignId, id })
    else publishRestored(live, { campaignId, ids })
  }
}
