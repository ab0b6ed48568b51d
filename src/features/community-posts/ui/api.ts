import type { QueryClient } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import { loadPageOf, pagesFrom } from '#platform/client/pages.ts'
import type { communityPostsContract } from '../contract.ts'

export const api = apiFor<typeof communityPostsContract>('communityPosts')

/** A community's posts, from cursor `start` on. Never refetched automatically, so that the list does not move while it is read. */
export const postPages = (communityId: string, start?: string) =>
  api.list.infiniteOptions({ ...pagesFrom({ id: communityId, limit: 10 }, start), staleTime: 'static' })

/** Finds a post of this community and loads the pages that show it. Null if this reader may not see it. */
export async function findPost(client: QueryClient, { communityId, postId }: { communityId: string; postId: string }) {
  const post = await nullIfAbsent(api.get.call({ id: postId }))
  if (post?.communityId !== communityId) return null
  return { id: postId, start: await loadPageOf(post, (start) => client.ensureInfiniteQueryData(postPages(communityId, start))) }
}
