import { apiFor } from '#platform/client/api.ts'
import { nullIfAbsent } from '#platform/client/null-if-absent.ts'
import type { accountsContract } from '../contract.ts'

export const api = apiFor<typeof accountsContract>('accounts')

/** The suspension for which a sign-in through another site was refused. Null if it has ended meanwhile. */
export const refusedSuspension = (id: string) => ({
  queryKey: api.suspension.queryKey({ input: { id } }),
  queryFn: () => nullIfAbsent(api.suspension.call({ id })),
})
