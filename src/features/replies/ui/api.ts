import { apiFor } from '#platform/client/api.ts'
import type { repliesContract } from '../contract.ts'

export const api = apiFor<typeof repliesContract>('replies')

export const representationOf = (slug: string) => ({ ...api.representation.queryOptions({ input: { slug } }), staleTime: 0 })

export const openClaims = () => ({ ...api.claims.queryOptions(), staleTime: 1_000 })

export const statementOf = (campaignId: string) => ({ ...api.statement.queryOptions({ input: { id: campaignId } }), staleTime: 0 })

export const requestOf = (campaignId: string) => ({ ...api.request.queryOptions({ input: { id: campaignId } }), staleTime: 0 })
