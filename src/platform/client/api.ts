import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { loadClient } from './local-client.ts'
import { type Call, optionsAt, type ProcedureOptions } from './procedure-options.ts'
import type { CallContext } from './rpc-client.ts'

// In the browser, calls go through the RPC client. During server rendering they run in this process, as this request's viewer.
const call: Call = createIsomorphicFn()
  .server((path: Parameters<Call>[0], input: unknown, _options: Parameters<Call>[2]) => {
    const context = getGlobalStartContext()
    if (!context) throw new Error('The API was called outside a request')
    return context.call(path, input)
  })
  .client(async (path: Parameters<Call>[0], input: unknown, options: Parameters<Call>[2]) => (await loadClient()).call(path, input, options))

/** Returns a feature's procedures as TanStack Query options, with `.call` for direct use. */
export function apiFor<Contract extends AnyContractRouter>(feature: string) {
  return optionsAt([feature], call) as ProcedureOptions<ContractRouterClient<Contract, CallContext>>
}
