import { createFileRoute } from '@tanstack/react-router'
import { headOfFound } from '#features/site/ui/head.ts'
import { CausePage } from '#features/subjects/ui/cause-page.tsx'
import { loadCause } from '#features/subjects/ui/load.ts'
import { SubjectFailed, SubjectLoading, SubjectNotFound } from '#features/subjects/ui/states.tsx'
import { readSubjectSearch } from '#features/subjects/ui/subject-search.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('q', 'sort', 'cursor', 'search', 'has', 'order', 'from')

export const Route = createFileRoute('/causes/$slug')({
  // Nothing of this is on every visitor's way.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, params, deps }) => loadCause({ queryClient, slug: params.slug, query: deps }),
  head: headOfFound(m.subjects_cause_not_found),
  pendingComponent: () => <SubjectLoading kind="causes" />,
  errorComponent: SubjectFailed,
  notFoundComponent: () => <SubjectNotFound kind="causes" />,
  component: CauseBySlug,
})

function CauseBySlug() {
  const { slug } = Route.useParams()
  return <CausePage key={slug} slug={slug} search={readSubjectSearch(Route.useLoaderDeps())} />
}
