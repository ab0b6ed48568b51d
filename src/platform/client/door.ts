import { RPCLink } from '@orpc/client/fetch'

/** What a caller may say beside the input: a key under which the call happens once, however often it is sent. */
export type CallContext = { idempotencyKey?: string }

/** The site's own door to its procedures. */
export const door = new RPCLink<CallContext>({
  url: () => new URL('/rpc', window.location.origin).href,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
})
