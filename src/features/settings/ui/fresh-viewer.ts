import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { accountsContract } from '#features/accounts/contract.ts'
import { apiFor } from '#platform/client/api.ts'
import { forgetUnseen } from '#platform/client/own-acts.ts'
import { keepSite, readSite } from '#platform/client/site.ts'

const accounts = apiFor<typeof accountsContract>('accounts')

/** Makes the pages of this tab know who is signed in as the server does now, without loading them anew. */
export function useFreshViewer(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => freshen(router, queryClient)
}

async function freshen(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  const viewer = await accounts.me.call({}).catch(() => null)
  // What was saved is saved; the bar above shows it with the next page.
  if (!viewer) return
  keepSite({ ...readSite(), viewer })
  // Names and pictures stand in much of what is held: it is fetched again when it is shown.
  forgetUnseen(queryClient)
  void queryClient.invalidateQueries({ refetchType: 'none' })
  await router.invalidate()
}
