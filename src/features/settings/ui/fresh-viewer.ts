import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { accountsContract } from '#features/accounts/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { removeUnusedQueries } from '#platform/client/mutation-effects.ts'
import { keepSite, readSite } from '#platform/client/site.ts'

const accounts = apiFor<typeof accountsContract>('accounts')

/** Updates the signed-in person's data in this tab from the server, without a reload. */
export function useFreshViewer(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => freshen(router, queryClient)
}

async function freshen(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  const viewer = await accounts.me.call({}).catch(() => null)
  // The settings are saved. The header shows them with the next page.
  if (!viewer) return
  keepSite({ ...readSite(), viewer })
  // Names and avatars are part of much cached data, so it is refetched when it is shown again.
  removeUnusedQueries(queryClient)
  void queryClient.invalidateQueries({ refetchType: 'none' })
  await router.invalidate()
}
