import type { targetsContract } from '#features/targets/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import type { campaignsContract } from '../contract.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')
export const targetsApi = apiFor<typeof targetsContract>('targets')

/** The two lists of the start page come from these. */
export const newestActive = () => api.list.queryOptions({ input: { status: 'active', sort: 'newest', limit: 8 } })
