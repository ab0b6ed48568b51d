import type { campaignsContract } from '#features/campaigns/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { causesContract } from '../causes/contract.ts'
import type { subjectsContract } from '../contract.ts'
import type { industriesContract } from '../industries/contract.ts'
import type { targetsContract } from '../targets/contract.ts'
import type { EntryKind } from '../terms.ts'
import type { EntrySearch } from './entry-search.ts'

const api = apiFor<typeof subjectsContract>('subjects')
const campaigns = apiFor<typeof campaignsContract>('campaigns')
const targets = apiFor<typeof targetsContract>('targets')

/** The fields of a target, an industry or a cause that the parts of its page need. */
export type DirectoryEntry = { kind: EntryKind; slug: string; name: string }
type Of = Pick<DirectoryEntry, 'kind' | 'slug'>

export const targetBy = (slug: string) => targets.get.queryOptions({ input: { slug } })
export const industryBy = (slug: string) => apiFor<typeof industriesContract>('industries').get.queryOptions({ input: { slug } })
export const causeBy = (slug: string) => apiFor<typeof causesContract>('causes').get.queryOptions({ input: { slug } })

export const aroundOf = ({ kind, slug }: Of) => api.around.queryOptions({ input: { kind, slug } })
export const activityOf = ({ kind, slug }: Of) => api.activity.queryOptions({ input: { kind, slug } })
export const growthOf = ({ kind, slug }: Of) => api.growth.queryOptions({ input: { kind, slug } })

/** The entry's active campaigns, starting at the cursor in the URL. */
export function campaignPages({ kind, slug, name }: DirectoryEntry, { q, sort, cursor }: EntrySearch) {
  const about = kind === 'targets' ? { target: slug } : kind === 'industries' ? { industry: name } : { causes: name }
  return campaigns.list.infiniteOptions(pagesFrom({ ...about, status: 'active' as const, q, sort: sort ?? 'trending', limit: 12 }, cursor))
}

/** The latest campaigns against a target that have ended. Only the first page is shown. */
export const pastCampaigns = (target: string) =>
  campaigns.list.infiniteOptions(pagesFrom({ target, status: 'ended' as const, sort: 'newest' as const, limit: 5 }, undefined))

const targetsOf = ({ kind, name }: DirectoryEntry) => (kind === 'causes' ? { cause: name } : { industry: name })

/** The targets of an industry or of a cause's campaigns. */
export const targetPages = (subject: DirectoryEntry, { search, has, order, from: start }: EntrySearch) =>
  targets.list.infiniteOptions(
    pagesFrom(
      {
        ...targetsOf(subject),
        search,
        has: has ?? 'all',
        sort: order ?? 'az',
        limit: 24,
      },
      start,
    ),
  )

export const targetCounts = (subject: DirectoryEntry, { search }: EntrySearch) => targets.counts.queryOptions({ input: { ...targetsOf(subject), search } })
