import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { browsePages, knownSearch } from '#features/campaigns/ui/browse-pages.ts'
import { BrowseResults } from '#features/campaigns/ui/browse-results.tsx'
import { readBrowseSearch } from '#features/campaigns/ui/browse-search.ts'
import { laterCards } from '#features/campaigns/ui/card-grid.tsx'
import { CardGridSkeleton } from '#features/campaigns/ui/card-grid-skeleton.tsx'
import { FilterChips, SortLinks } from '#features/campaigns/ui/filter-chips.tsx'
import { Filters } from '#features/campaigns/ui/filters.tsx'
import { allCauses } from '#features/directory/causes/ui/api.ts'
import { allIndustries } from '#features/directory/industries/ui/api.ts'
import { api as targetsApi } from '#features/directory/targets/ui/api.ts'
import { TargetField } from '#features/directory/targets/ui/target-field.tsx'
import { Failed } from '#features/site/ui/error-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { ListFrame } from '#features/site/ui/list-frame.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch } from '#platform/client/search-text.ts'

export const Route = createFileRoute('/campaigns/')({
  validateSearch: readBrowseSearch,
  loaderDeps: ({ search }) => readBrowseSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const [industries, causes, target] = await Promise.all([
      queryClient.ensureQueryData(allIndustries()),
      queryClient.ensureQueryData(allCauses()),
      deps.target ? queryClient.ensureQueryData(targetsApi.list.queryOptions({ input: { slug: deps.target, limit: 1 } })) : null,
    ])
    const known = knownSearch(deps, { target: target?.items[0]?.slug, industries, causes })
    if (stringifySearch(known) !== stringifySearch(deps)) throw redirect({ to: '/campaigns', search: known })
    await Promise.all([
      listFrom(queryClient.ensureInfiniteQueryData(browsePages(deps)), () => redirect({ to: '/campaigns', search: { ...deps, cursor: undefined } })),
      laterCards.ready(),
    ])
    // Loads the code of the later cards now, so that a list that the browser renders appears as a whole. Does nothing on the server.
    laterCards.begin()
    return {
      targetName: target?.items[0]?.name ?? null,
      page: {
        title: m.campaigns_browse_title(nouns),
        description: m.campaigns_browse_description(nouns),
        path: `/campaigns${stringifySearch({ ...deps, cursor: undefined })}`,
        // Later pages and combinations of causes would be endless views of the same list for search engines.
        hidden: Boolean(deps.cursor || deps.causes?.includes(',')),
      },
    }
  },
  head: headOfLoaded,
  pendingComponent: () => (
    <Frame>
      <CardGridSkeleton cards={9} />
    </Frame>
  ),
  errorComponent: ({ reset }: ErrorComponentProps) => (
    <Frame>
      <Failed reset={reset}>{m.campaigns_list_failed()}</Failed>
    </Frame>
  ),
  component: Browse,
})

const Frame = ({ children }: { children: ReactNode }) => (
  <ListFrame title={m.campaigns_browse_title(nouns)} lead={m.campaigns_browse_lead(nouns)}>
    {children}
  </ListFrame>
)

function Browse() {
  const search = Route.useLoaderDeps()
  const { targetName } = Route.useLoaderData()
  const industries = useSuspenseQuery(allIndustries()).data
  const causes = useSuspenseQuery(allCauses()).data
  return (
    <Frame>
      <Filters
        search={search}
        targetField={(onChoose) => <TargetField key={search.target ?? ''} slug={search.target ?? ''} name={targetName} onChoose={onChoose} />}
        industries={industries.map(({ name }) => name)}
        causes={causes.map(({ name }) => name)}
      />
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-ink pt-4">
        <SortLinks search={search} />
        <FilterChips search={search} targetName={targetName} />
      </div>
      <section aria-label={m.campaigns_results()}>
        <BrowseResults search={search} />
      </section>
    </Frame>
  )
}
