import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { notificationsContract } from '../contract.ts'
import { bellSize, type NotificationFilter, pageSize } from '../terms.ts'

export const api = apiFor<typeof notificationsContract>('notifications')

/** Unread count and newest notification. Loaded with the page, then updated by the live stream. */
export const bellState = () => ({ ...api.unread.queryOptions(), staleTime: Number.POSITIVE_INFINITY })

// Without a network connection these queries fail at once and show an error, instead of waiting. This network mode does not refetch after a
// reconnect by default.
const failOffline = { networkMode: 'always', refetchOnReconnect: true } as const

/** The notifications in the bell's menu. */
export const newestOnes = () => ({ ...api.list.queryOptions({ input: { limit: bellSize } }), staleTime: 1_000, ...failOffline })

/** The viewer's notifications in pages of 20, from cursor `start`. */
export const notificationPages = (filter: NotificationFilter, start?: string) =>
  api.list.infiniteOptions({ ...pagesFrom({ filter, limit: pageSize }, start), ...failOffline })
