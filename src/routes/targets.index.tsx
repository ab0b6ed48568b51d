import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allIndustries } from '#features/directory/industries/ui/api.ts'
import { SummaryTiles } from '#features/directory/targets/ui/summary-tiles.tsx'
import { TargetFilters, TargetSorts } from '#features/directory/targets/ui/target-filters.tsx'
import { TargetResults } from '#features/directory/targets/ui/target-results.tsx'
import { readTargetsSearch, targetCounts, targetPages, wasCut } from '#features/directory/targets/ui/targets-search.ts'
import { platformStats } from '#features/pledges/tallies/ui/api.ts'
import { Failed } from '#features/site/ui/error-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { ListFrame, TilesLoading } from '#features/site/ui/list-frame.tsx'
import { m } from '#messages'
import { isSameSearch } from '#platform/client/get-form.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch, textsOf } from '#platform/client/search-text.ts'

const read = textsOf('search', 'industry', 'sort', 'cursor')

export const Route = createFileRoute('/targets/')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const industries = await queryClient.ensureQueryData(allIndustries())
    const search = readTargetsSearch(deps, industries)
    const isCut = wasCut(deps)
    // A text that was cut stays in the address, so that the notice about it stays.
    if (!isSameSearch(isCut ? { ...search, search: deps.search } : search, deps)) throw redirect({ to: '/targets', search })
    const first = { ...search, cursor: undefined }
    await Promise.all([
      queryClient.ensureQueryData(targetCounts({})),
      queryClient.ensureQueryData(platformStats()),
      listFrom(queryClient.ensureInfiniteQueryData(targetPages(search)), () => redirect({ to: '/targets', search: first })),
    ])
    // Search engines find the targets without this view, which is one of many of the same list.
    const hidden = Boolean(search.search || search.cursor)
    return { search, isCut, page: { title: m.targets_title(), description: m.targets_description(), path: `/targets${stringifySearch(first)}`, hidden } }
  },
  head: headOfLoaded,
  pendingComponent: () => (
    <Frame>
      <TilesLoading />
    </Frame>
  ),
  errorComponent: ({ reset }: ErrorComponentProps) => (
    <Frame>
      <Failed reset={reset}>{m.explore_failed()}</Failed>
    </Frame>
  ),
  component: Targets,
})

const Frame = ({ children }: { children: ReactNode }) => (
  <ListFrame title={m.targets_title()} lead={m.targets_lead()}>
    {children}
  </ListFrame>
)

function Targets() {
  const { search, isCut } = Route.useLoaderData()
  const industries = useSuspenseQuery(allIndustries()).data
  return (
    <Frame>
      <SummaryTiles />
      <TargetFilters search={search} industries={industries.map(({ name }) => name)} />
      {isCut && <p role="status">{m.targets_cut()}</p>}
      <TargetSorts search={search} />
      <section aria-label={m.explore_results()}>
        <TargetResults search={search} />
      </section>
    </Frame>
  )
}
