import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { m } from '#messages'
import type { EntryListSearch } from '../../ui/entry-list-search.ts'
import { EntryResults } from '../../ui/entry-results.tsx'
import { EntryTile } from '../../ui/entry-tile.tsx'
import type { Cause } from '../contract.ts'
import { causePages } from './api.ts'
import { CauseIcon } from './cause-icon.tsx'

export function CauseResults({ search }: { search: EntryListSearch }) {
  const list = useSuspenseInfiniteQuery(causePages(search))
  const tile = (cause: Cause) => <EntryTile kind="causes" entry={cause} icon={<CauseIcon icon={cause.icon} className="mt-0.5 size-6 shrink-0" />} />
  return <EntryResults path="/causes" search={search} list={list} tile={tile} empty={m.causes_empty()} />
}
