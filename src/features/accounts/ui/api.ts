import { apiFor } from '#platform/client/api.ts'
import type { accountsContract } from '../contract.ts'

export const api = apiFor<typeof accountsContract>('accounts')
