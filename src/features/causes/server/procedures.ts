import { implement } from '@orpc/server'
import { anyone, type RequestContext } from '#platform/server/rpc.ts'
import { causesContract } from '../contract.ts'

const os = implement(causesContract).$context<RequestContext>()

export const causeProcedures = os.router({
  list: os.list.use(anyone).handler(async ({ context }) => ({
    items: await context.db.selectFrom('cause').select(['id', 'slug', 'name', 'icon']).orderBy('name').execute(),
    nextCursor: null,
  })),
})
