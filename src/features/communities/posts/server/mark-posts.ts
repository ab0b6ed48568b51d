import { type Marked, markWithAuthor } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { setWeek } from './moderate-post.ts'

/** Hides the posts of a suspended person, or restores them: see `markWithAuthor`. */
export const markPostsOf = (tx: Tx, given: { authorId: string; isHidden: boolean }): Promise<Marked[]> =>
  markWithAuthor(tx, { table: 'community_post', author: 'author_id', place: 'community_id', also: setWeek({ isVisible: !given.isHidden }) }, given)
