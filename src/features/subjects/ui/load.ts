import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { m } from '#messages'
import { isSameSearch } from '#platform/client/get-form.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { SubjectKind } from '../terms.ts'
import { activityOf, aroundOf, campaignPages, causeBy, growthOf, impactOf, industryBy, type Subject, targetBy, targetCounts, targetPages } from './api.ts'
import { readSubjectSearch, type SubjectQuery, type SubjectSearch } from './subject-search.ts'

type Asked = { queryClient: QueryClient; slug: string; query: SubjectQuery }

export async function loadTarget({ queryClient, slug, query }: Asked) {
  const { name, description } = await there(queryClient.ensureQueryData(targetBy(slug)))
  const subject: Subject = { kind: 'targets', slug, name }
  await Promise.all([loadParts({ queryClient, subject, query }), queryClient.prefetchQuery(impactOf(slug))])
  return pageOf(subject, description || m.subjects_target_description({ name }))
}

export async function loadIndustry({ queryClient, slug, query }: Asked) {
  const { name, description } = await there(queryClient.ensureQueryData(industryBy(slug)))
  const subject: Subject = { kind: 'industries', slug, name }
  await loadWithTargets({ queryClient, subject, query })
  return pageOf(subject, description || m.subjects_industry_description({ name }))
}

export async function loadCause({ queryClient, slug, query }: Asked) {
  const { name, description } = await there(queryClient.ensureQueryData(causeBy(slug)))
  const subject: Subject = { kind: 'causes', slug, name }
  await loadWithTargets({ queryClient, subject, query })
  return pageOf(subject, description || m.subjects_cause_description({ name }))
}

/** What does not exist, and what cannot be an address, is not found. */
const there = <Found>(found: Promise<Found>): Promise<Found> =>
  found.catch((error: unknown) => {
    if ([400, 404].includes(refusalOf(error)?.status ?? 0)) throw notFound()
    throw error
  })

type Loading = { queryClient: QueryClient; subject: Subject; query: SubjectQuery }

async function loadWithTargets({ queryClient, subject, query }: Loading): Promise<void> {
  const search = readSubjectSearch(query)
  await Promise.all([
    loadParts({ queryClient, subject, query }),
    listed({ subject, search: { ...search, from: undefined }, list: queryClient.ensureInfiniteQueryData(targetPages(subject, search)) }),
    queryClient.prefetchQuery(targetCounts(subject, search)),
  ])
}

/** What all these pages have. A part that fails is left for the page to ask for again: nothing else goes with it. */
async function loadParts({ queryClient, subject, query }: Loading): Promise<void> {
  const search = readSubjectSearch(query)
  if (!isSameSearch(search, query)) throw led(subject, search)
  await Promise.all([
    listed({ subject, search: { ...search, cursor: undefined }, list: queryClient.ensureInfiniteQueryData(campaignPages(subject, search)) }),
    queryClient.prefetchQuery(aroundOf(subject)),
    queryClient.prefetchQuery(activityOf(subject)),
    queryClient.prefetchQuery(growthOf(subject)),
  ])
}

/** `search` is where a list with a cursor that is none begins again. */
async function listed({ subject, search, list }: { subject: Subject; search: SubjectSearch; list: Promise<unknown> }): Promise<void> {
  await list.catch((error: unknown) => {
    if (refusalOf(error)?.code === 'BAD_CURSOR') throw led(subject, search)
  })
}

const led = ({ kind, slug }: Subject, search: SubjectSearch) => redirect({ to: routes[kind], params: { slug }, search })

const routes = { targets: '/targets/$slug', industries: '/industries/$slug', causes: '/causes/$slug' } as const

const pageOf = (subject: Subject, description: string) => ({
  page: { title: subject.name, description: description.slice(0, 300), path: addressOf(subject) },
})

export function addressOf({ kind, slug }: { kind: SubjectKind; slug: string }, search: SubjectSearch = {}): string {
  return `/${kind}/${encodeURIComponent(slug)}${stringifySearch(search)}`
}
