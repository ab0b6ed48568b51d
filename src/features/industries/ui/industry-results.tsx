import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type SubjectListSearch, SubjectResults } from '#features/live-stats/ui/public.ts'
import { m } from '#messages'
import { industryPages } from './api.ts'
import { IndustryTile } from './industry-tile.tsx'

export function IndustryResults({ search }: { search: SubjectListSearch }) {
  const list = useSuspenseInfiniteQuery(industryPages(search))
  return <SubjectResults path="/industries" search={search} list={list} tile={(item) => <IndustryTile industry={item} />} empty={m.industries_empty()} />
}
