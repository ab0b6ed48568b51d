import type { QueryClient } from '@tanstack/react-query'
import { changeItems, heldItems } from '#platform/client/pages.ts'
import type { Notification } from '../contract.ts'
import { type BellState, unreadCounted } from '../terms.ts'
import { api, bellState } from './api.ts'

/** Changes the notifications wherever this browser holds them: in the bell and on the page. */
export function changeHeld(queryClient: QueryClient, change: (items: Notification[]) => Notification[]): void {
  changeItems(queryClient, api.list.key({ type: 'infinite' }), change)
  queryClient.setQueriesData<{ items: Notification[] }>({ queryKey: api.list.key({ type: 'query' }) }, (data) => data && { ...data, items: change(data.items) })
}

/** Shows one as read or unread. */
export const showAs = (queryClient: QueryClient, { id, isRead }: { id: string; isRead: boolean }) =>
  changeHeld(queryClient, (items) => items.map((item) => (item.id === id ? { ...item, isRead } : item)))

/** Which of those that are held are shown as unread. */
export function unreadIds(queryClient: QueryClient): string[] {
  const newest = queryClient.getQueriesData<{ items: Notification[] }>({ queryKey: api.list.key({ type: 'query' }) }).flatMap(([, data]) => data?.items ?? [])
  const all = [...newest, ...heldItems<Notification>(queryClient, api.list.key({ type: 'infinite' }))]
  return [...new Set(all.filter(({ isRead }) => !isRead).map(({ id }) => id))]
}

/** Shows these as unread again. */
export const showUnread = (queryClient: QueryClient, ids: readonly string[]) =>
  changeHeld(queryClient, (items) => items.map((item) => (ids.includes(item.id) ? { ...item, isRead: false } : item)))

/** Shows all as read, up to the newest that is known. */
export const showAllRead = (queryClient: QueryClient) => changeHeld(queryClient, (items) => items.map((item) => ({ ...item, isRead: true })))

export const heldState = (queryClient: QueryClient): BellState | undefined => queryClient.getQueryData(bellState().queryKey)

/** Takes over what the server says of the bell. */
export const learnState = (queryClient: QueryClient, state: BellState): void => void queryClient.setQueryData(bellState().queryKey, state)

/** One less to read; of more than are counted nobody knows how many are left. */
export function countOneRead(queryClient: QueryClient): void {
  const state = heldState(queryClient)
  if (state && state.unread <= unreadCounted) learnState(queryClient, { ...state, unread: Math.max(0, state.unread - 1) })
}
