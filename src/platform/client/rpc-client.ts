import { RPCLink } from '@orpc/client/fetch'

/**
 * Options of a call in addition to its input. The server executes calls with the same idempotency key once, even if sent twice.
 */
export type CallContext = { idempotencyKey?: string }

/** RPC client for this site's procedures. */
export const rpcClient = new RPCLink<CallContext>({
  url: () => new URL('/rpc', window.location.origin).href,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
})
