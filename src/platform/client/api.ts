import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

/** What a caller may say beside the input: a key under which the call happens once, however often it is sent. */
export type CallContext = { idempotencyKey?: string }

type Call = (path: readonly string[], input: unknown, options: { signal?: AbortSignal | undefined; context: CallContext }) => Promise<unknown>

let link: RPCLink<CallContext> | undefined

// In the browser the site's own door; while rendering, the same procedures in this process, as this request's viewer.
const call: Call = createIsomorphicFn()
  .server((path: readonly string[], input: unknown, _options: { signal?: AbortSignal | undefined; context: CallContext }) => {
    const context = getGlobalStartContext()
    if (!context) throw new Error('The API was called outside a request')
    return context.call(path, input)
  })
  .client((path: readonly string[], input: unknown, options: { signal?: AbortSignal | undefined; context: CallContext }) => {
    link ??= new RPCLink<CallContext>({
      url: () => new URL('/rpc', window.location.origin).href,
      headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
    })
    return link.call(path, input, options)
  })

/** A feature's procedures as TanStack Query options, and `.call` for plain use. */
export function apiFor<Contract extends AnyContractRouter>(feature: string) {
  const client: ContractRouterClient<Contract, CallContext> = createORPCClient({ call }, { path: [feature] })
  return createTanstackQueryUtils(client, { path: [feature] })
}
