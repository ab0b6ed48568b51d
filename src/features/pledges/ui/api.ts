import { apiFor } from '#platform/client/api.ts'
import type { pledgesContract } from '../contract.ts'

export const api = apiFor<typeof pledgesContract>('pledges')
