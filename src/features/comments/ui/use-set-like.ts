import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Comment } from '../contract.ts'
import { api } from './api.ts'
import { changeComment } from './held-comments.ts'

/** Likes or unlikes on screen at once; the server's answer to the last tap, or its refusal, then replaces the guess. */
export function useSetLike(id: string, onSignedOut: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const mutationKey = ['comments', 'like', id]
  return useMutation({
    mutationKey,
    // Sent one after another, so the last tap wins.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (liked: boolean) => (liked ? api.like.call({ id }) : api.unlike.call({ id })),
    onMutate: (liked) => changeComment(queryClient, id, (comment) => withLike(comment, liked)),
    onSuccess: (counted) => {
      const isLastTap = queryClient.isMutating({ mutationKey }) === 1
      if (isLastTap)
        changeComment(queryClient, id, (comment) => ({ ...comment, likes: counted.likes, viewer: { ...comment.viewer, hasLiked: counted.hasLiked } }))
    },
    onError: (error, liked) => {
      changeComment(queryClient, id, (comment) => (comment.viewer.hasLiked === liked ? withLike(comment, !liked) : comment))
      if (refusalOf(error)?.code === 'UNAUTHORIZED') onSignedOut()
      else toast({ text: m.comments_like_failed(), tone: 'problem' })
    },
  })
}

function withLike(comment: Comment, liked: boolean): Comment {
  const change = Number(liked) - Number(comment.viewer.hasLiked)
  return { ...comment, likes: comment.likes + change, viewer: { ...comment.viewer, hasLiked: liked } }
}
