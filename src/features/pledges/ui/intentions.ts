import { api } from './api.ts'

/** Campaigns that a visitor of this browser has pressed Join on without being signed in. */
export const joinIntentions = () => api.intentions.queryOptions({ input: {} })
