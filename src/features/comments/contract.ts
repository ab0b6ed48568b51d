import { oc } from '@orpc/contract'
import { z } from 'zod'
import { membersOnly } from '#features/communities/contract.ts'
import { roles } from '#features/communities/terms.ts'
import { Picture } from '#features/media/contract.ts'
import { attachmentCodes, attachmentFailure, mostPictures } from '#features/media/policy.ts'
import { Moderation, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { notActive } from '#features/pledges/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { commentCodes } from './terms.ts'

/**
 * A comment on a campaign or on a community's post: either `campaignId` or `postId` is set. A removed comment keeps only its
 * position in the thread.
 */
export const Comment = z.object({
  id: z.uuid(),
  campaignId: z.uuid().nullable(),
  postId: z.uuid().nullable(),
  parentId: z.uuid().nullable(),
  /** 0 for the root of a thread, at most 3. */
  depth: z.int().min(0).max(3),
  author: Author.nullable(),
  /** The author's current role in the community of the post; null if the author is no longer a member, and on campaigns. */
  authorRole: z.enum(roles).nullable(),
  body: z.string(),
  bodyHtml: z.string(),
  pictures: z.array(Picture).max(mostPictures.comment),
  isRemoved: z.boolean(),
  /** Set for the author and the site's moderators if a moderator hid or removed the comment; for all others it is removed. */
  moderation: Moderation.nullable(),
  isEdited: z.boolean(),
  createdAt: z.date(),
  likes: z.int().nonnegative(),
  /** Number of replies at any depth below a root; 0 for all others. */
  replies: z.int().nonnegative(),
  viewer: z.object({ isAuthor: z.boolean(), hasLiked: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

const Likes = z.object({ likes: z.int().nonnegative(), hasLiked: z.boolean() })
const body = z.string().max(100_000)
const authorOnly = { FORBIDDEN: { message: 'Only its author may do this.' } } as const
const locked = { POST_LOCKED: { ...stateRefusal, message: 'This post is locked.' } } as const
const newest = z.uuid().nullable().describe('The newest comment, including replies, whichever page this is.')

export const commentsContract = {
  list: oc
    .route({ method: 'GET', path: '/campaigns/{id}/comments', summary: 'The first comment of each thread, newest first', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Comment).extend({ newest }))
    .errors({ ...notFound, ...badCursor }),

  listOfPost: oc
    .route({ method: 'GET', path: '/posts/{id}/comments', summary: 'The first comment of each thread about a post, oldest first', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Comment).extend({ newest }))
    .errors({ ...notFound, ...badCursor }),

  get: oc
    .route({
      method: 'GET',
      path: '/comments/{id}',
      summary: 'One comment, its thread, and the cursor of the list page that begins with it',
      tags: ['Comments'],
    })
    .input(z.strictObject({ id: Id }))
    .output(Comment.extend({ rootId: z.uuid(), cursor: z.string() }))
    .errors({ ...notFound }),

  thread: oc
    .route({ method: 'GET', path: '/comments/{id}/replies', summary: 'All replies below the first comment of a thread, oldest first', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Comment))
    .errors({ ...notFound, ...badCursor }),

  post: oc
    .route({
      method: 'POST',
      path: '/campaigns/{id}/comments',
      summary: 'Comment on an active campaign, or reply to a comment',
      tags: ['Comments'],
      successStatus: 201,
    })
    .input(z.strictObject({ id: Id, body, parentId: Id.nullish(), mediaIds: z.array(Id).max(100).optional() }))
    .output(Comment)
    .errors({
      ...signInFirst,
      ...notFound,
      ...notActive,
      ...fieldRefusals([...commentCodes, ...attachmentCodes]),
      ...attachmentFailure,
      ...keyReused,
    }),

  postToPost: oc
    .route({
      method: 'POST',
      path: '/posts/{id}/comments',
      summary: 'Comment on a post, or reply to a comment; with a picture, text is optional',
      tags: ['Comments'],
      successStatus: 201,
    })
    .input(z.strictObject({ id: Id, body, parentId: Id.nullish(), mediaIds: z.array(Id).max(100).optional() }))
    .output(Comment)
    .errors({
      ...signInFirst,
      ...notFound,
      ...membersOnly,
      ...locked,
      ...fieldRefusals([...commentCodes, ...attachmentCodes]),
      ...attachmentFailure,
      ...keyReused,
    }),

  edit: oc
    .route({ method: 'PATCH', path: '/comments/{id}', summary: 'Edit your own comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, body }))
    .output(Comment)
    .errors({ ...signInFirst, ...notFound, ...authorOnly, ...membersOnly, ...fieldRefusals(commentCodes) }),

  remove: oc
    .route({ method: 'DELETE', path: '/comments/{id}', summary: 'Delete a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, FORBIDDEN: { message: 'Only its author, and in a community its owner and mods, may do this.' } }),

  moderate: oc
    .route({ method: 'PUT', path: '/comments/{id}/moderation', summary: 'For moderators: hide, remove or restore a comment', tags: ['Comments'] })
    .input(ModerationInput)
    .output(Comment)
    .errors(moderationErrors),

  like: oc
    .route({ method: 'PUT', path: '/likes/campaign_comment/{id}', summary: 'Like a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...notActive }),

  unlike: oc
    .route({ method: 'DELETE', path: '/likes/campaign_comment/{id}', summary: 'Remove a like from a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...notActive }),

  likePostComment: oc
    .route({ method: 'PUT', path: '/likes/community_post_comment/{id}', summary: 'Like a comment on a post', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...membersOnly }),

  unlikePostComment: oc
    .route({ method: 'DELETE', path: '/likes/community_post_comment/{id}', summary: 'Remove a like from a comment on a post', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...membersOnly }),
}
