import { apiFor } from '#platform/client/api.ts'
import type { countContract } from '../contract.ts'

const api = apiFor<typeof countContract>('count')

export const countOf = (campaignId: string) => api.get.queryOptions({ input: { id: campaignId } })
