import { implement } from '@orpc/server'
import { isSomebody } from '#features/communities/server/public.ts'
import { publishDecided } from '#features/moderation/server/public.ts'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { anyone, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { profilesContract } from '../contract.ts'
import { moderateProfile, removeName } from './moderate-profile.ts'
import { campaignsBy, pledgesBy, profileOf } from './queries.ts'

const os = implement(profilesContract).$context<RequestContext & { notifications: NotificationQueue }>()

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const profile = await profileOf(context.db, { id: input.id, viewer: context.viewer })
  if (!profile) throw errors.NOT_FOUND()
  return profile
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderateProfile(tx, { ...input, moderator: viewer })), context, errors)
  return (await profileOf(db, { id: input.id, viewer })) ?? raise(errors.NOT_FOUND())
})

const removeNameOf = os.removeName.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => removeName(tx, { ...input, moderator: viewer })), context, errors)
  return (await profileOf(db, { id: input.id, viewer })) ?? raise(errors.NOT_FOUND())
})

const campaigns = os.campaigns.use(anyone).handler(async ({ context, input, errors }) => {
  const page = await campaignsBy(context.db, input)
  if (page.items.length === 0 && !(await isSomebody(context.db, input.id))) throw errors.NOT_FOUND()
  return page
})

const pledges = os.pledges.use(anyone).handler(async ({ context, input, errors }) => {
  const page = await pledgesBy(context.db, input)
  if (page.items.length === 0 && !(await isSomebody(context.db, input.id))) throw errors.NOT_FOUND()
  return page
})

export const profileProcedures = os.router({ get, moderate, removeName: removeNameOf, campaigns, pledges })
