import type { campaignsContract } from '#features/campaigns/contract.ts'
import { apiFor } from '#platform/client/api.ts'

export const api = apiFor<typeof campaignsContract>('campaigns')
