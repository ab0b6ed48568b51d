import { implement } from '@orpc/server'
import type { MediaStore } from '#features/media/server/public.ts'
import { publishDecided, refuseAbsent, removalOf } from '#features/moderation/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { communitiesContract } from '../contract.ts'
import { slugProblem } from '../field-problems.ts'
import { communityPage } from './community-page.ts'
import { listProcedures } from './list-procedures.ts'
import { moderateCommunity } from './moderate-community.ts'
import type { CommunityNews } from './news.ts'
import { createCommunity, isSlugFree, removeCommunity, updateCommunity } from './save.ts'

type CommunitiesContext = RequestContext & {
  media: MediaStore
  communityNews: CommunityNews
  notifications: NotificationQueue
  bellNews: BellNews
}

const os = implement(communitiesContract).$context<CommunitiesContext>()

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const community = await communityPage(context, input.idOrSlug)
  return community ?? refuseAbsent(await removalOf(context.db, { table: 'community', idOrSlug: input.idOrSlug }), errors)
})

const slug = os.slug.use(signedIn).handler(async ({ context, input }) => ({
  isFree: slugProblem(input.slug) === null && (await isSlugFree(context.db, input.slug)),
}))

const create = os.create.use(confirmed).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'communities.create', input }
  const made = await createCommunity(act, { input, viewer, tooMany: errors.TOO_MANY_REQUESTS })
  pagesChanged()
  return made
})

const update = os.update.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged, communityNews } = context
  const { id, ...changes } = input
  const { isChanged, isPrivacyChanged, ...saved } = await updateCommunity(db, { id, changes, viewer, errors })
  if (isChanged) pagesChanged()
  if (isPrivacyChanged) communityNews.accessChanged({ communityId: id })
  return saved
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged, communityNews } = context
  await removeCommunity(db, { id: input.id, viewer, errors })
  pagesChanged()
  communityNews.accessChanged({ communityId: input.id })
  return { id: input.id }
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderateCommunity(tx, { ...input, moderator: viewer })), context, errors)
  return (await communityPage(context, input.id)) ?? raise(errors.NOT_FOUND())
})

export const communityProcedures = os.router({
  ...listProcedures,
  get,
  slug,
  create,
  update,
  remove,
  moderate,
})
