import type { Community } from '#features/communities/contract.ts'

/** Data that all parts of a list of posts share. */
export type Scene = {
  community: Community
  viewerId: string | null
  now: Date
  /** The list's address at which this post is scrolled into view and its comments are expanded. */
  hrefTo: (postId?: string) => string
  /** The sign-in page, which returns to this post. */
  signInTo: (postId?: string) => string
}

/** Element id of a post, for links to it. */
export const postAnchor = (id: string) => `post-${id}`

/** Form keys under which unsent texts are stored. */
export const formKeys = {
  post: (viewerId: string, communityId: string) => `${viewerId}.post.${communityId}`,
  edit: (viewerId: string, postId: string) => `${viewerId}.post-edit.${postId}`,
} as const
