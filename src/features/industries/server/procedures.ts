import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { industriesContract } from '../contract.ts'

const os = implement(industriesContract).$context<RequestContext>()

export const industryProcedures = os.router({
  list: os.list.use(anyone).handler(async ({ context }) => ({
    items: await context.db.selectFrom('industry').select(['id', 'slug', 'name']).orderBy('name').execute(),
    nextCursor: null,
  })),
})
