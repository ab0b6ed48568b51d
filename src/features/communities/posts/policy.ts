import type { Membership } from '#features/communities/contract.ts'
import { isMember, mayModerate } from '#features/communities/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { type PostCode, postLimits } from './terms.ts'

type Place = { viewer: Membership }

/** Members may comment while the post is not locked. */
export const takesComments = (post: { isLocked: boolean; community: Place }) => isMember(post.community) && !post.isLocked

/** Authors may edit their posts while they are members. */
export const mayEdit = (post: { isAuthor: boolean; community: Place }) => post.isAuthor && isMember(post.community)

/** Owner, mods and the author may delete a post; the author even after leaving, while the author may see it. */
export const mayDelete = (post: { isAuthor: boolean; community: Place }) => post.isAuthor || mayModerate(post.community)

export function postProblems({ title, body }: { title: string; body: string }): FieldProblems<PostCode> {
  return {
    ...(lengthOf(title) > postLimits.title ? { title: 'TITLE_TOO_LONG' as const } : {}),
    ...(!normalized(body) ? { body: 'POST_BLANK' as const } : lengthOf(body) > postLimits.body ? { body: 'POST_TOO_LONG' as const } : {}),
  }
}
