import { apiFor } from '#platform/client/api.ts'
import type { pledgesContract } from '../contract.ts'

export const api = apiFor<typeof pledgesContract>('pledges')

/** The viewer's pledge in full. Only the browser queries it, because campaign pages are cached for everybody. */
export const pledgeInFull = (campaignId: string) => api.get.queryOptions({ input: { id: campaignId } })
