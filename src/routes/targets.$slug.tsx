import { createFileRoute } from '@tanstack/react-router'
import { headOfFound } from '#features/site/ui/head.ts'
import { loadTarget } from '#features/subjects/ui/load.ts'
import { SubjectFailed, SubjectLoading, SubjectNotFound } from '#features/subjects/ui/states.tsx'
import { readSubjectSearch } from '#features/subjects/ui/subject-search.ts'
import { TargetPage } from '#features/subjects/ui/target-page.tsx'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('q', 'sort', 'cursor')

export const Route = createFileRoute('/targets/$slug')({
  // Nothing of this is on every visitor's way.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, params, deps }) => loadTarget({ queryClient, slug: params.slug, query: deps }),
  head: headOfFound(m.subjects_target_not_found),
  pendingComponent: () => <SubjectLoading kind="targets" />,
  errorComponent: SubjectFailed,
  notFoundComponent: () => <SubjectNotFound kind="targets" />,
  component: TargetBySlug,
})

function TargetBySlug() {
  const { slug } = Route.useParams()
  return <TargetPage key={slug} slug={slug} search={readSubjectSearch(Route.useLoaderDeps())} />
}
