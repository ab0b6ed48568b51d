import { readerOf } from '#platform/client/search-text.ts'

const tabs = ['updates', 'discussion'] as const
export type Tab = (typeof tabs)[number]

/** What the address of a campaign says of its talk. */
export type TalkSearch = {
  tab?: Tab | undefined
  updateId?: string | undefined
  commentId?: string | undefined
  /** Where the shown list begins, for those without JavaScript. */
  cursor?: string | undefined
}

/** Reads the query: unknown names and values are ignored. */
export function readTalkSearch(given: Record<string, unknown>): TalkSearch {
  const { text, id } = readerOf(given)
  return {
    tab: tabs.find((tab) => tab === text('tab')),
    updateId: id('updateId'),
    commentId: id('commentId'),
    cursor: text('cursor').slice(0, 500) || undefined,
  }
}
