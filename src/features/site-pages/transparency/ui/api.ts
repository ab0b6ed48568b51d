import { apiFor } from '#platform/client/api.ts'
import type { transparencyContract } from '../contract.ts'

export const api = apiFor<typeof transparencyContract>('transparency')

export const siteTransparency = () => ({ ...api.get.queryOptions(), staleTime: 10_000 })
