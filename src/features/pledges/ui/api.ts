import { apiFor } from '#platform/client/api.ts'
import type { pledgesContract } from '../contract.ts'

export const api = apiFor<typeof pledgesContract>('pledges')

/** Campaigns that a visitor of this browser has pressed Join on without being signed in. */
export const joinIntentions = () => api.intentions.queryOptions({ input: {} })

/** The campaigns that are joined when the mailed link with this token is used. */
export const waitingJoins = (token: string) => api.waiting.queryOptions({ input: { token } })

/** The viewer's pledge in full. Only the browser queries it, because campaign pages are cached for everybody. */
export const pledgeInFull = (campaignId: string) => api.get.queryOptions({ input: { id: campaignId } })
