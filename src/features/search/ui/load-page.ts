import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { allCauses } from '#features/causes/ui/public.ts'
import { allIndustries } from '#features/industries/ui/public.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { searchText } from '#platform/words.ts'
import { api, foundPages, targetsApi } from './api.ts'
import { kindOf, knownIn, type PageSearch, readPageSearch, type Texts } from './page-search.ts'
import { keptTab } from './tab.ts'

/** What the page offers to choose from; empty where its kind has no such filter. */
export type Choices = { industries: string[]; causes: string[]; tags: string[]; targetName: string | null }

export async function loadSearchPage(queryClient: QueryClient, given: Texts, isStaying: boolean) {
  const tab = keptTab()
  // Entered without a tab: the one that was chosen last in this session, before any other is seen. Only the browser knows it.
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
  // What means nothing leaves the address; a text that was cut stays, so that the notice does.
  if (stringifySearch({ ...search, q: given.q?.trim() || undefined }) !== stringifySearch({ ...readAsIs(given), q: given.q?.trim() || undefined }))
    throw redirect({ to: '/search', search: { ...search, q: given.q } })
  if (search.q) {
    await queryClient.ensureInfiniteQueryData(foundPages(search)).catch((error: unknown) => {
      const code = refusalOf(error)?.code
      if (code === 'BAD_CURSOR') throw redirect({ to: '/search', search: { ...search, cursor: undefined } })
      // One's own drafts, and nobody is signed in.
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

/** The names that a search may have, in the order in which addresses have them. */
function readAsIs(given: Texts): Texts {
  const { q, kind, status, target, industry, causes, privacy, tags, sort, cursor } = given
  return { q, kind, status, target, industry, causes, privacy, tags, sort, cursor }
}
