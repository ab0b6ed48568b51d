import { apiFor } from '#platform/client/api.ts'
import type { mailListsContract } from '../contract.ts'

const api = apiFor<typeof mailListsContract>('mailLists')

/** What the address in a mail would stop. */
export const mailListOf = (token: string) => api.get.queryOptions({ input: { token } })
