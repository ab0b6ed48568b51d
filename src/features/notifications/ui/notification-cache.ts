import type { QueryClient } from '@tanstack/react-query'
import { cachedItems, changeItems } from '#platform/client/pages.ts'
import type { Notification } from '../contract.ts'
import { type BellState, unreadCounted } from '../terms.ts'
import { api, bellState } from './api.ts'

/** Changes the notifications in all cached lists: in the bell and on the page. */
export function changeCached(queryClient: QueryClient, change: (items: Notification[]) => Notification[]): void {
  changeItems(queryClient, api.list.key({ type: 'infinite' }), change)
  queryClient.setQueriesData<{ items: Notification[] }>({ queryKey: api.list.key({ type: 'query' }) }, (data) => data && { ...data, items: change(data.items) })
}

/** Shows one notification as read or unread. */
export const showAs = (queryClient: QueryClient, { id, isRead }: { id: string; isRead: boolean }) =>
  changeCached(queryClient, (items) => items.map((item) => (item.id === id ? { ...item, isRead } : item)))

/** The ids of cached notifications that are shown as unread. */
export function unreadIds(queryClient: QueryClient): string[] {
  const newest = queryClient.getQueriesData<{ items: Notification[] }>({ queryKey: api.list.key({ type: 'query' }) }).flatMap(([, data]) => data?.items ?? [])
  const all = [...newest, ...cachedItems<Notification>(queryClient, api.list.key({ type: 'infinite' }))]
  return [...new Set(all.filter(({ isRead }) => !isRead).map(({ id }) => id))]
}

/** Shows these notifications as unread again. */
export const showUnread = (queryClient: QueryClient, ids: readonly string[]) =>
  changeCached(queryClient, (items) => items.map((item) => (ids.includes(item.id) ? { ...item, isRead: false } : item)))

/** Shows all cached notifications as read. */
export const showAllRead = (queryClient: QueryClient) => changeCached(queryClient, (items) => items.map((item) => ({ ...item, isRead: true })))

export const cachedState = (queryClient: QueryClient): BellState | undefined => queryClient.getQueryData(bellState().queryKey)

/** Writes the bell's state from the server into the cache. */
export const learnState = (queryClient: QueryClient, state: BellState): void => void queryClient.setQueryData(bellState().queryKey, state)

/** Decrements the unread count, unless it is above the counting limit, where the exact number is unknown. */
export function countOneRead(queryClient: QueryClient): void {
  const state = cachedState(queryClient)
  if (state && state.unread <= unreadCounted) learnState(queryClient, { ...state, unread: Math.max(0, state.unread - 1) })
}
