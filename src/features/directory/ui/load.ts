import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { isSameSearch } from '#platform/client/get-form.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { throwIfAbsent } from '#platform/client/throw-if-absent.ts'
import type { EntryKind } from '../terms.ts'
import {
  activityOf,
  aroundOf,
  campaignPages,
  causeBy,
  type DirectoryEntry,
  growthOf,
  industryBy,
  pastCampaigns,
  targetBy,
  targetCounts,
  targetPages,
} from './api.ts'
import { type EntryQuery, type EntrySearch, readEntrySearch } from './entry-search.ts'
import { entryTexts, type GroupKind } from './entry-texts.ts'

type Options = { queryClient: QueryClient; slug: string; query: EntryQuery }

export async function loadTarget({ queryClient, slug, query }: Options) {
  const { name, description, numbers, isVerified, ...found } = await queryClient.ensureQueryData(targetBy(slug)).catch(throwIfAbsent)
  if (found.slug !== slug) throw moved('targets', found.slug)
  const subject: DirectoryEntry = { kind: 'targets', slug, name }
  // The page is shown without the ended campaigns if loading them fails.
  await Promise.all([loadParts({ queryClient, subject, query }), queryClient.prefetchInfiniteQuery(pastCampaigns(slug))])
  const about = numbers.campaigns > 0 ? m.directory_target_description({ name }) : m.directory_none_active({ name, ...nouns })
  return pageOf(subject, { description: description || about, isVerified })
}

/** Loads the page of an industry or a cause. */
export async function loadGroup({ kind, queryClient, slug, query }: Options & { kind: GroupKind }) {
  const found: Promise<{ slug: string; name: string; description: string; isVerified: boolean }> =
    kind === 'causes' ? queryClient.ensureQueryData(causeBy(slug)) : queryClient.ensureQueryData(industryBy(slug))
  const { name, description, isVerified, ...entry } = await found.catch(throwIfAbsent)
  if (entry.slug !== slug) throw moved(kind, entry.slug)
  const subject: DirectoryEntry = { kind, slug, name }
  await loadWithTargets({ queryClient, subject, query })
  return pageOf(subject, { description: description || entryTexts[kind].description({ name }), isVerified })
}

type Loading = { queryClient: QueryClient; subject: DirectoryEntry; query: EntryQuery }

async function loadWithTargets({ queryClient, subject, query }: Loading): Promise<void> {
  const search = readEntrySearch(query)
  await Promise.all([
    loadParts({ queryClient, subject, query }),
    listed({ subject, search: { ...search, from: undefined }, list: queryClient.ensureInfiniteQueryData(targetPages(subject, search)) }),
    queryClient.prefetchQuery(targetCounts(subject, search)),
  ])
}

/** Loads the parts that all these pages have. If a part fails, the page retries it; the others are not affected. */
async function loadParts({ queryClient, subject, query }: Loading): Promise<void> {
  const search = readEntrySearch(query)
  if (!isSameSearch(search, query)) throw led(subject, search)
  await Promise.all([
    listed({ subject, search: { ...search, cursor: undefined }, list: queryClient.ensureInfiniteQueryData(campaignPages(subject, search)) }),
    queryClient.prefetchQuery(aroundOf(subject)),
    queryClient.prefetchQuery(activityOf(subject)),
    queryClient.prefetchQuery(growthOf(subject)),
  ])
}

/** `search` is the destination of the redirect if the list's cursor is invalid. */
async function listed({ subject, search, list }: { subject: DirectoryEntry; search: EntrySearch; list: Promise<unknown> }): Promise<void> {
  await list.catch((error: unknown) => {
    if (refusalOf(error)?.code === 'BAD_CURSOR') throw led(subject, search)
  })
}

const led = ({ kind, slug }: DirectoryEntry, search: EntrySearch) => redirect({ to: routes[kind], params: { slug }, search })

/** The permanent redirect from the address of a merged entry. */
const moved = (kind: EntryKind, slug: string) => redirect({ to: routes[kind], params: { slug }, statusCode: 308 })

const routes = { targets: '/targets/$slug', industries: '/industries/$slug', causes: '/causes/$slug' } as const

const pageOf = (subject: DirectoryEntry, { description, isVerified }: { description: string; isVerified: boolean }) => ({
  page: { title: subject.name, description: description.slice(0, 300), path: addressOf(subject), hidden: !isVerified },
})

export function addressOf({ kind, slug }: { kind: EntryKind; slug: string }, search: EntrySearch = {}): string {
  return `/${kind}/${encodeURIComponent(slug)}${stringifySearch(search)}`
}
