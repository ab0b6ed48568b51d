import { implement } from '@orpc/server'
import { sql } from 'kysely'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { MediaDesk } from '#features/media/server/public.ts'
import type { BellNews, NotificationDesk } from '#features/notifications/server/public.ts'
import type { TalkDesk } from '#features/talk/server/public.ts'
import { inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { neat } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { commentsContract } from '../contract.ts'
import { bodyProblems, mayBeBlank, mayChange, mayDelete } from '../policy.ts'
import type { Barrier, Place } from '../terms.ts'
import type { CommentDesk } from './desk.ts'
import { noteLike } from './noted.ts'
import { heldRights, type Rights, rightsIn } from './place.ts'
import { answersOf, commentAt, commentById, isPictured, likesOf, linkedComment, threadsOf } from './queries.ts'
import { takeAway } from './take-away.ts'
import { commentToWrite, justWritten, type Post, wordsOf, writeComment } from './write.ts'

type Context = RequestContext & {
  comments: CommentDesk
  talk: TalkDesk
  media: MediaDesk
  communityNews: CommunityNews
  notifications: NotificationDesk
  bellNews: BellNews
}
type Known = Context & { viewer: Viewer }
/** Refusals as the contract of an operation words them; a barrier that its place cannot have is not among them. */
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

const post = os.post.use(signedIn).handler(async ({ context, input, errors }) => {
  const { viewer, comments, talk, notifications } = context
  const asked = commentToWrite(input, { viewer, key: context.request.idempotencyKey })
  const isPlain = !input.mediaIds?.length && Object.keys(bodyProblems(input.body)).length === 0
  const written = isPlain ? await comments.write(asked) : null
  // What a rule or a repeat stood in the way of, and what has a picture, is done on its own and step by step.
  if (!written) return postAlone(context, { place: { campaignId: input.id }, input, operation: 'comments.post', errors })
  talk.changed(input.id)
  notifications.nudge()
  return justWritten(asked, written, viewer)
})

const postToPost = os.postToPost
  .use(signedIn)
  .handler(({ context, input, errors }) => postAlone(context, { place: { postId: input.id }, input, operation: 'comments.postToPost', errors }))

type Posting = { place: Place; input: Post; operation: string; errors: Refusals }

async function postAlone(context: Known, { place, input, operation, errors }: Posting) {
  const { db, viewer } = context
  const words = wordsOf(input, viewer)
  const made = await once({ db, personId: viewer.id, key: context.request.idempotencyKey, operation, input }, async (tx) => {
    const rights = await heldRights(tx, { place, viewer })
    if (!rights) throw errors.NOT_FOUND()
    refuseBarred(rights.comment, errors)
    await writeComment(tx, { ...words, place, mediaIds: input.mediaIds ?? [] })
    return { id: words.id }
  })
  tell(context, place)
  context.notifications.nudge()
  // Sent again after it was deleted, or after its author lost sight of the place.
  return (await shown(context, { id: made.id, place })) ?? raise(errors.NOT_FOUND())
}

const edit = os.edit.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const place = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await heldComment(tx, { id: input.id, viewer, hold: 'update' })) ?? raise(errors.NOT_FOUND())
    if (!mayChange({ isAuthor: comment.author_id === viewer.id })) throw errors.FORBIDDEN()
    refuseBarred(rights.edit, errors)
    const body = neat(input.body)
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
    const { comment, rights } = (await heldComment(tx, { id: input.id, viewer, hold: 'update' })) ?? raise(errors.NOT_FOUND())
    if (!mayDelete({ isAuthor: comment.author_id === viewer.id, mayModerate: rights.mayModerate })) throw errors.FORBIDDEN()
    await takeAway(tx, comment)
    return comment.place
  })
  tell(context, place)
  return { id: input.id }
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

/** Place and comment stay as they are until it is done, so nothing that ended or went is liked, and nobody likes who is banned. */
async function setLike({ db, viewer, notifications, bellNews }: Known, { id, liked, about, errors }: Liking) {
  const { counted, authorId, isNews } = await inTransaction(db, async (tx) => {
    const { comment, rights } = (await heldComment(tx, { id, viewer, hold: 'share' })) ?? raise(errors.NOT_FOUND())
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
      if (isNew) isNews = await noteLike(tx, { id, place: comment.place, authorId: comment.author_id, actorId: viewer.id })
    } else await tx.deleteFrom('comment_like').where('comment_id', '=', id).where('person_id', '=', viewer.id).execute()
    return { counted: await likesOf(tx, { id, personId: viewer.id }), authorId: comment.author_id, isNews }
  })
  if (isNews) notifications.nudge()
  // Taken back, or given again: told of already, and not counted as unread any more, or again.
  else if (authorId !== viewer.id) bellNews.changed([authorId])
  return counted
}

/** How this viewer is shown what is in a place; null where it is nothing to them. */
async function readerIn({ db, viewer, media }: Context, place: Place) {
  const rights = await rightsIn(db, { place, viewer })
  return rights && { viewer, seals: rights.isPrivate ? media.seals : null }
}

/** The comment as an answer shows it, where this viewer may see it at this moment. */
async function shown(context: Known, { id, place }: { id: string; place: Place }) {
  const reader = await readerIn(context, place)
  return reader && commentById(context.db, { id, ...reader })
}

type Held = { id: string; viewer: Viewer; hold: 'update' | 'share' }

/** A comment that is there for this viewer, and its place, which is held before it; both stay so until the transaction ends. */
async function heldComment(tx: Tx, { id, viewer, hold }: Held) {
  const seen = await commentAt(tx, { id })
  const rights: Rights | null = seen && (await heldRights(tx, { place: seen.place, viewer }))
  const comment = rights && (await commentAt(tx, { id, hold }))
  return comment && !comment.removed_at ? { comment, rights } : null
}

/** Tells open pages, after the commit. */
function tell({ talk, communityNews }: Context, place: Place): void {
  if ('postId' in place) communityNews.postChanged(place.postId)
  else talk.changed(place.campaignId)
}

function refuseBarred(barrier: Barrier | null, errors: Refusals): void {
  if (barrier !== null) throw (errors[barrier] ?? errors.NOT_FOUND)()
}

function raise(error: Error): never {
  throw error
}

export const commentProcedures = os.router({
  ...{ list, listOfPost, get, thread, post, postToPost, edit, remove },
  ...{ like, unlike, likePostComment, unlikePostComment },
})
