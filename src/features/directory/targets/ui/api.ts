import { apiFor } from '#platform/client/api.ts'
import type { targetsContract } from '../contract.ts'

export const api = apiFor<typeof targetsContract>('targets')
