import { implement } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { campaignAccess, lockedAccess } from '#features/campaigns/server/public.ts'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { type ChatEvent, chatContract } from '../contract.ts'
import { bodyProblems, mayChat, mayRemove } from '../policy.ts'
import { chatTopic } from '../terms.ts'
import { chatOf, messageById, takeTurn } from './queries.ts'

const os = implement(chatContract).$context<RequestContext>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  const campaign = await campaignAccess(context.db, { id: campaignId, viewer: context.viewer })
  if (!campaign) throw errors.NOT_FOUND()
  if (!mayChat(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
  return chatOf(context.db, { campaignId, ...page })
})

const post = os.post.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, live, request, answer } = context
  const act = { db, personId: viewer.id, key: request.idempotencyKey, operation: 'chat.post', input }
  const said = await once(act, async (tx) => {
    const campaign = await lockedAccess(tx, { id: input.id, viewer })
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayChat(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
    refuseFields(bodyProblems(input.body))
    const turn = await takeTurn(tx, { campaignId: input.id, personId: viewer.id })
    if ('waitMs' in turn) {
      answer.retryAfterSeconds = Math.ceil(turn.waitMs / 1_000)
      throw errors.CHAT_TOO_SOON({ data: { retryAfterMs: turn.waitMs } })
    }
    const id = uuidv7()
    await tx
      .insertInto('campaign_chat_message')
      .values({ id, campaign_id: input.id, author_id: viewer.id, body: normalized(input.body), created_at: turn.at })
      .execute()
    return { id }
  })
  const message = await messageById(db, said)
  if (!message) throw errors.NOT_FOUND()
  // Publishes also for a repeated request, because the first one may have failed before it published the message.
  publish(live, { campaignId: message.campaignId, id: message.id, event: { said: { ...message, createdAt: message.createdAt.toISOString() } } })
  return message
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, live } = context
  const message = await inTransaction(db, async (tx) => {
    const found = await messageById(tx, input)
    const campaign = found && (await lockedAccess(tx, { id: found.campaignId, viewer }))
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayRemove({ isAuthor: found.author.id === viewer.id, isCreator: campaign.viewer.isCreator })) throw errors.FORBIDDEN()
    await tx.deleteFrom('campaign_chat_message').where('id', '=', found.id).execute()
    return found
  })
  publish(live, { campaignId: message.campaignId, id: message.id, event: { removed: message.id } })
  return { id: message.id }
})

type Notified = { campaignId: string; id: string; event: ChatEvent }

/** Publishes to all pages that have this chat open. */
function publish(live: LiveHub, { campaignId, id, event }: Notified) {
  live.publishReliably({ topic: chatTopic(campaignId), name: `${'removed' in event ? 'removed' : 'said'} ${id}`, about: id, data: event })
}

export const chatProcedures = os.router({ list, post, remove })
