import { implement } from '@orpc/server'
import { v7 as uuidv7 } from 'uuid'
import { campaignAccess, lockedAccess } from '#features/campaigns/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import { attach } from '#features/media/server/public.ts'
import { publishDecided } from '#features/moderation/server/public.ts'
import { type BellNews, type NotificationQueue, recordEvent, updateReach } from '#features/notifications/server/public.ts'
import { refusePrivateTexts, websiteOfTarget } from '#features/trust/server/public.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import { refuseIfGone } from '#platform/server/lock-person.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { updatesContract } from '../contract.ts'
import { mayDelete, mayPostUpdate, takesUpdates, updateProblems } from '../policy.ts'
import { plainTitle } from '../terms.ts'
import { moderateUpdate } from './moderate-update.ts'
import { updateById, updatesOf } from './queries.ts'

type UpdatesContext = RequestContext & {
  discussionNews: DiscussionNews
  bellNews: BellNews
  notifications: NotificationQueue
}
const os = implement(updatesContract).$context<UpdatesContext>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { id: campaignId, ...page } = input
  if (!(await campaignAccess(context.db, { id: campaignId, viewer: context.viewer }))) throw errors.NOT_FOUND()
  return updatesOf(context.db, { campaignId, ...page, viewer: context.viewer })
})

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const update = await updateById(db, { id: input.id, viewer })
  if (!update || !(await campaignAccess(db, { id: update.campaignId, viewer }))) throw errors.NOT_FOUND()
  return update
})

const post = os.post.use(confirmed).handler(async ({ context, input, errors }) => {
  const { db, viewer, discussionNews, notifications } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'updates.post', input }
  const notified = await once(act, async (tx) => {
    const campaign = await lockedAccess(tx, { id: input.id, viewer })
    if (!campaign) throw errors.NOT_FOUND()
    if (!mayPostUpdate(campaign)) throw errors.FORBIDDEN()
    if (!takesUpdates(campaign)) throw errors.CAMPAIGN_NOT_ACTIVE()
    const [title, body] = [oneLine(input.title ?? ''), normalized(input.body)]
    refuseFields(updateProblems({ title, body }))
    await refusePrivateTexts(tx, { viewer, texts: { title, body }, targetWebsite: await websiteOfTarget(tx, input.id) })
    const id = uuidv7()
    await tx
      .insertInto('campaign_update')
      .values({ id, campaign_id: input.id, creator_id: viewer.id, title: title || plainTitle, body, body_html: renderMarkdown(body) })
      .execute()
    await attach(tx, { holder: 'campaign_update', id, mediaIds: input.mediaIds ?? [], ownerId: viewer.id })
    await recordEvent(tx, { type: 'campaign_update', campaignId: input.id, updateId: id, actorId: viewer.id })
    await refuseIfGone(tx, viewer.id)
    return { id }
  })
  discussionNews.changed(input.id)
  notifications.runSoon()
  // The update is missing if this is a repeated request, and it was deleted in between.
  return (await shown(context, notified.id)) ?? raise(errors.NOT_FOUND())
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, discussionNews } = context
  const { campaignId } = await inTransaction(db, async (tx) => {
    const update = await tx
      .selectFrom('campaign_update')
      .select(['campaign_id', 'creator_id', 'moderation'])
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (!update || update.moderation || !(await lockedAccess(tx, { id: update.campaign_id, viewer }))) throw errors.NOT_FOUND()
    if (!mayDelete({ isAuthor: update.creator_id === viewer.id })) throw errors.FORBIDDEN()
    await tx.deleteFrom('campaign_update').where('id', '=', input.id).execute()
    return { campaignId: update.campaign_id }
  })
  discussionNews.changed(campaignId)
  return { id: input.id }
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderateUpdate(tx, { ...input, moderator: viewer })), context, errors)
  return (await shown(context, input.id)) ?? raise(errors.NOT_FOUND())
})

const reach = os.reach.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const campaign = await campaignAccess(db, { id: input.id, viewer })
  if (!campaign) throw errors.NOT_FOUND()
  if (!mayPostUpdate(campaign)) throw errors.FORBIDDEN()
  return { people: await updateReach(db, input.id) }
})

/** The update for a response; null if this viewer may not see it now. */
async function shown({ db, viewer }: { db: Db; viewer: Viewer }, id: string) {
  const update = await updateById(db, { id, viewer })
  if (!update) return null
  const { cursor: _place, ...own } = update
  return own
}

export const updateProcedures = os.router({ list, get, post, reach, remove, moderate })
