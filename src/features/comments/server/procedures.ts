import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { type CommunityNews, refuseMuted } from '#features/communities/server/public.ts'
import type { MediaStore } from '#features/media/server/public.ts'
import { publishDecided, waitingOf } from '#features/moderation/server/public.ts'
import { type Switches, startSitePause } from '#features/moderation/switches/server/public.ts'
import { isAuthorsToEdit } from '#features/moderation/terms.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { isKeptApart } from '#features/trust/blocks/server/public.ts'
import { checkEditedText, checkNewText } from '#features/trust/server/public.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { refuseIfGone } from '#platform/server/lock-person.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type DiscussionNews, enforceDiscussionLimits, limitDiscussion } from '../../discussion/server/public.ts'
import { commentsContract } from '../contract.ts'
import { bodyProblems, mayBeBlank, mayChange, mayDelete } from '../policy.ts'
import type { Barrier, CommentSubject } from '../terms.ts'
import { hideComment } from './hide-comment.ts'
import { moderateComment, publishDiscussion } from './moderate-comment.ts'
import { lockedRights, type Rights, rightsIn } from './parent.ts'
import { answersOf, commentAt, commentById, discussionOf, isPictured, likesOf, linkedComment, threadsOf } from './queries.ts'
import { recordComment, recordLike } from './record-events.ts'
import { removeComment } from './remove-comment.ts'
import { type Post, writeComment } from './write.ts'

type Context = RequestContext & {
  discussionNews: DiscussionNews
  media: MediaStore
  communityNews: CommunityNews
  notifications: NotificationQueue
  bellNews: BellNews
  switches: Switches
}
type SignedInContext = Context & { viewer: Viewer }
/** The errors of an operation's contract. A barrier is missing if it cannot occur in this kind of discussion. */
type Refusals = { NOT_FOUND: () => Error } & { [barrier in Barrier]?: () => Error }

const { makeWait, postWaiting } = waitingOf('comment', moderateComment)

const os = implement(commentsContract).$context<Context>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  const reader = await readerIn(context, { campaignId })
  if (!reader) throw errors.NOT_FOUND()
  const [threads, discussion] = await Promise.all([threadsOf(context.db, { place: { campaignId }, ...page, ...reader }), discussionOf(context.db, campaignId)])
  return { ...threads, ...discussion }
})

const listOfPost = os.listOfPost.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: postId, ...page } = input
  const reader = await readerIn(context, { postId })
  if (!reader) throw errors.NOT_FOUND()
  return { ...(await threadsOf(context.db, { place: { postId }, ...page, ...reader })), hiddenByOrganizer: null, limits: null }
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
  .use(confirmed)
  .handler(({ context, input, errors }) => postComment(context, { place: { campaignId: input.id }, input, operation: 'comments.post', errors }))

const postToPost = os.postToPost
  .use(confirmed)
  .handler(({ context, input, errors }) => postComment(context, { place: { postId: input.id }, input, operation: 'comments.postToPost', errors }))

type Posting = { place: CommentSubject; input: Post; operation: string; errors: Refusals }

async function postComment(context: SignedInContext, { place, input, operation, errors }: Posting) {
  const { db, viewer } = context
  const made = await once({ db, personId: viewer.id, key: context.request.idempotencyKey, operation, input }, async (tx) => {
    const rights = await lockedRights(tx, { place, viewer })
    if (!rights) throw errors.NOT_FOUND()
    refuseBarred(rights.comment, errors)
    if (rights.community) await refuseMuted(tx, { community: rights.community, context })
    await ('campaignId' in place ? enforceDiscussionLimits(tx, { campaignId: place.campaignId, context }) : startSitePause(tx, context))
    const written = { id: await writeComment(tx, { place, authorId: viewer.id, input }) }
    const text = normalized(input.body)
    const waits = rights.isOrganizer ? null : await checkNewText(tx, { context, ...written, text, kind: 'comment', ...campaignIn(place) })
    await (waits === null ? recordComment(tx, { ...written, place, actorId: viewer.id, isReply: Boolean(input.parentId) }) : makeWait(tx, written.id, waits))
    await refuseIfGone(tx, viewer.id)
    return written
  })
  publishDiscussion(context, place)
  context.notifications.runSoon()
  // The comment is missing if this is a repeated request, and it was deleted or its author lost access in between.
  return (await shown(context, { id: made.id, place })) ?? raise(errors.NOT_FOUND())
}

const campaignIn = (place: CommentSubject) => ('campaignId' in place ? { campaignId: place.campaignId } : {})

const edit = os.edit.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const { place, hasMoved } = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await lockedComment(tx, { id: input.id, viewer, lock: 'update', isForAuthor: true })) ?? raise(errors.NOT_FOUND())
    if (!mayChange({ isAuthor: comment.author_id === viewer.id })) throw errors.FORBIDDEN()
    refuseBarred(rights.edit, errors)
    if (rights.community) await refuseMuted(tx, { community: rights.community, context })
    const body = normalized(input.body)
    refuseFields(bodyProblems(input.body, { isBlankFit: body === '' && mayBeBlank(comment.place) && (await isPictured(tx, input.id)) }))
    if (body === comment.body) return { place: comment.place, hasMoved: false }
    const waits = rights.isOrganizer ? null : await checkEditedText(tx, { context, id: input.id, text: body, ...campaignIn(comment.place) })
    const words = { body, body_html: renderMarkdown(body), updated_at: sql<Date>`clock_timestamp()` }
    await tx.updateTable('comment').set(words).where('id', '=', input.id).execute()
    if (waits !== null) await makeWait(tx, input.id, waits)
    else if (comment.moderation) await postWaiting(tx, input.id)
    return { place: comment.place, hasMoved: waits !== null || comment.moderation !== null }
  })
  // The comment waits now, or is posted at last.
  if (hasMoved) {
    publishDiscussion(context, place)
    context.notifications.runSoon()
  }
  return (await shown(context, { id: input.id, place })) ?? raise(errors.NOT_FOUND())
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const place = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await lockedComment(tx, { id: input.id, viewer, lock: 'update', isForAuthor: true })) ?? raise(errors.NOT_FOUND())
    if (!mayDelete({ isAuthor: comment.author_id === viewer.id, mayModerate: rights.mayModerate })) throw errors.FORBIDDEN()
    await removeComment(tx, comment)
    return comment.place
  })
  publishDiscussion(context, place)
  return { id: input.id }
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderateComment(tx, { ...input, moderator: viewer })), context, errors)
  const place = (await commentAt(db, { id: input.id }))?.place ?? raise(errors.NOT_FOUND())
  // A moderator who decided from outside a private community reads this comment, and nothing else there.
  const reader = (await readerIn(context, place)) ?? { viewer, mayModerate: false, urlSigner: context.media.urlSigner }
  return (await commentById(db, { id: input.id, ...reader })) ?? raise(errors.NOT_FOUND())
})

type Hiding = { id: string; reason: string | null; errors: Refusals & { FORBIDDEN: () => Error; MODERATOR_DECIDED?: () => Error; HIDDEN_OFTEN?: () => Error } }

/** `reason` is null to show the comment again. */
async function setHidden(context: SignedInContext, { id, reason, errors }: Hiding) {
  const hidden = await inTransaction(context.db, async (tx) => {
    const outcome = await hideComment(tx, { id, organizer: context.viewer, reason })
    if (outcome === 'absent') throw errors.NOT_FOUND()
    if (outcome === 'forbidden') throw errors.FORBIDDEN()
    if (outcome === 'decided') throw (errors.MODERATOR_DECIDED ?? errors.FORBIDDEN)()
    if (outcome === 'often') throw (errors.HIDDEN_OFTEN ?? errors.FORBIDDEN)()
    return outcome
  })
  context.pagesChanged('/campaigns/')
  hidden.publish(context)
  return (await shown(context, { id, place: hidden })) ?? raise(errors.NOT_FOUND())
}

const hide = os.hide.use(confirmed).handler(({ context, input, errors }) => setHidden(context, { ...input, errors }))
const show = os.show.use(signedIn).handler(({ context, input: { id }, errors }) => setHidden(context, { id, reason: null, errors }))

const limit = os.limit.use(signedIn).handler(async ({ context, input: { id, reason, ...limits }, errors }) => {
  const { db, viewer, discussionNews, pagesChanged } = context
  const refused = await inTransaction(db, (tx) => limitDiscussion(tx, { campaignId: id, moderator: viewer, reason, ...limits }))
  if (refused === 'absent') throw errors.NOT_FOUND()
  if (refused === 'forbidden') throw errors.FORBIDDEN()
  pagesChanged('/campaigns/')
  discussionNews.changed(id)
  return limits
})

const like = os.like.use(confirmed).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: true, about: 'campaignId', errors }))
const unlike = os.unlike.use(signedIn).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: false, about: 'campaignId', errors }))
const likePostComment = os.likePostComment
  .use(confirmed)
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
    if (liked && (await isKeptApart(tx, { viewerId: viewer.id, authorId: comment.author_id }))) throw errors.NOT_FOUND()
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

/** The viewer with the rights for reading a discussion; null if the viewer may not see it. */
async function readerIn({ db, viewer, media }: Context, place: CommentSubject) {
  const rights = await rightsIn(db, { place, viewer })
  return rights && { viewer, mayModerate: rights.mayModerate || rights.isOrganizer, urlSigner: rights.isPrivate ? media.urlSigner : null }
}

/** The comment for a response; null if this viewer may not see it now. */
async function shown(context: SignedInContext, { id, place }: { id: string; place: CommentSubject }) {
  const reader = await readerIn(context, place)
  return reader && commentById(context.db, { id, ...reader })
}

/** `isForAuthor`: also a text of the viewer that waits for a moderator. */
type LockedComment = { id: string; viewer: Viewer; lock: 'update' | 'share'; isForAuthor?: boolean }

/** A comment with the viewer's rights; null if it is removed. Locks the campaign or post first, then the comment, until the transaction ends. */
async function lockedComment(tx: Tx, { id, viewer, lock, isForAuthor = false }: LockedComment) {
  const seen = await commentAt(tx, { id })
  const rights: Rights | null = seen && (await lockedRights(tx, { place: seen.place, viewer }))
  const comment = rights && (await commentAt(tx, { id, lock }))
  const isOpen = comment && (!comment.removed_at || (isForAuthor && comment.author_id === viewer.id && isAuthorsToEdit(comment.moderation)))
  return isOpen ? { comment, rights } : null
}

function refuseBarred(barrier: Barrier | null, errors: Refusals): void {
  if (barrier !== null) throw (errors[barrier] ?? errors.NOT_FOUND)()
}

export const commentProcedures = os.router({
  ...{ list, listOfPost, get, thread, post, postToPost, edit, remove, moderate, hide, show, limit },
  ...{ like, unlike, likePostComment, unlikePostComment },
})
