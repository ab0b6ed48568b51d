import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Post } from '../contract.ts'
import { api } from './api.ts'
import { changePost } from './post-cache.ts'

/** Mutation key for likes of this post. */
export const likeKey = (id: string) => ['community posts', 'like', id]

/** Likes or unlikes with an optimistic update. After the last tap the state that the server confirmed replaces it. */
export function useSetLike(id: string, onSignedOut: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const mutationKey = likeKey(id)
  // The last state that the server confirmed, or the state before the first tap.
  const confirmed = useRef<{ likes: number; hasLiked: boolean } | null>(null)
  const isAlone = () => queryClient.isMutating({ mutationKey }) === 1
  function showConfirmed() {
    const { current } = confirmed
    if (!current || !isAlone()) return
    changePost(queryClient, id, (post) => ({ ...post, likes: current.likes, viewer: { ...post.viewer, hasLiked: current.hasLiked } }))
  }
  return useMutation({
    mutationKey,
    // Mutations with the same scope run one after another, so that the last tap determines the result.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (liked: boolean) => (liked ? api.like.call({ id }) : api.unlike.call({ id })),
    onMutate: (liked) => {
      const isFirstTap = isAlone()
      changePost(queryClient, id, (post) => {
        if (isFirstTap) confirmed.current = { likes: post.likes, hasLiked: post.viewer.hasLiked }
        return withLike(post, liked)
      })
    },
    onSuccess: ({ likes, hasLiked }) => {
      confirmed.current = { likes, hasLiked }
      showConfirmed()
    },
    onError: (error) => {
      showConfirmed()
      const code = refusalOf(error)?.code
      if (code === 'UNAUTHORIZED') onSignedOut()
      else toast({ text: code === 'MEMBERS_ONLY' ? m.community_posts_join_to_like() : m.community_posts_like_failed(), tone: 'problem' })
    },
  })
}

function withLike(post: Post, liked: boolean): Post {
  const change = Number(liked) - Number(post.viewer.hasLiked)
  return { ...post, likes: post.likes + change, viewer: { ...post.viewer, hasLiked: liked } }
}
