import { readerOf } from '#platform/client/search-text.ts'

export const communityTabs = ['posts', 'about', 'members', 'campaigns', 'reports'] as const
export type CommunityTab = (typeof communityTabs)[number]

/** Search parameters of a community's page; the first tab has none. */
export type CommunitySearch = {
  tab?: Exclude<CommunityTab, 'posts'> | undefined
  postId?: string | undefined
  commentId?: string | undefined
  /** Cursor at which the shown list starts, for pages without JavaScript. */
  cursor?: string | undefined
  /** Search text for the members tab. */
  q?: string | undefined
  /** Token from an invite link. */
  invite?: string | undefined
}

/** Parses the query; unknown names and values are ignored. */
export function readCommunitySearch(given: Record<string, unknown>): CommunitySearch {
  const { text, id, short, cursor } = readerOf(given)
  return {
    tab: (['about', 'members', 'campaigns', 'reports'] as const).find((tab) => tab === text('tab')),
    postId: id('postId'),
    commentId: id('commentId'),
    cursor: cursor(),
    q: short('q'),
    invite: short('invite'),
  }
}
