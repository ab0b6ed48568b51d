import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { searchContract } from '../contract.ts'
import { pageSize } from '../terms.ts'
import type { PageSearch } from './page-search.ts'

export const api = apiFor<typeof searchContract>('search')

/** Search results, starting at the cursor in the URL. */
export function foundPages({ q = '', kind, status, privacy, cursor, ...filter }: PageSearch) {
  return api.find.infiniteOptions(
    pagesFrom(
      {
        q,
        kind: kind ?? 'campaigns',
        status: status ?? 'all',
        privacy: privacy ?? 'all',
        ...filter,
        limit: pageSize,
      },
      cursor,
    ),
  )
}
