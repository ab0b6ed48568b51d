import type { campaignsContract } from '#features/campaigns/contract.ts'
import type { causesContract } from '#features/causes/contract.ts'
import type { industriesContract } from '#features/industries/contract.ts'
import type { targetsContract } from '#features/targets/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import type { subjectsContract } from '../contract.ts'
import type { SubjectKind } from '../terms.ts'
import type { SubjectSearch } from './subject-search.ts'

const api = apiFor<typeof subjectsContract>('subjects')
const campaigns = apiFor<typeof campaignsContract>('campaigns')
const targets = apiFor<typeof targetsContract>('targets')

/** A target, an industry or a cause, as far as all its parts need it. */
export type Subject = { kind: SubjectKind; slug: string; name: string }
type Of = Pick<Subject, 'kind' | 'slug'>

export const targetBy = (slug: string) => targets.get.queryOptions({ input: { slug } })
export const industryBy = (slug: string) => apiFor<typeof industriesContract>('industries').get.queryOptions({ input: { slug } })
export const causeBy = (slug: string) => apiFor<typeof causesContract>('causes').get.queryOptions({ input: { slug } })

export const aroundOf = ({ kind, slug }: Of) => api.around.queryOptions({ input: { kind, slug } })
export const activityOf = ({ kind, slug }: Of) => api.activity.queryOptions({ input: { kind, slug } })
export const growthOf = ({ kind, slug }: Of) => api.growth.queryOptions({ input: { kind, slug } })
export const impactOf = (slug: string) => api.impact.queryOptions({ input: { slug } })

const after = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined }

/** Its active campaigns, from the cursor in the address on. */
export function campaignPages({ kind, slug, name }: Subject, { q, sort, cursor }: SubjectSearch) {
  const about = kind === 'targets' ? { target: slug } : kind === 'industries' ? { industry: name } : { causes: name }
  return campaigns.list.infiniteOptions({
    input: (from: string | undefined) => ({ ...about, status: 'active' as const, q, sort: sort ?? 'trending', limit: 12, ...(from ? { cursor: from } : {}) }),
    initialPageParam: cursor,
    ...after,
  })
}

const targetsOf = ({ kind, name }: Subject) => (kind === 'causes' ? { cause: name } : { industry: name })

/** The targets of an industry, or those that a cause's campaigns are about. */
export const targetPages = (subject: Subject, { search, has, order, from: start }: SubjectSearch) =>
  targets.list.infiniteOptions({
    input: (from: string | undefined) => ({
      ...targetsOf(subject),
      search,
      has: has ?? 'all',
      sort: order ?? 'az',
      limit: 24,
      ...(from ? { cursor: from } : {}),
    }),
    initialPageParam: start,
    ...after,
  })

export const targetCounts = (subject: Subject, { search }: SubjectSearch) => targets.counts.queryOptions({ input: { ...targetsOf(subject), search } })
