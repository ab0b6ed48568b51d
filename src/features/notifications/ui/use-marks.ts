import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { freshKey } from '#platform/client/fresh-key.ts'
import type { Notification } from '../contract.ts'
import { api, bellState } from './api.ts'
import { freshLists } from './fresh-lists.ts'
import { cachedState, countOneRead, learnState, showAllRead, showAs, showUnread, unreadIds } from './notification-cache.ts'

/** Marks a notification as read with an optimistic update; a failure rolls it back. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Notification) => api.mark.call({ id, isRead: true }),
    onMutate: ({ id, isRead }) => {
      if (isRead) return
      showAs(queryClient, { id, isRead: true })
      countOneRead(queryClient)
    },
    onSuccess: (state) => learnState(queryClient, state),
    onError: (_error, { id, isRead }) => {
      if (isRead) return
      showAs(queryClient, { id, isRead: false })
      queryClient.invalidateQueries(bellState())
    },
  })
}

/** Marks all as read up to the newest that this page knows; later ones stay unread. Uses an optimistic update, which a failure rolls back. */
export function useMarkAllRead() {
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (newest: string | null) => api.readAll.call(newest ? { through: newest } : {}, { context: { idempotencyKey: freshKey() } }),
    onMutate: () => {
      const state = cachedState(queryClient)
      const ids = unreadIds(queryClient)
      showAllRead(queryClient)
      if (state) learnState(queryClient, { ...state, unread: 0 })
      return { state, ids }
    },
    onSuccess: (state) => learnState(queryClient, state),
    onError: (_error, _newest, before) => {
      if (before?.state) learnState(queryClient, before.state)
      // Rolls back by ids instead of restoring the lists, so that entries that were loaded meanwhile are kept.
      if (before) showUnread(queryClient, before.ids)
      queryClient.invalidateQueries(bellState())
      toast({ text: m.notifications_mark_all_failed(), tone: 'problem' })
    },
    onSettled: () => freshLists(queryClient).catch(() => {}),
  })
}
