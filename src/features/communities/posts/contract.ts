import { oc } from '@orpc/contract'
import { z } from 'zod'
import { membersOnly, moderatorsOnly, mutedHere } from '#features/communities/contract.ts'
import { roles } from '#features/communities/terms.ts'
import { Picture } from '#features/media/contract.ts'
import { attachmentFailure } from '#features/media/policy.ts'
import { attachmentCodes } from '#features/media/terms.ts'
import { Moderation, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { slowModeOn } from '#features/moderation/switches/contract.ts'
import { personLimit, repeatedText } from '#features/trust/contract.ts'
import { linkCodes } from '#features/trust/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, signInFirst } from '#platform/refusal.ts'
import { postCodes } from './terms.ts'

export const Post = z.object({
  id: z.uuid(),
  communityId: z.uuid(),
  author: Author,
  /** The author's current role; null if the author is no longer a member. */
  authorRole: z.enum(roles).nullable(),
  title: z.string(),
  body: z.string(),
  bodyHtml: z.string(),
  picture: Picture.nullable(),
  isPinned: z.boolean(),
  isAnnouncement: z.boolean(),
  isLocked: z.boolean(),
  isEdited: z.boolean(),
  createdAt: z.date(),
  moderation: Moderation.nullable().describe('Set if a moderator hid or removed the post. Only its author and the site’s moderators then receive it.'),
  likes: z.int().nonnegative(),
  comments: z.int().nonnegative(),
  viewer: z.object({ isAuthor: z.boolean(), hasLiked: z.boolean() }),
})
export type Post = z.infer<typeof Post>

const Likes = z.object({ likes: z.int().nonnegative(), hasLiked: z.boolean() })
const title = z.string().max(10_000)
const body = z.string().max(200_000)
/** Errors of operations for members. For a post in a private community, everybody else gets NOT_FOUND. */
const memberErrors = { ...signInFirst, ...notFound, ...membersOnly } as const

export const communityPostsContract = {
  list: oc
    .route({ method: 'GET', path: '/communities/{id}/posts', summary: 'Posts: pinned first, then the newest', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Post).extend({ newest: z.uuid().nullable().describe('The newest post of the community, on every page.') }))
    .errors({ ...notFound, ...membersOnly, ...badCursor }),

  get: oc
    .route({ method: 'GET', path: '/posts/{id}', summary: 'One post, and the cursor of the list page that begins with it', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id }))
    .output(Post.extend({ cursor: z.string() }))
    .errors(notFound),

  post: oc
    .route({ method: 'POST', path: '/communities/{id}/posts', summary: 'Publish a post in a community', tags: ['Community posts'], successStatus: 201 })
    .input(z.strictObject({ id: Id, title: title.optional(), body, mediaIds: z.array(Id).max(100).optional() }))
    .output(Post)
    .errors({
      ...memberErrors,
      ...confirmFirst,
      ...mutedHere,
      ...slowModeOn,
      ...personLimit,
      ...repeatedText,
      ...fieldRefusals([...postCodes, ...attachmentCodes, ...linkCodes]),
      ...attachmentFailure,
      ...keyReused,
    }),

  edit: oc
    .route({ method: 'PATCH', path: '/posts/{id}', summary: 'Edit your own post', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id, title: title.optional(), body: body.optional() }))
    .output(Post)
    .errors({
      ...memberErrors,
      ...mutedHere,
      ...repeatedText,
      ...fieldRefusals([...postCodes, ...linkCodes]),
      FORBIDDEN: { message: 'Only its author may do this.' },
    }),

  mark: oc
    .route({ method: 'PUT', path: '/posts/{id}/marks', summary: 'Pin, announce or lock a post, or undo any of these', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id, isPinned: z.boolean().optional(), isAnnouncement: z.boolean().optional(), isLocked: z.boolean().optional() }))
    .output(Post)
    .errors({ ...signInFirst, ...notFound, ...moderatorsOnly }),

  remove: oc
    .route({ method: 'DELETE', path: '/posts/{id}', summary: 'Delete a post with its comments', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, FORBIDDEN: { message: 'Only its author, the owner and mods may do this.' } }),

  moderate: oc
    .route({ method: 'PUT', path: '/posts/{id}/moderation', summary: 'For moderators of the site: hide, remove or restore a post', tags: ['Community posts'] })
    .input(ModerationInput)
    .output(Post)
    .errors(moderationErrors),

  like: oc
    .route({ method: 'PUT', path: '/likes/community_post/{id}', summary: 'Like a post', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...memberErrors, ...confirmFirst }),

  unlike: oc
    .route({ method: 'DELETE', path: '/likes/community_post/{id}', summary: 'Remove a like from a post', tags: ['Community posts'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors(memberErrors),
}
