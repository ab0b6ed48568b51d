import type { communitiesContract } from '#features/communities/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { communityMembersContract } from '../contract.ts'

export const api = apiFor<typeof communityMembersContract>('communityMembers')
export const communitiesApi = apiFor<typeof communitiesContract>('communities')

/** The list of members, filtered by name prefixes `q`, from cursor `start` on. */
export const memberPages = (communityId: string, { q, start }: { q?: string | undefined; start?: string | undefined } = {}) =>
  api.list.infiniteOptions(pagesFrom({ id: communityId, limit: 30, ...(q ? { q } : {}) }, start))

export const requestPages = (communityId: string) => api.requests.infiniteOptions(pagesFrom({ id: communityId }))

export const bannedPages = (communityId: string) => api.banned.infiniteOptions(pagesFrom({ id: communityId }))

export const mutedPages = (communityId: string) => api.muted.infiniteOptions(pagesFrom({ id: communityId }))

export const inviteList = (communityId: string) => api.invites.queryOptions({ input: { id: communityId } })
