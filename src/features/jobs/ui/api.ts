import { keepPreviousData } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import type { jobsContract } from '../contract.ts'
import { lookAgainMs } from '../terms.ts'

export const api = apiFor<typeof jobsContract>('jobs')

/** Asked for again every few seconds, but not by a page that nobody sees. Without a line it fails and is said to be old, instead of standing as if it were new. */
const live = { refetchInterval: lookAgainMs, refetchIntervalInBackground: false, staleTime: 1_000, networkMode: 'always' } as const

export const jobsOverview = () => ({ ...api.overview.queryOptions(), ...live })

/** What was given up, from the cursor in the address on. */
export const failedPages = (start?: string) => ({
  ...api.failed.infiniteOptions({
    input: (from: string | undefined) => ({ limit: 20, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  }),
  ...live,
  placeholderData: keepPreviousData,
})
