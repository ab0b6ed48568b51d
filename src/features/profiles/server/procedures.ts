import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { profilesContract } from '../contract.ts'
import { campaignsBy, isSomebody, pledgesBy, profileOf } from './queries.ts'

const os = implement(profilesContract).$context<RequestContext>()

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const profile = await profileOf(context.db, { id: input.id, viewer: context.viewer })
  if (!profile) throw errors.NOT_FOUND()
  return profile
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

export const profileProcedures = os.router({ get, campaigns, pledges })
