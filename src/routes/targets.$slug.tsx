import { createFileRoute } from '@tanstack/react-router'
import { readEntrySearch } from '#features/directory/ui/entry-search.ts'
import { EntryFailed, EntryLoading, EntryNotFound } from '#features/directory/ui/entry-states.tsx'
import { loadTarget } from '#features/directory/ui/load.ts'
import { TargetPage } from '#features/directory/ui/target-page.tsx'
import { headOfFound } from '#features/site/ui/head.ts'
import { m } from '#messages'
import { textsOf } from '#platform/client/search-text.ts'

const read = textsOf('q', 'sort', 'cursor')

export const Route = createFileRoute('/targets/$slug')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: ({ context: { queryClient }, params, deps }) => loadTarget({ queryClient, slug: params.slug, query: deps }),
  head: headOfFound(m.directory_target_not_found),
  pendingComponent: () => <EntryLoading kind="targets" />,
  errorComponent: EntryFailed,
  notFoundComponent: () => <EntryNotFound kind="targets" />,
  component: TargetBySlug,
})

function TargetBySlug() {
  const { slug } = Route.useParams()
  return <TargetPage key={slug} slug={slug} search={readEntrySearch(Route.useLoaderDeps())} />
}
