import { apiFor } from '#platform/client/api.ts'
import type { campaignsContract } from '../contract.ts'
import { homeLists } from '../terms.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')

/** Both lists of active campaigns on the start page are taken from this query. */
export const newestActive = () => api.list.queryOptions({ input: { status: 'active', sort: 'newest', limit: homeLists.fetched } })

export const recentlyWon = () => api.recentlyWon.queryOptions()
