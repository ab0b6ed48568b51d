import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePostNews } from '../../ui/use-news.ts'
import { changePost } from './post-cache.ts'
import { likeKey } from './use-set-like.ts'

/** Writes live counts and marks of these posts into the cache, without reordering them. Returns a function for the ids of a post's newest comments. */
export function useLivePosts(postIds: readonly string[]): (postId: string) => readonly string[] {
  const queryClient = useQueryClient()
  const notified = usePostNews(postIds)
  const taken = useRef<typeof notified>(new Map())
  useEffect(() => {
    for (const [id, state] of notified) {
      if (taken.current.get(id) === state) continue
      const { newest: _comments, likes, ...shown } = state
      // While the viewer's own like is pending, its response sets the count.
      const counted = queryClient.isMutating({ mutationKey: likeKey(id) }) === 0 ? { likes } : {}
      changePost(queryClient, id, (post) => ({ ...post, ...shown, ...counted }))
    }
    taken.current = notified
  }, [notified, queryClient])
  return (postId) => notified.get(postId)?.newest ?? none
}

const none: readonly string[] = []
