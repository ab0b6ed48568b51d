import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { profilesContract } from '../contract.ts'

const api = apiFor<typeof profilesContract>('profiles')

export const profileBy = (id: string) => api.get.queryOptions({ input: { id } })

/** A person's public campaigns, starting at the cursor in the URL. */
export const campaignPages = (id: string, start?: string) => api.campaigns.infiniteOptions(pagesFrom({ id, limit: 12 }, start))

/** A person's public pledges, starting at the cursor in the URL. */
export const pledgePages = (id: string, start?: string) => api.pledges.infiniteOptions(pagesFrom({ id, limit: 10 }, start))
