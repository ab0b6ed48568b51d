import type { NotificationFilter } from '../terms.ts'

export type NotificationsSearch = { filter?: 'unread' | undefined; cursor?: string | undefined }

/** The filter, where it is not the usual one, and the cursor from which the list is read on without JavaScript. */
export function readNotificationsSearch({ filter, cursor }: Record<string, unknown>): NotificationsSearch {
  return {
    filter: filter === 'unread' ? filter : undefined,
    cursor: typeof cursor === 'string' ? cursor.slice(0, 500) || undefined : undefined,
  }
}

export const filterOf = ({ filter }: NotificationsSearch): NotificationFilter => filter ?? 'all'
