import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { heldStanding, standingOf } from '#features/campaigns/server/public.ts'
import { inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { neat } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { commentsContract } from '../contract.ts'
import { bodyProblems, mayAnswer, mayChange, mayDiscuss } from '../policy.ts'
import { answersOf, commentById, likesOf, placeOf, threadsOf, tombstone } from './queries.ts'

const os = implement(commentsContract).$context<RequestContext>()

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

const post = os.post.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'comments.post', input }
  const said = await once(act, async (tx) => {
    const campaign = await heldStanding(tx, { id: input.id, viewer })
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayDiscuss(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
    refuseFields(bodyProblems(input.body))
    return { id: await say(tx, { campaignId: input.id, parentId: input.parentId ?? null, body: neat(input.body), viewer }) }
  })
  return (await commentById(db, { id: said.id, viewer })) ?? raise(errors.NOT_FOUND())
})

type Said = { campaignId: string; parentId: string | null; body: string; viewer: Viewer }

async function say(tx: Tx, { campaignId, parentId, body, viewer }: Said): Promise<string> {
  const id = uuidv7()
  const parent = parentId === null ? null : await placeOf(tx, { id: parentId })
  if (parentId !== null && (!parent || parent.removed_at || parent.campaign_id !== campaignId)) refuseFields({ parentId: 'PARENT_UNKNOWN' })
  if (parent && !mayAnswer(parent)) refuseFields({ parentId: 'TOO_DEEP' })
  const place = { parent_id: parentId, root_id: parent?.root_id ?? id, depth: parent ? parent.depth + 1 : 0 }
  await tx
    .insertInto('campaign_comment')
    .values({ id, campaign_id: campaignId, author_id: viewer.id, body, body_html: renderMarkdown(body), ...place })
    .execute()
  return id
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

// The place in the thread stays, the words go: deleting it again finds it deleted.
const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  await inTransaction(db, async (tx) => {
    const comment = await commentAt(tx, { id: input.id, viewer, hold: 'update' })
    const isAuthor = comment?.author_id === viewer.id
    if (!comment || (comment.removed_at && !isAuthor)) throw errors.NOT_FOUND()
    if (!mayChange({ isAuthor })) throw errors.FORBIDDEN()
    if (comment.removed_at) return
    const gone = { ...tombstone, removed_at: sql<Date>`now()` }
    await tx.updateTable('campaign_comment').set(gone).where('id', '=', input.id).execute()
    await tx.deleteFrom('comment_like').where('comment_id', '=', input.id).execute()
  })
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

export const commentProcedures = os.router({ list, thread, post, edit, remove, like, unlike })
