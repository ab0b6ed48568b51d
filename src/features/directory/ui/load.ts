import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { m } from '#messages'
import { isSameSearch } from '#platform/client/get-form.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { EntryKind } from '../terms.ts'
import {
  activityOf,
  aroundOf,
  campaignPages,
  causeBy,
  type DirectoryEntry,
  growthOf,
  impactOf,
  industryBy,
  targetBy,
  targetCounts,
  targetPages,
} from './api.ts'
import { type EntryQuery, type EntrySearch, readEntrySearch } from './entry-search.ts'
import { entryTexts, type GroupKind } from './entry-texts.ts'

type Options = { queryClient: QueryClient; slug: string; query: EntryQuery }

export async function loadTarget({ queryClient, slug, query }: Options) {
  const { name, description, numbers } = await there(queryClient.ensureQueryData(targetBy(slug)))
  const subject: DirectoryEntry = { kind: 'targets', slug, name }
  // The page is shown without it if loading fails.
  const asks = queryClient.ensureInfiniteQueryData(campaignPages(subject, {})).catch(() => {})
  await Promise.all([loadParts({ queryClient, subject, query }), queryClient.prefetchQuery(impactOf(slug)), asks])
  const about = numbers.campaigns > 0 ? m.subjects_target_description({ name }) : m.subjects_nobody({ name })
  return pageOf(subject, description || about)
}

/** Loads the page of an industry or a cause. */
export async function loadGroup({ kind, queryClient, slug, query }: Options & { kind: GroupKind }) {
  const found = kind === 'causes' ? queryClient.ensureQueryData(causeBy(slug)) : queryClient.ensureQueryData(industryBy(slug))
  const { name, description } = await there<{ name: string; description: string }>(found)
  const subject: DirectoryEntry = { kind, slug, name }
  await loadWithTargets({ queryClient, subject, query })
  return pageOf(subject, description || entryTexts[kind].description({ name }))
}

/** An unknown or malformed slug is "not found". */
const there = <Found>(found: Promise<Found>): Promise<Found> =>
  found.catch((error: unknown) => {
    if ([400, 404].includes(refusalOf(error)?.status ?? 0)) throw notFound()
    throw error
  })

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

const routes = { targets: '/targets/$slug', industries: '/industries/$slug', causes: '/causes/$slug' } as const

const pageOf = (subject: DirectoryEntry, description: string) => ({
  page: { title: subject.name, description: description.slice(0, 300), path: addressOf(subject) },
})

export function addressOf({ kind, slug }: { kind: EntryKind; slug: string }, search: EntrySearch = {}): string {
  return `/${kind}/${encodeURIComponent(slug)}${stringifySearch(search)}`
}
