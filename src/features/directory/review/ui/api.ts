import { apiFor } from '#platform/client/api.ts'
import type { entriesContract } from '../contract.ts'

export const api = apiFor<typeof entriesContract>('entries')

/** Unverified entries, or those that a text names. */
export const entriesFor = (q: string) => ({ ...api.list.queryOptions({ input: { q } }), staleTime: 1_000 })

/** Merges that can be undone. */
export const openMerges = () => ({ ...api.merges.queryOptions(), staleTime: 1_000 })

export const unverifiedCount = () => ({ ...api.count.queryOptions(), staleTime: 10_000 })
