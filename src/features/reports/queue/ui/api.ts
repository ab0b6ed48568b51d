import { keepPreviousData } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import type { queueContract } from '../contract.ts'

export const api = apiFor<typeof queueContract>('queue')

/** Refetched while the page is open, so that it shows what other moderators claim and decide. */
export const openReports = (skip = 0) => ({
  ...api.list.queryOptions({ input: { skip }, placeholderData: keepPreviousData }),
  staleTime: 1_000,
  refetchInterval: 30_000,
})
export const queueSummary = () => ({ ...api.summary.queryOptions(), staleTime: 60_000 })
