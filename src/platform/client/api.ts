import { type ClientLink, createORPCClient } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { loadClient } from './local-client.ts'
import type { CallContext } from './rpc-client.ts'

type Call = ClientLink<CallContext>['call']

// In the browser, calls go through the RPC client. During server rendering they run in this process, as this request's viewer.
const call: Call = createIsomorphicFn()
  .server(async (...[path, input]: Parameters<Call>) => {
    const context = getGlobalStartContext()
    if (!context) throw new Error('The API was called outside a request')
    return context.call(path, input)
  })
  .client(async (...given: Parameters<Call>) => (await loadClient()).call(...given))

/** Returns a feature's procedures as TanStack Query options, with `.call` for direct use. */
export function apiFor<Contract extends AnyContractRouter>(feature: string) {
  const client: ContractRouterClient<Contract, CallContext> = createORPCClient({ call }, { path: [feature] })
  return createTanstackQueryUtils(client, { path: [feature] })
}
