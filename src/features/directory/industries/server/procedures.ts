import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { industriesContract } from '../contract.ts'
import { industryBySlug, listIndustries } from './queries.ts'

const os = implement(industriesContract).$context<RequestContext>()

export const industryProcedures = os.router({
  list: os.list.use(anyone).handler(({ context, input }) => listIndustries(context.db, input)),
  get: os.get.use(anyone).handler(async ({ context, input, errors }) => {
    const industry = await industryBySlug(context.db, input.slug)
    if (!industry) throw errors.NOT_FOUND()
    return industry
  }),
})
