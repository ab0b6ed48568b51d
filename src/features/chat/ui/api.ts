import { apiFor } from '#platform/client/api.ts'
import type { chatContract } from '../contract.ts'

export const api = apiFor<typeof chatContract>('chat')
