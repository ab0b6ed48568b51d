import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { targetsContract } from '../contract.ts'
import { targetsByName } from './queries.ts'

const os = implement(targetsContract).$context<RequestContext>()

export const targetProcedures = os.router({
  list: os.list.use(anyone).handler(({ context, input }) => targetsByName(context.db, input)),
})
