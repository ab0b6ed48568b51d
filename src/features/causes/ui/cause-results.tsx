import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type SubjectListSearch, SubjectResults } from '#features/live-stats/ui/public.ts'
import { m } from '#messages'
import { causePages } from './api.ts'
import { CauseTile } from './cause-tile.tsx'

export function CauseResults({ search }: { search: SubjectListSearch }) {
  const list = useSuspenseInfiniteQuery(causePages(search))
  return <SubjectResults path="/causes" search={search} list={list} tile={(item) => <CauseTile cause={item} />} empty={m.causes_empty()} />
}
