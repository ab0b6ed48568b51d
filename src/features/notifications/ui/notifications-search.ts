import type { NotificationFilter } from '../terms.ts'

export type NotificationsSearch = { filter?: 'unread' | undefined; cursor?: string | undefined }

/** Parses the filter, and the cursor for paging without JavaScript. */
export function readNotificationsSearch({ filter, cursor }: Record<string, unknown>): NotificationsSearch {
  return {
    filter: filter === 'unread' ? filter : undefined,
    cursor: typeof cursor === 'string' ? cursor.slice(0, 500) || undefined : undefined,
  }
}

export const filterOf = ({ filter }: NotificationsSearch): NotificationFilter => filter ?? 'all'
