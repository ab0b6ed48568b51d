import { pagesFrom } from '#platform/client/pages.ts'
import { namesIn } from '#platform/name-list.ts'
import { isSameName } from '#platform/same-name.ts'
import { browsePageSize } from '../terms.ts'
import { api } from './api.ts'
import type { BrowseSearch } from './browse-search.ts'

type Named = readonly { name: string }[]

/** Drops names that do not exist here, and spells the others as they are stored. */
export function knownSearch(search: BrowseSearch, known: { target: string | undefined; industries: Named; causes: Named }): BrowseSearch {
  const named = (names: Named, asked: string) => names.find(({ name }) => isSameName(name, asked))?.name
  const causes = namesIn(search.causes).flatMap((asked) => named(known.causes, asked) ?? [])
  return {
    ...search,
    target: search.target && known.target,
    industry: search.industry && named(known.industries, search.industry),
    causes: namesIn(causes.join(',')).join(',') || undefined,
  }
}

export const isFiltered = ({ target, industry, causes, status }: BrowseSearch) => Boolean(target || industry || causes || status)

/** Pages of campaigns, starting at the cursor in the address. */
export function browsePages({ target, industry, causes, cursor, status, sort }: BrowseSearch) {
  return api.list.infiniteOptions(
    pagesFrom(
      {
        target,
        industry,
        causes,
        status: status ?? 'all',
        sort: sort ?? 'trending',
        limit: browsePageSize,
      },
      cursor,
    ),
  )
}
