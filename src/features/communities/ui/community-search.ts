import { readerOf } from '#platform/client/search-text.ts'

export const communityTabs = ['posts', 'about', 'members', 'campaigns'] as const
export type CommunityTab = (typeof communityTabs)[number]

/** What the address of a community says beside its slug; the first tab is left out. */
export type CommunitySearch = {
  tab?: Exclude<CommunityTab, 'posts'> | undefined
  postId?: string | undefined
  commentId?: string | undefined
  /** Where the shown list begins, for those without JavaScript. */
  cursor?: string | undefined
  /** Which members are looked for. */
  q?: string | undefined
  /** From an invite link. */
  invite?: string | undefined
}

/** Reads the query: unknown names and values are ignored. */
export function readCommunitySearch(given: Record<string, unknown>): CommunitySearch {
  const { text, id } = readerOf(given)
  return {
    tab: (['about', 'members', 'campaigns'] as const).find((tab) => tab === text('tab')),
    postId: id('postId'),
    commentId: id('commentId'),
    cursor: text('cursor').slice(0, 500) || undefined,
    q: [...text('q')].slice(0, 200).join('') || undefined,
    invite: text('invite').slice(0, 200) || undefined,
  }
}
