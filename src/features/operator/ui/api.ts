import { keepPreviousData } from '@tanstack/react-query'
import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { jobsContract } from '../contract.ts'
import { type LogFilter, refetchMs } from '../terms.ts'

export const api = apiFor<typeof jobsContract>('jobs')

/**
 * Refetches every few seconds while the page is visible. `networkMode: 'always'` makes a refetch fail offline, so that
 * the page marks its data as old.
 */
const live = { refetchInterval: refetchMs, refetchIntervalInBackground: false, staleTime: 1_000, networkMode: 'always' } as const

export const jobsOverview = () => ({ ...api.overview.queryOptions(), ...live })

/** Which acts of the audit log a page shows; `person` is an id. */
export type LogSearch = { by: LogFilter; person?: string | undefined }

/** The audit log, starting at the cursor in the URL. */
export const loggedPages = (search: LogSearch, start?: string) => api.log.infiniteOptions(pagesFrom(search, start))

/** Items that were given up, starting at the cursor in the URL. */
export const failedPages = (start?: string) => ({
  ...api.failed.infiniteOptions(pagesFrom({}, start)),
  ...live,
  placeholderData: keepPreviousData,
})
