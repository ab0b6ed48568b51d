import { readerOf } from '#platform/client/search-text.ts'

const tabs = ['updates', 'discussion'] as const
export type Tab = (typeof tabs)[number]

/** Search parameters of a campaign's updates and discussion. */
export type DiscussionSearch = {
  tab?: Tab | undefined
  updateId?: string | undefined
  commentId?: string | undefined
  /** Cursor at which the shown list starts, for pages without JavaScript. */
  cursor?: string | undefined
}

/** Parses the query; unknown names and values are ignored. */
export function readDiscussionSearch(given: Record<string, unknown>): DiscussionSearch {
  const { text, id, cursor } = readerOf(given)
  return {
    tab: tabs.find((tab) => tab === text('tab')),
    updateId: id('updateId'),
    commentId: id('commentId'),
    cursor: cursor(),
  }
}
