import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { blocksContract } from '../contract.ts'

export const api = apiFor<typeof blocksContract>('blocks')

/** Whether the viewer has muted or blocked a person. Only the browser queries it, because profile pages are the same for everybody. */
export const blockOf = (personId: string) => api.get.queryOptions({ input: { personId } })

/** Everybody whom the viewer has muted or blocked. */
export const ownBlocks = () => api.list.infiniteOptions(pagesFrom({ limit: 20 }))
