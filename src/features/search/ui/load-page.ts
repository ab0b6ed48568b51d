import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { allCauses } from '#features/directory/causes/ui/api.ts'
import { allIndustries } from '#features/directory/industries/ui/api.ts'
import { api as targetsApi } from '#features/directory/targets/ui/api.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { searchText } from '#platform/words.ts'
import { api, foundPages } from './api.ts'
import { kindOf, knownIn, type PageSearch, readPageSearch, type Texts } from './page-search.ts'
import { keptTab } from './tab.ts'

/** Options of the filters. Those of other kinds are empty. */
export type Choices = { industries: string[]; causes: string[]; tags: string[]; targetName: string | null }

export async function loadSearchPage(queryClient: QueryClient, given: Texts, isStaying: boolean) {
  const tab = keptTab()
  // If the page is opened without a tab, redirects to the last one of this browser session. The server does not know it.
  if (!isStaying && !given.kind && tab !== 'campaigns') throw redirect({ to: '/search', search: { ...given, kind: tab }, replace: true })
  const asked = readPageSearch(given)
  const kind = kindOf(asked)
  const [industries, causes, targets, tags] = await Promise.all([
    kind === 'communities' ? null : queryClient.ensureQueryData(allIndustries()),
    kind === 'campaigns' ? queryClient.ensureQueryData(allCauses()) : null,
    asked.target ? queryClient.ensureQueryData(targetsApi.list.queryOptions({ input: { slug: asked.target, limit: 1 } })) : null,
    kind === 'communities' ? queryClient.ensureQueryData(api.tags.queryOptions()) : null,
  ])
  const names = (list: readonly { name: string }[] | null) => list?.map(({ name }) => name) ?? []
  const choices: Choices = { industries: names(industries), causes: names(causes), tags: tags?.items ?? [], targetName: targets?.items[0]?.name ?? null }
  const search: PageSearch = {
    ...asked,
    target: targets?.items[0]?.slug,
    industry: knownIn(choices.industries, asked.industry)[0],
    causes: knownIn(choices.causes, asked.causes).join(',') || undefined,
    tags: knownIn(choices.tags, asked.tags).join(',') || undefined,
  }
  const wasCut = searchText(given.q ?? '').wasCut
  // Redirects to a URL without invalid parameters. A text that was cut keeps its full length in the URL, so that the notice remains.
  if (stringifySearch({ ...search, q: given.q?.trim() || undefined }) !== stringifySearch({ ...readAsIs(given), q: given.q?.trim() || undefined }))
    throw redirect({ to: '/search', search: { ...search, q: given.q } })
  if (search.q) {
    await queryClient.ensureInfiniteQueryData(foundPages(search)).catch((error: unknown) => {
      const code = refusalOf(error)?.code
      if (code === 'BAD_CURSOR') throw redirect({ to: '/search', search: { ...search, cursor: undefined } })
      // Only signed-in people can search their drafts.
      if (code === 'UNAUTHORIZED') throw redirect({ to: '/search', search: { ...search, status: undefined } })
      throw error
    })
  }
  const page = {
    title: search.q ? m.search_title_of({ text: search.q }) : m.search_title(),
    description: m.search_description(),
    path: '/search',
    hidden: true,
  }
  return { page, search, choices, wasCut }
}

/** The valid parameters, in the order that URLs have. */
function readAsIs(given: Texts): Texts {
  const { q, kind, status, target, industry, causes, privacy, tags, sort, cursor } = given
  return { q, kind, status, target, industry, causes, privacy, tags, sort, cursor }
}
