/** What answering a request takes of this thread, roughly, in microseconds, and whether it goes before others that wait. */
export type RequestCost = { cost: number; isPreferred: boolean }

const page = { cost: 3_000, isPreferred: false } satisfies RequestCost
const call = { cost: 300, isPreferred: false } satisfies RequestCost
/** Joins are taken in batches and cost little each; whoever joins has come all the way. */
const join = { cost: 150, isPreferred: true } satisfies RequestCost

/** Null for what must be answered however busy we are: those who ask whether we are alive must not be told otherwise. */
export function requestCost(path: string): RequestCost | null {
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return null
  if (/^\/(api\/v1\/campaigns\/[^/]+\/pledge|rpc\/pledges\/join)$/.test(path)) return join
  return /^\/(api|rpc|media)\//.test(path) ? call : page
}

export const pageCost = page
