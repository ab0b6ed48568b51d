import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { causePages } from '#features/causes/ui/api.ts'
import { CauseResults } from '#features/causes/ui/cause-results.tsx'
import { readSubjectSearch, SubjectFilters } from '#features/live-stats/ui/public.ts'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { Failed, ListFrame, TilesLoading } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { isSameSearch } from '#platform/client/get-form.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { stringifySearch, textsOf } from '#platform/client/search-text.ts'

const read = textsOf('active', 'sort', 'cursor')

export const Route = createFileRoute('/causes/')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const search = readSubjectSearch(deps)
    if (!isSameSearch(search, deps)) throw redirect({ to: '/causes', search })
    await queryClient.ensureInfiniteQueryData(causePages(search)).catch((error: unknown) => {
      if (refusalOf(error)?.code === 'BAD_CURSOR') throw redirect({ to: '/causes', search: { ...search, cursor: undefined } })
      throw error
    })
    const path = `/causes${stringifySearch({ ...search, cursor: undefined })}`
    return { page: { title: m.causes_title(), description: m.causes_description(), path } }
  },
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
      <SubjectFilters path="/causes" search={search} />
      <section aria-label={m.explore_results()}>
        <CauseResults search={search} />
      </section>
    </Frame>
  )
}
