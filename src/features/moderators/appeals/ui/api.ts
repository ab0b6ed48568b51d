import { apiFor } from '#platform/client/api.ts'
import type { appealsContract } from '../contract.ts'

export const api = apiFor<typeof appealsContract>('appeals')

export const statementOf = (id: string, token: string | undefined) => ({
  ...api.statement.queryOptions({ input: { id, ...(token !== undefined && { token }) } }),
  staleTime: 0,
})

export const openAppeals = () => ({ ...api.open.queryOptions(), staleTime: 1_000 })
