import { implement } from '@orpc/server'
import { sql } from 'kysely'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { MediaStore } from '#features/media/server/public.ts'
import { mayDecide } from '#features/moderation/policy.ts'
import { type BellNews, type NotificationQueue, recipientsAbout } from '#features/notifications/server/public.ts'
import { inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { commentsContract } from '../contract.ts'
import type { DiscussionNews } from '../discussion/server/public.ts'
import { bodyProblems, mayBeBlank, mayChange, mayDelete } from '../policy.ts'
import type { Barrier, CommentParent } from '../terms.ts'
import { moderateComment } from './moderate-comment.ts'
import { lockedRights, type Rights, rightsIn } from './parent.ts'
import { answersOf, commentAt, commentById, isPictured, likesOf, linkedComment, threadsOf } from './queries.ts'
import { recordLike } from './record-events.ts'
import { removeComment } from './remove-comment.ts'
import { type Post, writeComment } from './write.ts'

type Context = RequestContext & {
  discussionNews: DiscussionNews
  media: MediaStore
  communityNews: CommunityNews
  notifications: NotificationQueue
  bellNews: BellNews
}
type SignedInContext = Context & { viewer: Viewer }
/** The errors of an operation's contract. A barrier is missing if it cannot occur in this kind of discussion. */
type Refusals = { NOT_FOUND: () => Error } & { [barrier in Barrier]?: () => Error }

const os = implement(commentsContract).$context<Context>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  const reader = await readerIn(context, { campaignId })
  if (!reader) throw errors.NOT_FOUND()
  return threadsOf(context.db, { place: { campaignId }, ...page, ...reader })
})

const listOfPost = os.listOfPost.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: postId, ...page } = input
  const reader = await readerIn(context, { postId })
  if (!reader) throw errors.NOT_FOUND()
  return threadsOf(context.db, { place: { postId }, ...page, ...reader })
})

const thread = os.thread.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: rootId, ...page } = input
  const root = await commentAt(context.db, { id: rootId })
  const reader = root && (await readerIn(context, root.place))
  if (!reader || root.depth > 0) throw errors.NOT_FOUND()
  return answersOf(context.db, { rootId, ...page, ...reader })
})

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const seen = await commentAt(context.db, { id: input.id })
  const reader = seen && (await readerIn(context, seen.place))
  return (reader && (await linkedComment(context.db, { id: input.id, ...reader }))) ?? raise(errors.NOT_FOUND())
})

const post = os.post
  .use(signedIn)
  .handler(({ context, input, errors }) => postComment(context, { place: { campaignId: input.id }, input, operation: 'comments.post', errors }))

const postToPost = os.postToPost
  .use(signedIn)
  .handler(({ context, input, errors }) => postComment(context, { place: { postId: input.id }, input, operation: 'comments.postToPost', errors }))

type Posting = { place: CommentParent; input: Post; operation: string; errors: Refusals }

async function postComment(context: SignedInContext, { place, input, operation, errors }: Posting) {
  const { db, viewer } = context
  const made = await once({ db, personId: viewer.id, key: context.request.idempotencyKey, operation, input }, async (tx) => {
    const rights = await lockedRights(tx, { place, viewer })
    if (!rights) throw errors.NOT_FOUND()
    refuseBarred(rights.comment, errors)
    return { id: await writeComment(tx, { place, authorId: viewer.id, input }) }
  })
  publish(context, place)
  context.notifications.runSoon()
  // The comment is missing if this is a repeated request, and it was deleted or its author lost access in between.
  return (await shown(context, { id: made.id, place })) ?? raise(errors.NOT_FOUND())
}

const edit = os.edit.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const place = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await lockedComment(tx, { id: input.id, viewer, lock: 'update' })) ?? raise(errors.NOT_FOUND())
    if (!mayChange({ isAuthor: comment.author_id === viewer.id })) throw errors.FORBIDDEN()
    refuseBarred(rights.edit, errors)
    const body = normalized(input.body)
    refuseFields(bodyProblems(input.body, { isBlankFit: body === '' && mayBeBlank(comment.place) && (await isPictured(tx, input.id)) }))
    if (body === comment.body) return comment.place
    const words = { body, body_html: renderMarkdown(body), updated_at: sql<Date>`clock_timestamp()` }
    await tx.updateTable('comment').set(words).where('id', '=', input.id).execute()
    return comment.place
  })
  return (await shown(context, { id: input.id, place })) ?? raise(errors.NOT_FOUND())
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const place = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await lockedComment(tx, { id: input.id, viewer, lock: 'update' })) ?? raise(errors.NOT_FOUND())
    if (!mayDelete({ isAuthor: comment.author_id === viewer.id, mayModerate: rights.mayModerate })) throw errors.FORBIDDEN()
    await removeComment(tx, comment)
    return comment.place
  })
  publish(context, place)
  return { id: input.id }
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, bellNews } = context
  const { place, recipients } = await inTransaction(db, async (tx) => {
    const seen = await commentAt(tx, { id: input.id })
    const rights = seen && (await lockedRights(tx, { place: seen.place, viewer, forDecision: true }))
    const comment = rights && (await commentAt(tx, { id: input.id, lock: 'update' }))
    const isGone = comment?.removed_at && !(comment.moderation && (isSiteModerator(viewer) || comment.author_id === viewer.id))
    if (!comment || isGone) throw errors.NOT_FOUND()
    if (!mayDecide(viewer, { isAuthor: comment.author_id === viewer.id })) throw errors.FORBIDDEN()
    await moderateComment(tx, { comment, moderatorId: viewer.id, state: input.state, rule: input.rule, reason: input.reason })
    return { place: comment.place, recipients: await recipientsAbout(tx, { commentId: comment.id }) }
  })
  publish(context, place)
  bellNews.changed(recipients)
  return (await shown(context, { id: input.id, place })) ?? raise(errors.NOT_FOUND())
})

const like = os.like.use(signedIn).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: true, about: 'campaignId', errors }))
const unlike = os.unlike.use(signedIn).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: false, about: 'campaignId', errors }))
const likePostComment = os.likePostComment
  .use(signedIn)
  .handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: true, about: 'postId', errors }))
const unlikePostComment = os.unlikePostComment
  .use(signedIn)
  .handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: false, about: 'postId', errors }))

type Liking = { id: string; liked: boolean; about: 'campaignId' | 'postId'; errors: Refusals }

/** Locks the campaign or post, and the comment, until the commit, so that the rights cannot change and the comment cannot be deleted meanwhile. */
async function setLike({ db, viewer, notifications, bellNews }: SignedInContext, { id, liked, about, errors }: Liking) {
  const { counted, authorId, isNews } = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await lockedComment(tx, { id, viewer, lock: 'share' })) ?? raise(errors.NOT_FOUND())
    if (!(about in comment.place)) throw errors.NOT_FOUND()
    refuseBarred(rights.like, errors)
    const mine = { comment_id: id, person_id: viewer.id }
    let isNews = false
    if (liked) {
      const { numInsertedOrUpdatedRows: isNew } = await tx
        .insertInto('comment_like')
        .values(mine)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (isNew) isNews = await recordLike(tx, { id, place: comment.place, authorId: comment.author_id, actorId: viewer.id })
    } else await tx.deleteFrom('comment_like').where('comment_id', '=', id).where('person_id', '=', viewer.id).execute()
    return { counted: await likesOf(tx, { id, personId: viewer.id }), authorId: comment.author_id, isNews }
  })
  if (isNews) notifications.runSoon()
  // A withdrawn or repeated like records no event, but it may change the unread count.
  else if (authorId !== viewer.id) bellNews.changed([authorId])
  return counted
}

/** The viewer and the signer of picture URLs, for reading a discussion; null if the viewer may not see it. */
async function readerIn({ db, viewer, media }: Context, place: CommentParent) {
  const rights = await rightsIn(db, { place, viewer })
  return rights && { viewer, urlSigner: rights.isPrivate ? media.urlSigner : null }
}

/** The comment for a response; null if this viewer may not see it now. */
async function shown(context: SignedInContext, { id, place }: { id: string; place: CommentParent }) {
  const reader = await readerIn(context, place)
  return reader && commentById(context.db, { id, ...reader })
}

type LockedComment = { id: string; viewer: Viewer; lock: 'update' | 'share' }

/** A comment with the viewer's rights; null if it is removed. Locks the campaign or post first, then the comment, until the transaction ends. */
async function lockedComment(tx: Tx, { id, viewer, lock }: LockedComment) {
  const seen = await commentAt(tx, { id })
  const rights: Rights | null = seen && (await lockedRights(tx, { place: seen.place, viewer }))
  const comment = rights && (await commentAt(tx, { id, lock }))
  return comment && !comment.removed_at ? { comment, rights } : null
}

/** Publishes the change to open pages. Call it after the commit. */
function publish({ discussionNews, communityNews }: Context, place: CommentParent): void {
  if ('postId' in place) communityNews.postChanged(place.postId)
  else discussionNews.changed(place.campaignId)
}

function refuseBarred(barrier: Barrier | null, errors: Refusals): void {
  if (barrier !== null) throw (errors[barrier] ?? errors.NOT_FOUND)()
}

function raise(error: Error): never {
  throw error
}

export const commentProcedures = os.router({
  ...{ list, listOfPost, get, thread, post, postToPost, edit, remove, moderate },
  ...{ like, unlike, likePostComment, unlikePostComment },
})
