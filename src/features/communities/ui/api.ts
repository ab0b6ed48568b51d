import { apiFor } from '#platform/client/api.ts'
import type { communitiesContract } from '../contract.ts'

export const api = apiFor<typeof communitiesContract>('communities')
