import type { QueryClient } from '@tanstack/react-query'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { api, postPages } from './api.ts'

/** `start` is the cursor at which the list starts with the post; undefined if the post is on the first page. */
type FoundPost = { id: string; start: string | undefined }

/** Finds a post of this community and loads the pages that show it. Null if this reader may not see it. */
export async function findPost(queryClient: QueryClient, { communityId, postId }: { communityId: string; postId: string }): Promise<FoundPost | null> {
  const post = await api.get.call({ id: postId }).catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return null
    throw error
  })
  if (post?.communityId !== communityId) return null
  const first = await queryClient.ensureInfiniteQueryData(postPages(communityId))
  const isOnFirst = first.pages.some(({ items }) => items.some(({ id }) => id === postId))
  const start = isOnFirst ? undefined : post.cursor
  if (start) await queryClient.ensureInfiniteQueryData(postPages(communityId, start))
  return { id: postId, start }
}
