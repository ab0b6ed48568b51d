import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { industryPages } from '#features/directory/industries/ui/api.ts'
import { IndustryResults } from '#features/directory/industries/ui/industry-results.tsx'
import { EntryFilters, loadEntryList } from '#features/directory/ui/public.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { Failed, ListFrame, TilesLoading } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('active', 'sort', 'cursor')

export const Route = createFileRoute('/industries/')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, deps }) =>
    loadEntryList({
      path: '/industries',
      given: deps,
      load: (search) => queryClient.ensureInfiniteQueryData(industryPages(search)),
      about: { title: m.industries_title(), description: m.industries_description() },
    }),
  head: headOfLoaded,
  pendingComponent: () => (
    <Frame>
      <TilesLoading tall />
    </Frame>
  ),
  errorComponent: ({ reset }: ErrorComponentProps) => (
    <Frame>
      <Failed reset={reset}>{m.explore_failed()}</Failed>
    </Frame>
  ),
  component: Industries,
})

const Frame = ({ children }: { children: ReactNode }) => (
  <ListFrame title={m.industries_title()} lead={m.industries_lead()}>
    {children}
  </ListFrame>
)

function Industries() {
  const search = Route.useLoaderDeps()
  return (
    <Frame>
      <EntryFilters path="/industries" search={search} />
      <section aria-label={m.explore_results()}>
        <IndustryResults search={search} />
      </section>
    </Frame>
  )
}
