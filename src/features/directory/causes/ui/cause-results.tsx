import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { m } from '#messages'
import type { EntryListSearch } from '../../ui/entry-list-search.ts'
import { EntryResults } from '../../ui/entry-results.tsx'
import { causePages } from './api.ts'
import { CauseTile } from './cause-tile.tsx'

export function CauseResults({ search }: { search: EntryListSearch }) {
  const list = useSuspenseInfiniteQuery(causePages(search))
  return <EntryResults path="/causes" search={search} list={list} tile={(item) => <CauseTile cause={item} />} empty={m.causes_empty()} />
}
