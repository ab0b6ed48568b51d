import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { CallContext } from './door.ts'
import { theDoor } from './near-door.ts'
import { type Call, optionsAt, type ProcedureOptions } from './procedure-options.ts'

// In the browser the site's own door; while rendering, the same procedures in this process, as this request's viewer.
const call: Call = createIsomorphicFn()
  .server((path: Parameters<Call>[0], input: unknown, _options: Parameters<Call>[2]) => {
    const context = getGlobalStartContext()
    if (!context) throw new Error('The API was called outside a request')
    return context.call(path, input)
  })
  .client(async (path: Parameters<Call>[0], input: unknown, options: Parameters<Call>[2]) => (await theDoor()).call(path, input, options))

/** A feature's procedures as TanStack Query options, and `.call` for plain use. */
export function apiFor<Contract extends AnyContractRouter>(feature: string) {
  return optionsAt([feature], call) as ProcedureOptions<ContractRouterClient<Contract, CallContext>>
}
