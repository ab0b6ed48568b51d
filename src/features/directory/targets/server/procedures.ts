import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { targetsContract } from '../contract.ts'
import { countTargets, listTargets, targetBySlug } from './queries.ts'

const os = implement(targetsContract).$context<RequestContext>()

export const targetProcedures = os.router({
  list: os.list.use(anyone).handler(({ context, input }) => listTargets(context.db, input)),
  counts: os.counts.use(anyone).handler(({ context, input }) => countTargets(context.db, input)),
  get: os.get.use(anyone).handler(async ({ context, input, errors }) => {
    const target = await targetBySlug(context.db, input.slug)
    if (!target) throw errors.NOT_FOUND()
    return target
  }),
})
