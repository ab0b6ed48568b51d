import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { heldStatus, isReadable } from '#features/campaigns/server/public.ts'
import { once, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { neat } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { commentsContract } from '../contract.ts'
import { bodyProblems, mayAnswer, mayChange, mayDiscuss } from '../policy.ts'
import { answersOf, commentById, likesOf, standingOf, threadsOf, tombstone } from './queries.ts'

const os = implement(commentsContract).$context<RequestContext>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  if (!(await isReadable(context.db, { id: campaignId, viewer: context.viewer }))) throw errors.NOT_FOUND()
  return threadsOf(context.db, { campaignId, ...page, viewer: context.viewer })
})

const thread = os.thread.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: rootId, ...page } = input
  const root = await standingOf(context.db, rootId)
  if (!root || root.depth > 0 || !(await isReadable(context.db, { id: root.campaign_id, viewer: context.viewer }))) throw errors.NOT_FOUND()
  return answersOf(context.db, { rootId, ...page, viewer: context.viewer })
})

const post = os.post.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'comments.post', input }
  const said = await once(act, async (tx) => {
    const status = await heldStatus(tx, { id: input.id, viewer })
    if (status === null) throw errors.NOT_FOUND()
    if (!mayDiscuss({ status })) throw errors.CAMPAIGN_NOT_ACTIVE()
    refuseFields(bodyProblems(input.body))
    return { id: await say(tx, { campaignId: input.id, parentId: input.parentId ?? null, body: neat(input.body), viewer }) }
  })
  return (await commentById(db, { id: said.id, viewer })) ?? raise(errors.NOT_FOUND())
})

type Said = { campaignId: string; parentId: string | null; body: string; viewer: Viewer }

async function say(tx: Tx, { campaignId, parentId, body, viewer }: Said): Promise<string> {
  const id = uuidv7()
  const parent = parentId === null ? null : await standingOf(tx, parentId)
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
  await db.transaction().execute(async (tx) => {
    const comment = await heldComment(tx, input.id, viewer)
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
  await db.transaction().execute(async (tx) => {
    const comment = await heldComment(tx, input.id, viewer)
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

const like = os.like.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  return db.transaction().execute(async (tx) => {
    const found = await likeable(tx, input.id, viewer)
    if (found === 'absent') throw errors.NOT_FOUND()
    if (found === 'closed') throw errors.CAMPAIGN_NOT_ACTIVE()
    const mine = { comment_id: input.id, person_id: viewer.id }
    await tx
      .insertInto('comment_like')
      .values(mine)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return likesOf(tx, { id: input.id, personId: viewer.id })
  })
})

const unlike = os.unlike.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  return db.transaction().execute(async (tx) => {
    const found = await likeable(tx, input.id, viewer)
    if (found === 'absent') throw errors.NOT_FOUND()
    if (found === 'closed') throw errors.CAMPAIGN_NOT_ACTIVE()
    await tx.deleteFrom('comment_like').where('comment_id', '=', input.id).where('person_id', '=', viewer.id).execute()
    return likesOf(tx, { id: input.id, personId: viewer.id })
  })
})

/** A comment that this viewer may know of; it stays as it is until the transaction ends. */
async function heldComment(tx: Tx, id: string, viewer: Viewer) {
  const comment = await standingOf(tx, id, { hold: true })
  return comment && (await isReadable(tx, { id: comment.campaign_id, viewer })) ? comment : null
}

/** Whether this comment takes likes now; the campaign and the comment stay as they are until the transaction ends. */
async function likeable(tx: Tx, id: string, viewer: Viewer): Promise<'open' | 'closed' | 'absent'> {
  const comment = await standingOf(tx, id)
  if (!comment) return 'absent'
  const status = await heldStatus(tx, { id: comment.campaign_id, viewer })
  const still = await tx.selectFrom('campaign_comment').select('removed_at').where('id', '=', id).forShare().executeTakeFirst()
  if (status === null || !still || still.removed_at) return 'absent'
  return mayDiscuss({ status }) ? 'open' : 'closed'
}

function raise(error: Error): never {
  throw error
}

export const commentProcedures = os.router({ list, thread, post, edit, remove, like, unlike })
