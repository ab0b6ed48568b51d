import { apiFor } from '#platform/client/api.ts'
import type { profilesContract } from '../contract.ts'

const api = apiFor<typeof profilesContract>('profiles')

export const profileBy = (id: string) => api.get.queryOptions({ input: { id } })

/** A person's public campaigns, starting at the cursor in the URL. */
export const campaignPages = (id: string, start?: string) =>
  api.campaigns.infiniteOptions({
    input: (from: string | undefined) => ({ id, limit: 12, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** A person's public pledges, starting at the cursor in the URL. */
export const pledgePages = (id: string, start?: string) =>
  api.pledges.infiniteOptions({
    input: (from: string | undefined) => ({ id, limit: 10, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
