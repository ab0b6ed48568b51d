import { apiFor } from '#platform/client/api.ts'
import type { liveStatsContract } from '../contract.ts'

export const api = apiFor<typeof liveStatsContract>('liveStats')

export const platformStats = () => api.stats.queryOptions()
