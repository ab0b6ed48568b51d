import { implement } from '@orpc/server'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { accountsContract } from '../contract.ts'

const os = implement(accountsContract).$context<RequestContext>()

export const accountProcedures = os.router({
  me: os.me.use(signedIn).handler(({ context }) => context.viewer),
})
