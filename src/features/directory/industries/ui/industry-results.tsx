import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { m } from '#messages'
import type { EntryListSearch } from '../../ui/entry-list-search.ts'
import { EntryResults } from '../../ui/entry-results.tsx'
import { industryPages } from './api.ts'
import { IndustryTile } from './industry-tile.tsx'

export function IndustryResults({ search }: { search: EntryListSearch }) {
  const list = useSuspenseInfiniteQuery(industryPages(search))
  return <EntryResults path="/industries" search={search} list={list} tile={(item) => <IndustryTile industry={item} />} empty={m.industries_empty()} />
}
