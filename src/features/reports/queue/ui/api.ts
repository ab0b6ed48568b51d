import { apiFor } from '#platform/client/api.ts'
import type { queueContract } from '../contract.ts'

export const api = apiFor<typeof queueContract>('queue')

export const openReports = () => ({ ...api.list.queryOptions(), staleTime: 1_000 })
