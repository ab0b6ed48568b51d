import { apiFor } from '#platform/client/api.ts'
import type { campaignsContract } from '../contract.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')

/** Both lists of active campaigns on the start page are taken from this query. */
export const newestActive = () => api.list.queryOptions({ input: { status: 'active', sort: 'newest', limit: 8 } })

export const recentlyWon = () => api.recentlyWon.queryOptions()
