import { apiFor } from '#platform/client/api.ts'
import type { switchesContract } from '../contract.ts'

export const api = apiFor<typeof switchesContract>('switches')

export const siteSwitches = () => ({ ...api.list.queryOptions(), staleTime: 1_000 })
