import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { useOptimisticLike } from '#platform/client/use-optimistic-like.ts'
import type { Post } from '../contract.ts'
import { api } from './api.ts'
import { changePost } from './post-cache.ts'

/** Mutation key for likes of this post. */
export const likeKey = (id: string) => ['community posts', 'like', id]

export function useSetLike(id: string, onSignedOut: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useOptimisticLike<Post>({
    mutationKey: likeKey(id),
    change: (update) => changePost(queryClient, id, update),
    send: (liked) => (liked ? api.like : api.unlike).call({ id }),
    onFailed: (error) => {
      const code = refusalOf(error)?.code
      if (code === 'UNAUTHORIZED') onSignedOut()
      else toast({ text: code === 'MEMBERS_ONLY' ? m.community_posts_join_to_like() : m.community_posts_like_failed(), tone: 'problem' })
    },
  })
}
