import { oc } from '@orpc/contract'
import { z } from 'zod'
import { membersOnly } from '#features/communities/contract.ts'
import { roles } from '#features/communities/terms.ts'
import { Picture } from '#features/media/contract.ts'
import { attachmentCodes, attachmentFailure, mostPictures } from '#features/media/policy.ts'
import { notActive } from '#features/pledges/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { commentCodes } from './terms.ts'

/** What somebody said about a campaign or a community's post: one of both is named. Of a removed one only its place in the thread is left. */
export const Comment = z.object({
  id: z.uuid(),
  campaignId: z.uuid().nullable(),
  postId: z.uuid().nullable(),
  parentId: z.uuid().nullable(),
  /** 0 for a thread's first comment, at most 3. */
  depth: z.int().min(0).max(3),
  author: Author.nullable(),
  /** On a community's post: the author's role there now, null for somebody who has left. Null on campaigns. */
  authorRole: z.enum(roles).nullable(),
  body: z.string(),
  bodyHtml: z.string(),
  pictures: z.array(Picture).max(mostPictures.comment),
  isRemoved: z.boolean(),
  isEdited: z.boolean(),
  createdAt: z.date(),
  likes: z.int().nonnegative(),
  /** Answers at any depth below a thread's first comment; 0 for all others. */
  replies: z.int().nonnegative(),
  viewer: z.object({ isAuthor: z.boolean(), hasLiked: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

const Likes = z.object({ likes: z.int().nonnegative(), hasLiked: z.boolean() })
const body = z.string().max(100_000)
const authorOnly = { FORBIDDEN: { message: 'Only its author may do this.' } } as const
const locked = { POST_LOCKED: { ...stateRefusal, message: 'This post is locked.' } } as const
const newest = z.uuid().nullable().describe('The newest of all, answers included, wherever this page begins.')

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
    .route({ method: 'GET', path: '/comments/{id}', summary: 'One comment, its thread, and the cursor from which the list begins with it', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Comment.extend({ rootId: z.uuid(), cursor: z.string() }))
    .errors({ ...notFound }),

  thread: oc
    .route({ method: 'GET', path: '/comments/{id}/replies', summary: 'All answers below a thread’s first comment, oldest first', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(Comment))
    .errors({ ...notFound, ...badCursor }),

  post: oc
    .route({ method: 'POST', path: '/campaigns/{id}/comments', summary: 'Comment on an active campaign, or answer', tags: ['Comments'], successStatus: 201 })
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
      summary: 'Comment on a post, or answer; a picture needs no words',
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
    .route({ method: 'PATCH', path: '/comments/{id}', summary: 'Change an own comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, body }))
    .output(Comment)
    .errors({ ...signInFirst, ...notFound, ...authorOnly, ...membersOnly, ...fieldRefusals(commentCodes) }),

  remove: oc
    .route({ method: 'DELETE', path: '/comments/{id}', summary: 'Delete a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound, FORBIDDEN: { message: 'Only its author, and in a community its owner and mods, may do this.' } }),

  like: oc
    .route({ method: 'PUT', path: '/likes/campaign_comment/{id}', summary: 'Like a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...notActive }),

  unlike: oc
    .route({ method: 'DELETE', path: '/likes/campaign_comment/{id}', summary: 'Take a like back', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...notActive }),

  likePostComment: oc
    .route({ method: 'PUT', path: '/likes/community_post_comment/{id}', summary: 'Like a comment on a post', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...membersOnly }),

  unlikePostComment: oc
    .route({ method: 'DELETE', path: '/likes/community_post_comment/{id}', summary: 'Take a like of a comment on a post back', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...membersOnly }),
}
