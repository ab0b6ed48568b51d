import { readerOf } from '#platform/client/search-text.ts'
import type { NotificationFilter } from '../terms.ts'

export type NotificationsSearch = { filter?: 'unread' | undefined; cursor?: string | undefined }

/** Parses the filter, and the cursor for paging without JavaScript. */
export function readNotificationsSearch(given: Record<string, unknown>): NotificationsSearch {
  return { filter: given.filter === 'unread' ? given.filter : undefined, cursor: readerOf(given).cursor() }
}

export const filterOf = ({ filter }: NotificationsSearch): NotificationFilter => filter ?? 'all'
