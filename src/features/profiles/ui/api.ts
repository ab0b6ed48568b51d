import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { profilesContract } from '../contract.ts'

export const api = apiFor<typeof profilesContract>('profiles')

export const profileBy = (id: string) => api.get.queryOptions({ input: { id } })

/** Query options for a person's public campaigns. The cursor `start` comes from the URL. */
export const campaignPages = (id: string, start?: string) => api.campaigns.infiniteOptions(pagesFrom({ id, limit: 12 }, start))

/** Query options for a person's public pledges. The cursor `start` comes from the URL. */
export const pledgePages = (id: string, start?: string) => api.pledges.infiniteOptions(pagesFrom({ id, limit: 10 }, start))
