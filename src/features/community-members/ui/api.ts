import type { communitiesContract } from '#features/communities/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import type { communityMembersContract } from '../contract.ts'

export const api = apiFor<typeof communityMembersContract>('communityMembers')
export const communitiesApi = apiFor<typeof communitiesContract>('communities')

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
}
const from = (cursor: string | undefined) => (cursor ? { cursor } : {})

/** The list of members, filtered by name prefixes `q`, from cursor `start` on. */
export const memberPages = (communityId: string, { q, start }: { q?: string | undefined; start?: string | undefined } = {}) =>
  api.list.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ id: communityId, limit: 30, ...(q ? { q } : {}), ...from(cursor) }),
    initialPageParam: start,
  })

export const requestPages = (communityId: string) =>
  api.requests.infiniteOptions({ ...paged, input: (cursor: string | undefined) => ({ id: communityId, limit: 20, ...from(cursor) }) })

export const bannedPages = (communityId: string) =>
  api.banned.infiniteOptions({ ...paged, input: (cursor: string | undefined) => ({ id: communityId, limit: 20, ...from(cursor) }) })

export const inviteList = (communityId: string) => api.invites.queryOptions({ input: { id: communityId } })
