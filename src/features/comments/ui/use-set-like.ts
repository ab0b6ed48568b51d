import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { useOptimisticLike } from '#platform/client/use-optimistic-like.ts'
import type { Comment } from '../contract.ts'
import type { CommentSubject } from '../terms.ts'
import { apiAbout } from './api.ts'
import { changeComment } from './comment-cache.ts'

export function useSetLike({ id, about }: { id: string; about: CommentSubject }, onSignedOut: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { like, unlike } = apiAbout(about)
  return useOptimisticLike<Comment>({
    mutationKey: ['comments', 'like', id],
    change: (update) => changeComment(queryClient, id, update),
    send: (liked) => (liked ? like : unlike).call({ id }),
    onFailed: (error) => {
      if (refusalOf(error)?.code === 'UNAUTHORIZED') onSignedOut()
      else toast({ text: m.comments_like_failed(), tone: 'problem' })
    },
  })
}
