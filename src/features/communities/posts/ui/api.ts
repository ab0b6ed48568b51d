import type { QueryClient } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { loadPageOf, pagesFrom } from '#platform/client/pages.ts'
import type { communityPostsContract } from '../contract.ts'

export const api = apiFor<typeof communityPostsContract>('communityPosts')

/** A community's posts from the cursor `start` on. The list is never refetched automatically, so that posts do not move while somebody reads them. */
export const postPages = (communityId: string, start?: string) =>
  api.list.infiniteOptions({ ...pagesFrom({ id: communityId, limit: 10 }, start), staleTime: 'static' })

/** Fetches a post and the page of the list that contains it. Null if the post is not in this community or the reader may not see the post. */
export async function findPost(client: QueryClient, { communityId, postId }: { communityId: string; postId: string }) {
  const post = await nullIfAbsent(api.get.call({ id: postId }))
  if (post?.communityId !== communityId) return null
  return { id: postId, start: await loadPageOf(post, (start) => client.ensureInfiniteQueryData(postPages(communityId, start))) }
}
