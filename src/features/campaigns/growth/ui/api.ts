import { apiFor } from '#platform/client/api.ts'
import type { supportersContract } from '../contract.ts'

const api = apiFor<typeof supportersContract>('supporters')

export const growthOf = (campaignId: string) => api.growth.queryOptions({ input: { id: campaignId } })
