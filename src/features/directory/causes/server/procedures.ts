import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { causesContract } from '../contract.ts'
import { causeBySlug, listCauses } from './queries.ts'

const os = implement(causesContract).$context<RequestContext>()

export const causeProcedures = os.router({
  list: os.list.use(anyone).handler(({ context, input }) => listCauses(context.db, input)),
  get: os.get.use(anyone).handler(async ({ context, input, errors }) => {
    const cause = await causeBySlug(context.db, input.slug)
    if (!cause) throw errors.NOT_FOUND()
    return cause
  }),
})
