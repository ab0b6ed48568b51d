import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

type Likes = { likes: number; hasLiked: boolean }
type Likable = { likes: number; viewer: { hasLiked: boolean } }
type Options<Item extends Likable> = {
  mutationKey: readonly string[]
  /** Changes the item in all cached lists. */
  change: (update: (item: Item) => Item) => void
  send: (liked: boolean) => Promise<Likes>
  onFailed: (error: unknown) => void
}

/** Likes or unlikes with an optimistic update. After the last tap the state that the server confirmed replaces it. */
export function useOptimisticLike<Item extends Likable>({ mutationKey, change, send, onFailed }: Options<Item>) {
  const queryClient = useQueryClient()
  // The last state that the server confirmed, or the state before the first tap.
  const confirmed = useRef<Likes | null>(null)
  const isAlone = () => queryClient.isMutating({ mutationKey }) === 1
  const show = ({ likes, hasLiked }: Likes) => change((item) => ({ ...item, likes, viewer: { ...item.viewer, hasLiked } }))
  const showConfirmed = () => confirmed.current && isAlone() && show(confirmed.current)
  return useMutation({
    mutationKey,
    // Mutations with the same scope run one after another, so that the last tap determines the result.
    scope: { id: mutationKey.join(' ') },
    mutationFn: send,
    onMutate: (liked) => {
      const isFirstTap = isAlone()
      change((item) => {
        const { likes, viewer } = item
        if (isFirstTap) confirmed.current = { likes, hasLiked: viewer.hasLiked }
        return { ...item, likes: likes + Number(liked) - Number(viewer.hasLiked), viewer: { ...viewer, hasLiked: liked } }
      })
    },
    onSuccess: (answer) => {
      confirmed.current = answer
      showConfirmed()
    },
    onError: (error) => {
      showConfirmed()
      onFailed(error)
    },
  })
}
