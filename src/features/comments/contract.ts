import { oc } from '@orpc/contract'
import { z } from 'zod'
import { membersOnly, mutedHere } from '#features/communities/contract.ts'
import { roles } from '#features/communities/terms.ts'
import { Picture } from '#features/media/contract.ts'
import { attachmentFailure } from '#features/media/policy.ts'
import { attachmentCodes, mostPictures } from '#features/media/terms.ts'
import { CommentModeration, DiscussionLimits, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { slowModeOn } from '#features/moderation/switches/contract.ts'
import { moderationCodes } from '#features/moderation/terms.ts'
import { notActive } from '#features/pledges/contract.ts'
import { blockKinds } from '#features/trust/blocks/terms.ts'
import { manyNewPeople, personLimit, repeatedText } from '#features/trust/contract.ts'
import { linkCodes } from '#features/trust/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { limitRefusals } from '../discussion/contract.ts'
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
  /** 0 for a top-level comment, at most 3. */
  depth: z.int().min(0).max(3),
  author: Author.nullable(),
  /** The author's current role in the community of the post; null if the author is no longer a member, and on campaigns. */
  authorRole: z.enum(roles).nullable(),
  body: z.string(),
  bodyHtml: z.string(),
  pictures: z.array(Picture).max(mostPictures.comment),
  isRemoved: z.boolean(),
  /** Set for the author and the site's moderators if a moderator hid or removed the comment, also for the organizer who hid it; for all others it is removed. */
  moderation: CommentModeration.nullable(),
  /** Set if the viewer has muted or blocked the author. The comment is then shown as removed. */
  hiddenAs: z.enum(blockKinds).nullable(),
  isEdited: z.boolean(),
  createdAt: z.date(),
  likes: z.int().nonnegative(),
  /** For a top-level comment, the number of replies at any depth; 0 for replies. */
  replies: z.int().nonnegative(),
  viewer: z.object({ isAuthor: z.boolean(), hasLiked: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

const Likes = z.object({ likes: z.int().nonnegative(), hasLiked: z.boolean() })
const body = z.string().max(100_000)
const authorOnly = { FORBIDDEN: { message: 'Only its author may do this.' } } as const
const locked = { POST_LOCKED: { ...stateRefusal, message: 'This post is locked.' } } as const
const newest = z.uuid().nullable().describe('The newest comment, including replies, whichever page this is.')

const hiddenByOrganizer = z.int().positive().nullable().describe('How many comments the organizer of the campaign has hidden, from 5 on; null below.')
const limits = DiscussionLimits.nullable().describe('Null on a post.')
const Threads = pageOf(Comment).extend({ newest, hiddenByOrganizer, limits })
const organizerOnly = { FORBIDDEN: { message: 'Only the organizer of the campaign may do this, with what other people wrote.' } } as const

export const commentsContract = {
  list: oc
    .route({ method: 'GET', path: '/campaigns/{id}/comments', summary: 'The first comment of each thread, newest first', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(Threads)
    .errors({ ...notFound, ...badCursor }),

  listOfPost: oc
    .route({ method: 'GET', path: '/posts/{id}/comments', summary: 'The first comment of each thread about a post, oldest first', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(Threads)
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
      ...confirmFirst,
      ...notFound,
      ...notActive,
      ...limitRefusals,
      ...personLimit,
      ...manyNewPeople,
      ...repeatedText,
      ...fieldRefusals([...commentCodes, ...attachmentCodes, ...linkCodes]),
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
      ...confirmFirst,
      ...notFound,
      ...membersOnly,
      ...mutedHere,
      ...locked,
      ...slowModeOn,
      ...personLimit,
      ...repeatedText,
      ...fieldRefusals([...commentCodes, ...attachmentCodes, ...linkCodes]),
      ...attachmentFailure,
      ...keyReused,
    }),

  edit: oc
    .route({ method: 'PATCH', path: '/comments/{id}', summary: 'Edit your own comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id, body }))
    .output(Comment)
    .errors({ ...signInFirst, ...notFound, ...authorOnly, ...membersOnly, ...mutedHere, ...repeatedText, ...fieldRefusals([...commentCodes, ...linkCodes]) }),

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

  hide: oc
    .route({
      method: 'PUT',
      path: '/comments/{id}/hidden',
      summary: 'For the organizer of a campaign: hide a comment there',
      description: 'Its author, the organizer and moderators of the site still read it. The author gets the reason.',
      tags: ['Comments'],
    })
    .input(z.strictObject({ id: Id, reason: z.string().max(10_000) }))
    .output(Comment)
    .errors({
      ...signInFirst,
      ...confirmFirst,
      ...notFound,
      ...organizerOnly,
      ...fieldRefusals(moderationCodes),
      HIDDEN_OFTEN: { ...stateRefusal, message: 'This comment was hidden twice today. It can be hidden again tomorrow.' },
      MODERATOR_DECIDED: { ...stateRefusal, message: 'A moderator has looked at this comment and shown it again. You can report it.' },
    }),

  show: oc
    .route({
      method: 'DELETE',
      path: '/comments/{id}/hidden',
      summary: 'For the organizer of a campaign: show a comment again that you have hidden',
      tags: ['Comments'],
    })
    .input(z.strictObject({ id: Id }))
    .output(Comment)
    .errors({ ...signInFirst, ...notFound, ...organizerOnly }),

  limit: oc
    .route({
      method: 'PUT',
      path: '/campaigns/{id}/discussion-limits',
      summary: 'For moderators: lock or slow the discussion and chat of a campaign',
      tags: ['Comments'],
    })
    .input(z.strictObject({ ...DiscussionLimits.shape, id: Id, reason: z.string().max(10_000).describe('For the log, which only administrators read.') }))
    .output(DiscussionLimits)
    .errors({ ...moderationErrors, FORBIDDEN: { message: 'Only moderators of this site may do this, and never in their own campaign.' } }),

  like: oc
    .route({ method: 'PUT', path: '/likes/campaign_comment/{id}', summary: 'Like a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...confirmFirst, ...notFound, ...notActive }),

  unlike: oc
    .route({ method: 'DELETE', path: '/likes/campaign_comment/{id}', summary: 'Remove a like from a comment', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...notActive }),

  likePostComment: oc
    .route({ method: 'PUT', path: '/likes/community_post_comment/{id}', summary: 'Like a comment on a post', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...confirmFirst, ...notFound, ...membersOnly }),

  unlikePostComment: oc
    .route({ method: 'DELETE', path: '/likes/community_post_comment/{id}', summary: 'Remove a like from a comment on a post', tags: ['Comments'] })
    .input(z.strictObject({ id: Id }))
    .output(Likes)
    .errors({ ...signInFirst, ...notFound, ...membersOnly }),
}
