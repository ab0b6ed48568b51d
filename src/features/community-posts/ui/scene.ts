import type { Community } from '#features/communities/contract.ts'

/** What all parts of a list of posts need to know. */
export type Scene = {
  community: Community
  viewerId: string | null
  now: Date
  /** The list's address, with this post brought into view, unfolded and its discussion open. */
  hrefTo: (postId?: string) => string
  /** The sign-in page, leading back to this post. */
  signInTo: (postId?: string) => string
}

/** Where a link to a post leads on its page. */
export const postAnchor = (id: string) => `post-${id}`

/** Names for the words that wait in this browser: of a new post, an edit. */
export const places = {
  post: (viewerId: string, communityId: string) => `${viewerId}.post.${communityId}`,
  edit: (viewerId: string, postId: string) => `${viewerId}.post-edit.${postId}`,
} as const
