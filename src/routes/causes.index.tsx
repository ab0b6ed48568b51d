import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { causePages } from '#features/directory/causes/ui/api.ts'
import { CauseResults } from '#features/directory/causes/ui/cause-results.tsx'
import { EntryFilters, loadEntryList } from '#features/directory/ui/public.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { Failed, ListFrame, TilesLoading } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('active', 'sort', 'cursor')

export const Route = createFileRoute('/causes/')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, deps }) =>
    loadEntryList({
      path: '/causes',
      given: deps,
      load: (search) => queryClient.ensureInfiniteQueryData(causePages(search)),
      about: { title: m.causes_title(), description: m.causes_description() },
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
  component: Causes,
})

const Frame = ({ children }: { children: ReactNode }) => (
  <ListFrame title={m.causes_title()} lead={m.causes_lead()}>
    {children}
  </ListFrame>
)

function Causes() {
  const search = Route.useLoaderDeps()
  return (
    <Frame>
      <EntryFilters path="/causes" search={search} />
      <section aria-label={m.explore_results()}>
        <CauseResults search={search} />
      </section>
    </Frame>
  )
}
