import { apiFor } from '#platform/client/api.ts'
import type { contactContract } from '../contract.ts'

export const api = apiFor<typeof contactContract>('contact')
