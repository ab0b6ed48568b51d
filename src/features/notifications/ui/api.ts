import { apiFor } from '#platform/client/api.ts'
import type { notificationsContract } from '../contract.ts'
import { bellSize, type NotificationFilter } from '../terms.ts'

export const api = apiFor<typeof notificationsContract>('notifications')

/** How many are unread, and the newest of all. Comes with the page; from then on the live stream tells it. */
export const bellState = () => ({ ...api.unread.queryOptions(), staleTime: Number.POSITIVE_INFINITY })

// Without a line both fail and say so, instead of waiting unseen; what failed is asked for again once it is back, which this mode alone would not do.
const sayWithoutLine = { networkMode: 'always', refetchOnReconnect: true } as const

/** What the bell lists. */
export const newestOnes = () => ({ ...api.list.queryOptions({ input: { limit: bellSize } }), staleTime: 1_000, ...sayWithoutLine })

export const pageSize = 20

/** One's notifications in pages of 20, from the cursor in the address on. */
export const notificationPages = (filter: NotificationFilter, start?: string) =>
  api.list.infiniteOptions({
    input: (from: string | undefined) => ({ filter, limit: pageSize, ...(from ? { cursor: from } : {}) }),
    ...sayWithoutLine,
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
