import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { industryBy } from '#features/directory/ui/api.ts'
import { EntryPage } from '#features/directory/ui/entry-page.tsx'
import { readEntrySearch } from '#features/directory/ui/entry-search.ts'
import { EntryFailed, EntryLoading, EntryNotFound } from '#features/directory/ui/entry-states.tsx'
import { loadGroup } from '#features/directory/ui/load.ts'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('q', 'sort', 'cursor', 'search', 'has', 'order', 'from')

export const Route = createFileRoute('/industries/$slug')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, params, deps }) => loadGroup({ kind: 'industries', queryClient, slug: params.slug, query: deps }),
  head: headOfFound(m.directory_industry_not_found),
  pendingComponent: () => <EntryLoading kind="industries" />,
  errorComponent: EntryFailed,
  notFoundComponent: () => <EntryNotFound kind="industries" />,
  component: IndustryBySlug,
})

function IndustryBySlug() {
  const { slug } = Route.useParams()
  const { data } = useSuspenseQuery(industryBy(slug))
  return <EntryPage key={slug} kind="industries" entry={data} search={readEntrySearch(Route.useLoaderDeps())} />
}
