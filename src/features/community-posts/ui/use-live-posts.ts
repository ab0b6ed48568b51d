import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePostNews } from '#features/communities/ui/public.ts'
import { changePost } from './held-posts.ts'
import { likeKey } from './use-set-like.ts'

/** Counts and marks of these posts change as the live stream tells them; nothing moves. Returns the newest comments of one. */
export function useLivePosts(postIds: readonly string[]): (postId: string) => readonly string[] {
  const queryClient = useQueryClient()
  const told = usePostNews(postIds)
  const taken = useRef<typeof told>(new Map())
  useEffect(() => {
    for (const [id, state] of told) {
      if (taken.current.get(id) === state) continue
      const { newest: _comments, likes, ...shown } = state
      // While a like of one's own is on its way, its answer says how many there are.
      const counted = queryClient.isMutating({ mutationKey: likeKey(id) }) === 0 ? { likes } : {}
      changePost(queryClient, id, (post) => ({ ...post, ...shown, ...counted }))
    }
    taken.current = told
  }, [told, queryClient])
  return (postId) => told.get(postId)?.newest ?? none
}

const none: readonly string[] = []
