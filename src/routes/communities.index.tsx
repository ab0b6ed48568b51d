import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListFilters, ListSorts } from '#features/communities/ui/list-filters.tsx'
import { ListResults, StartCommunity, TrendingCommunities } from '#features/communities/ui/list-results.tsx'
import { communityPages, communityTags, isNarrowed, type ListSearch, readListSearch, trendingCommunities } from '#features/communities/ui/list-search.ts'
import { Failed } from '#features/site/ui/error-page.tsx'
import { headOfLoaded } from '#features/site/ui/head.ts'
import { ListFrame, TilesLoading } from '#features/site/ui/list-frame.tsx'
import { m } from '#messages'
import { isSameSearch } from '#platform/client/get-form.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch, textsOf } from '#platform/client/search-text.ts'
import { isSameName } from '#platform/same-name.ts'
import { searchText } from '#platform/words.ts'

const read = textsOf('q', 'privacy', 'tag', 'sort', 'cursor')

/** The trending communities are shown above the whole list, not above a part of it. */
const showsTrending = (search: ListSearch) => !isNarrowed(search) && search.cursor === undefined

export const Route = createFileRoute('/communities/')({
  validateSearch: read,
  loaderDeps: ({ search }) => read(search),
  loader: async ({ context: { queryClient }, deps }) => {
    const search = readListSearch(deps)
    const { wasCut } = searchText(deps.q ?? '')
    // A text that was cut stays in the address, so that the notice about it stays.
    const shown = wasCut ? { ...search, q: deps.q } : search
    if (!isSameSearch(shown, deps)) throw redirect({ to: '/communities', search: shown })
    const first = { ...search, cursor: undefined }
    const [list, tags] = await Promise.all([
      listFrom(queryClient.ensureInfiniteQueryData(communityPages(search)), () => redirect({ to: '/communities', search: first })),
      queryClient.ensureQueryData(communityTags()),
      showsTrending(search) && queryClient.ensureQueryData(trendingCommunities()),
    ])
    // A tag that no community has is removed from the address.
    const { tag = '', ...others } = search
    const isAlone = tag !== '' && !search.q && !search.privacy && search.sort !== 'trending' && list.pages[0]?.total === 0
    if (isAlone && !tags.items.some((known) => isSameName(known, tag))) throw redirect({ to: '/communities', search: others })
    // One of many views of the list: search engines find its communities without it.
    const hidden = Boolean(search.q || search.cursor)
    return {
      search,
      wasCut,
      page: { title: m.communities_title(), description: m.communities_description(), path: `/communities${stringifySearch(first)}`, hidden },
    }
  },
  head: headOfLoaded,
  pendingComponent: () => (
    <Frame>
      <TilesLoading />
    </Frame>
  ),
  errorComponent: ({ reset }: ErrorComponentProps) => (
    <Frame>
      <Failed reset={reset}>{m.communities_failed()}</Failed>
    </Frame>
  ),
  component: Communities,
})

const Frame = ({ children }: { children: ReactNode }) => (
  <ListFrame title={m.communities_title()} lead={m.communities_lead()}>
    {children}
  </ListFrame>
)

function Communities() {
  const { search, wasCut } = Route.useLoaderData()
  const tags = useSuspenseQuery(communityTags()).data.items
  return (
    <Frame>
      <div>
        <StartCommunity />
      </div>
      <ListFilters search={search} tags={tags} />
      {wasCut && <p role="status">{m.communities_cut()}</p>}
      <ListSorts search={search} />
      {showsTrending(search) && <TrendingCommunities />}
      <ListResults search={search} />
    </Frame>
  )
}
