import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { campaignAccess, lockedAccess } from '#features/campaigns/server/public.ts'
import { enforceDiscussionLimits } from '#features/discussion/server/public.ts'
import { publishDecided } from '#features/moderation/server/public.ts'
import type { Switches } from '#features/moderation/switches/server/public.ts'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import { checkNewText } from '#features/trust/server/public.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import { refuseIfGone } from '#platform/server/lock-person.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { chatContract } from '../contract.ts'
import { bodyProblems, mayChat, mayRemove } from '../policy.ts'
import { chatLimits } from '../terms.ts'
import { publishChat, publishMessage } from './chat-event.ts'
import { moderateMessage } from './moderate-message.ts'
import { chatOf, messageById } from './queries.ts'

const os = implement(chatContract).$context<RequestContext & { notifications: NotificationQueue; switches: Switches }>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  const campaign = await campaignAccess(context.db, { id: campaignId, viewer: context.viewer })
  if (!campaign) throw errors.NOT_FOUND()
  if (!mayChat(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
  return chatOf(context.db, { campaignId, ...page, viewer: context.viewer, mayDelete: mayRemove({ isAuthor: false, isCreator: campaign.viewer.isCreator }) })
})

const post = os.post.use(confirmed).handler(async ({ context, input, errors }) => {
  const { db, viewer, live, request } = context
  const act = { db, personId: viewer.id, key: request.idempotencyKey, operation: 'chat.post', input }
  const said = await once(act, async (tx) => {
    const campaign = await lockedAccess(tx, { id: input.id, viewer })
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayChat(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
    refuseFields(bodyProblems(input.body))
    const turn = await enforceDiscussionLimits(tx, { campaignId: input.id, context, pauseMs: chatLimits.cooldownMs })
    if ('waitMs' in turn) throw errors.CHAT_TOO_SOON({ data: { retryAfterMs: turn.waitMs } })
    const id = uuidv7()
    await tx
      .insertInto('campaign_chat_message')
      .values({ id, campaign_id: input.id, author_id: viewer.id, body: normalized(input.body), created_at: turn.at ?? sql`clock_timestamp()` })
      .execute()
    if (!campaign.viewer.isCreator) await checkNewText(tx, { context, id, text: normalized(input.body), kind: 'message', campaignId: input.id })
    await refuseIfGone(tx, viewer.id)
    return { id }
  })
  const message = (await messageById(db, { ...said, viewer })) ?? raise(errors.NOT_FOUND())
  // Publishes also for a repeated request, because the first one may have failed before it published the message.
  if (!message.moderation) publishMessage(live, message)
  return message
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, live } = context
  const message = await inTransaction(db, async (tx) => {
    const found = await messageById(tx, { ...input, viewer })
    const campaign = found && !found.moderation && (await lockedAccess(tx, { id: found.campaignId, viewer }))
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayRemove({ isAuthor: found.author.id === viewer.id, isCreator: campaign.viewer.isCreator })) throw errors.FORBIDDEN()
    await tx.deleteFrom('campaign_chat_message').where('id', '=', found.id).execute()
    return found
  })
  publishChat(live, { campaignId: message.campaignId, event: { removed: message.id }, name: `removed ${message.id}` })
  return { id: message.id }
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderateMessage(tx, { ...input, moderator: viewer })), context, errors)
  return (await messageById(db, { id: input.id, viewer })) ?? raise(errors.NOT_FOUND())
})

export const chatProcedures = os.router({ list, post, remove, moderate })
