import { queryOptions } from '@tanstack/react-query'
import { pagesFrom } from '#platform/client/pages.ts'
import { wholeList } from '#platform/client/whole-list.ts'
import { groupPageSize } from '../terms.ts'
import { type EntryListSearch, sortOf } from './entry-list-search.ts'
import type { GroupKind } from './entry-texts.ts'

type NamePage = { items: { id: string; slug: string; name: string }[]; nextCursor: string | null }
type ListCall = (input: { sort: 'az'; limit: number; cursor?: string | undefined }, options: { signal: AbortSignal }) => Promise<NamePage>

/** All industries or causes in alphabetical order, for a selection field: only id, slug and name of each. */
export const allNames = (kind: GroupKind, list: ListCall) =>
  queryOptions({
    queryKey: [kind, 'to choose from'],
    queryFn: ({ signal }) =>
      wholeList(
        (cursor) => list({ sort: 'az', limit: 100, cursor }, { signal }),
        ({ id, slug, name }) => ({ id, slug, name }),
      ),
    staleTime: 60_000,
  })

/** Pages of 24 industries or causes, starting at the cursor in the URL. */
export const groupPages = (search: EntryListSearch) => pagesFrom({ active: search.active === '1', sort: sortOf(search), limit: groupPageSize }, search.cursor)
