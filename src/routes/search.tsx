import { createFileRoute } from '@tanstack/react-router'
import { loadSearchPage } from '#features/search/ui/load-page.ts'
import type { Texts } from '#features/search/ui/page-search.ts'
import { SearchPage } from '#features/search/ui/search-page.tsx'
import { SearchFailed, SearchLoading } from '#features/search/ui/search-states.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'

export const Route = createFileRoute('/search')({
  // Returns the query parameters unparsed, because their parser belongs to the page's chunk and this function to the main bundle.
  validateSearch: (given: Record<string, string>): Texts => given,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, cause }) => loadSearchPage(queryClient, deps, cause === 'stay'),
  head: headOfLoaded,
  pendingComponent: SearchLoading,
  errorComponent: SearchFailed,
  component: Search,
})

function Search() {
  return <SearchPage {...Route.useLoaderData()} />
}
