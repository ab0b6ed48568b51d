import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Comment } from '../contract.ts'
import type { CommentParent } from '../terms.ts'
import { apiAbout } from './api.ts'
import { changeComment } from './comment-cache.ts'

/** Likes or unlikes with an optimistic update. After the last tap the state that the server confirmed replaces it. */
export function useSetLike({ id, about }: { id: string; about: CommentParent }, onSignedOut: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { like, unlike } = apiAbout(about)
  const mutationKey = ['comments', 'like', id]
  // The last state that the server confirmed, or the state before the first tap.
  const confirmed = useRef<{ likes: number; hasLiked: boolean } | null>(null)
  const isAlone = () => queryClient.isMutating({ mutationKey }) === 1
  function showConfirmed() {
    const { current } = confirmed
    if (!current || !isAlone()) return
    changeComment(queryClient, id, (comment) => ({ ...comment, likes: current.likes, viewer: { ...comment.viewer, hasLiked: current.hasLiked } }))
  }
  return useMutation({
    mutationKey,
    // Mutations with the same scope run one after another, so that the last tap determines the result.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (liked: boolean) => (liked ? like : unlike).call({ id }),
    onMutate: (liked) => {
      const isFirstTap = isAlone()
      changeComment(queryClient, id, (comment) => {
        if (isFirstTap) confirmed.current = { likes: comment.likes, hasLiked: comment.viewer.hasLiked }
        return withLike(comment, liked)
      })
    },
    onSuccess: ({ likes, hasLiked }) => {
      confirmed.current = { likes, hasLiked }
      showConfirmed()
    },
    onError: (error) => {
      showConfirmed()
      if (refusalOf(error)?.code === 'UNAUTHORIZED') onSignedOut()
      else toast({ text: m.comments_like_failed(), tone: 'problem' })
    },
  })
}

function withLike(comment: Comment, liked: boolean): Comment {
  const change = Number(liked) - Number(comment.viewer.hasLiked)
  return { ...comment, likes: comment.likes + change, viewer: { ...comment.viewer, hasLiked: liked } }
}
