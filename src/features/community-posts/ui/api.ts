import { apiFor } from '#platform/client/api.ts'
import type { communityPostsContract } from '../contract.ts'

export const api = apiFor<typeof communityPostsContract>('communityPosts')

/** A community's posts, from cursor `start` on. Never refetched automatically, so that the list does not move while it is read. */
export const postPages = (communityId: string, start?: string) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({ id: communityId, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })
