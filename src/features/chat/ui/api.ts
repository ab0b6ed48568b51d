import { queryOptions } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import type { chatContract } from '../contract.ts'

export const api = apiFor<typeof chatContract>('chat')

/** True if the campaign's chat has messages. Loaded with the page, and again when its live stream begins. */
export const chatBegun = (campaignId: string) =>
  queryOptions({
    queryKey: ['chat begun', campaignId],
    queryFn: async () => (await api.list.call({ id: campaignId, limit: 1 })).items.length > 0,
    staleTime: 'static',
  })
