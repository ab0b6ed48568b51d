import { pagesFrom } from '#platform/client/pages.ts'
import { api } from './api.ts'

/** Pages of a community's campaigns, most recently linked first; `start` is the cursor of the first page. Kept out of `api.ts`, so that campaign pages do not load it. */
export const linkedPages = (communityId: string, start?: string) => api.list.infiniteOptions(pagesFrom({ id: communityId, limit: 12 }, start))
