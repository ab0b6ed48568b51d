import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { heldStanding, standingOf } from '#features/campaigns/server/public.ts'
import { attach } from '#features/media/server/public.ts'
import type { TalkDesk } from '#features/talk/server/public.ts'
import { fingerprintOf, inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { neat } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Comment, commentsContract } from '../contract.ts'
import { bodyProblems, mayAnswer, mayChange, mayDiscuss } from '../policy.ts'
import type { CommentDesk, CommentToWrite, WrittenComment } from './desk.ts'
import { answersOf, commentById, likesOf, linkedComment, placeOf, threadsOf } from './queries.ts'
import { takeAway } from './take-away.ts'

type CommentsContext = RequestContext & { comments: CommentDesk; talk: TalkDesk }

const os = implement(commentsContract).$context<CommentsContext>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  if (!(await standingOf(context.db, { id: campaignId, viewer: context.viewer }))) throw errors.NOT_FOUND()
  return threadsOf(context.db, { campaignId, ...page, viewer: context.viewer })
})

const thread = os.thread.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: rootId, ...page } = input
  const root = await commentAt(context.db, { id: rootId, viewer: context.viewer })
  if (!root || root.depth > 0) throw errors.NOT_FOUND()
  return answersOf(context.db, { rootId, ...page, viewer: context.viewer })
})

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const comment = await linkedComment(db, { id: input.id, viewer })
  if (!comment || !(await standingOf(db, { id: comment.campaignId, viewer }))) throw errors.NOT_FOUND()
  return comment
})

const post = os.post.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, comments, talk } = context
  const asked = commentToWrite(input, { viewer, key: context.request.idempotencyKey })
  const isPlain = !input.mediaIds?.length && Object.keys(bodyProblems(input.body)).length === 0
  const written = isPlain ? await comments.write(asked) : null
  if (written) {
    talk.changed(input.id)
    return justWritten(asked, written, viewer)
  }
  // What a rule or a repeat stood in the way of, and what has a picture, is done on its own and step by step.
  const act = { db, personId: viewer.id, key: asked.key, operation: 'comments.post', input }
  const made = await once(act, async (tx) => {
    const campaign = await heldStanding(tx, { id: input.id, viewer })
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayDiscuss(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
    refuseFields(bodyProblems(input.body))
    await write(tx, asked)
    await attach(tx, { holder: 'campaign_comment', id: asked.id, mediaIds: input.mediaIds ?? [], ownerId: viewer.id })
    return { id: asked.id }
  })
  talk.changed(input.id)
  return (await commentById(db, { id: made.id, viewer })) ?? raise(errors.NOT_FOUND())
})

type Post = { id: string; body: string; parentId?: string | null | undefined }

function commentToWrite(input: Post, { viewer, key }: { viewer: Viewer; key: string | null }): CommentToWrite {
  const body = neat(input.body)
  const place = { campaignId: input.id, authorId: viewer.id, parentId: input.parentId ?? null }
  return { id: uuidv7(), ...place, body, bodyHtml: renderMarkdown(body), key, fingerprint: fingerprintOf(input) }
}

function justWritten({ id, campaignId, parentId, body, bodyHtml }: CommentToWrite, { createdAt, depth }: WrittenComment, viewer: Viewer): Comment {
  const author = { id: viewer.id, name: viewer.name, avatarUrl: viewer.avatarUrl, isDeleted: false }
  const fresh = { pictures: [], isRemoved: false, isEdited: false, likes: 0, replies: 0, viewer: { isAuthor: true, hasLiked: false } }
  return { id, campaignId, parentId, depth, author, body, bodyHtml, createdAt, ...fresh }
}

async function write(tx: Tx, { id, campaignId, authorId, parentId, body, bodyHtml }: CommentToWrite): Promise<void> {
  const parent = parentId === null ? null : await placeOf(tx, { id: parentId, hold: 'share' })
  if (parentId !== null && (!parent || parent.removed_at || parent.campaign_id !== campaignId)) refuseFields({ parentId: 'PARENT_UNKNOWN' })
  if (parent && !mayAnswer(parent)) refuseFields({ parentId: 'TOO_DEEP' })
  const place = { parent_id: parentId, root_id: parent?.root_id ?? id, depth: parent ? parent.depth + 1 : 0 }
  await tx
    .insertInto('campaign_comment')
    .values({ id, campaign_id: campaignId, author_id: authorId, body, body_html: bodyHtml, ...place })
    .execute()
}

const edit = os.edit.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  await inTransaction(db, async (tx) => {
    const comment = await commentAt(tx, { id: input.id, viewer, hold: 'update' })
    if (!comment || comment.removed_at) throw errors.NOT_FOUND()
    if (!mayChange({ isAuthor: comment.author_id === viewer.id })) throw errors.FORBIDDEN()
    refuseFields(bodyProblems(input.body))
    const body = neat(input.body)
    if (body === comment.body) return
    const words = { body, body_html: renderMarkdown(body), updated_at: sql<Date>`clock_timestamp()` }
    await tx.updateTable('campaign_comment').set(words).where('id', '=', input.id).execute()
  })
  return (await commentById(db, { id: input.id, viewer })) ?? raise(errors.NOT_FOUND())
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, talk } = context
  const campaignId = await inTransaction(db, async (tx) => {
    const comment = await commentAt(tx, { id: input.id, viewer, hold: 'update' })
    if (!comment || comment.removed_at) throw errors.NOT_FOUND()
    if (!mayChange({ isAuthor: comment.author_id === viewer.id })) throw errors.FORBIDDEN()
    await takeAway(tx, comment)
    return comment.campaign_id
  })
  talk.changed(campaignId)
  return { id: input.id }
})

const like = os.like.use(signedIn).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: true, errors }))
const unlike = os.unlike.use(signedIn).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: false, errors }))

type Liking = { id: string; liked: boolean; errors: { NOT_FOUND: () => Error; CAMPAIGN_NOT_ACTIVE: () => Error } }

/** The campaign and the comment stay as they are until it is done, so nothing that ended or went is liked. */
function setLike({ db, viewer }: RequestContext & { viewer: Viewer }, { id, liked, errors }: Liking) {
  return inTransaction(db, async (tx) => {
    const seen = await commentAt(tx, { id, viewer })
    const campaign = seen && (await heldStanding(tx, { id: seen.campaign_id, viewer }))
    const comment = campaign && (await commentAt(tx, { id, viewer, hold: 'share' }))
    if (!comment || comment.removed_at) throw errors.NOT_FOUND()
    if (!mayDiscuss(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
    const mine = { comment_id: id, person_id: viewer.id }
    if (liked)
      await tx
        .insertInto('comment_like')
        .values(mine)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else await tx.deleteFrom('comment_like').where('comment_id', '=', id).where('person_id', '=', viewer.id).execute()
    return likesOf(tx, { id, personId: viewer.id })
  })
}

/** A comment that this viewer may know of; held, it stays as it is until the transaction ends. */
async function commentAt(db: Db, { id, viewer, hold }: { id: string; viewer: Viewer | null; hold?: 'update' | 'share' }) {
  const comment = await placeOf(db, { id, hold })
  return comment && (await standingOf(db, { id: comment.campaign_id, viewer })) ? comment : null
}

function raise(error: Error): never {
  throw error
}

export const commentProcedures = os.router({ list, get, thread, post, edit, remove, like, unlike })
