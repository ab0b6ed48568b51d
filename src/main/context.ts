import type { RequestContext } from '#platform/server/rpc.ts'

/** Everything that any procedure may ask for. */
export type AppContext = RequestContext
