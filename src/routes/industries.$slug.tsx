import { createFileRoute } from '@tanstack/react-router'
import { headOfFound } from '#features/site/ui/head.ts'
import { IndustryPage } from '#features/subjects/ui/industry-page.tsx'
import { loadIndustry } from '#features/subjects/ui/load.ts'
import { SubjectFailed, SubjectLoading, SubjectNotFound } from '#features/subjects/ui/states.tsx'
import { readSubjectSearch } from '#features/subjects/ui/subject-search.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('q', 'sort', 'cursor', 'search', 'has', 'order', 'from')

export const Route = createFileRoute('/industries/$slug')({
  // Nothing of this is on every visitor's way.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, params, deps }) => loadIndustry({ queryClient, slug: params.slug, query: deps }),
  head: headOfFound(m.subjects_industry_not_found),
  pendingComponent: () => <SubjectLoading kind="industries" />,
  errorComponent: SubjectFailed,
  notFoundComponent: () => <SubjectNotFound kind="industries" />,
  component: IndustryBySlug,
})

function IndustryBySlug() {
  const { slug } = Route.useParams()
  return <IndustryPage key={slug} slug={slug} search={readSubjectSearch(Route.useLoaderDeps())} />
}
