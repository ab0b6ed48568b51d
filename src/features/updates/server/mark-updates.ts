import { type Marked, markWithAuthor } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/** Hides the updates of a suspended person, or restores them: see `markWithAuthor`. */
export const markUpdatesOf = (tx: Tx, given: { authorId: string; isHidden: boolean }): Promise<Marked[]> =>
  markWithAuthor(tx, { table: 'campaign_update', author: 'creator_id', place: 'campaign_id' }, given)
