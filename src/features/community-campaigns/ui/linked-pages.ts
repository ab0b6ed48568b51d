import { pagesFrom } from '#platform/client/pages.ts'
import { api } from './api.ts'

/** Campaigns of a community, the last linked first, from cursor `start` on. Not in `api.ts`, because a campaign's page does not load lists. */
export const linkedPages = (communityId: string, start?: string) => api.list.infiniteOptions(pagesFrom({ id: communityId, limit: 12 }, start))
