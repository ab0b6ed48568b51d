import { apiFor } from '#platform/client/api.ts'
import type { mailListsContract } from '../contract.ts'

const api = apiFor<typeof mailListsContract>('mailLists')

/** The list that a token unsubscribes from, and its state. */
export const mailListOf = (token: string) => api.get.queryOptions({ input: { token } })
