import { apiFor } from '#platform/client/api.ts'
import type { communityReportsContract } from '../contract.ts'

export const api = apiFor<typeof communityReportsContract>('communityReports')

/** The open cases of a community, for its owner and mods. Refetched while the page is open, because others decide, too. */
export const casesIn = (communityId: string) => ({ ...api.list.queryOptions({ input: { id: communityId } }), staleTime: 1_000, refetchInterval: 60_000 })
