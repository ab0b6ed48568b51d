import type { Membership } from '#features/communities/contract.ts'
import { isMember, mayModerate } from '#features/communities/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { type PostCode, postLimits } from './terms.ts'

type Place = { viewer: Membership }

/** Whether new comments are taken: from members, while the post is not locked. */
export const takesComments = (post: { isLocked: boolean; community: Place }) => isMember(post.community) && !post.isLocked

/** Its author may change a post while still a member. */
export const mayEdit = (post: { isAuthor: boolean; community: Place }) => post.isAuthor && isMember(post.community)

/** Its author, also after leaving where it can still be seen; the owner and mods. */
export const mayDelete = (post: { isAuthor: boolean; community: Place }) => post.isAuthor || mayModerate(post.community)

export function postProblems({ title, body }: { title: string; body: string }): FieldProblems<PostCode> {
  return {
    ...(lengthOf(title) > postLimits.title ? { title: 'TITLE_TOO_LONG' as const } : {}),
    ...(!neat(body) ? { body: 'POST_BLANK' as const } : lengthOf(body) > postLimits.body ? { body: 'POST_TOO_LONG' as const } : {}),
  }
}
