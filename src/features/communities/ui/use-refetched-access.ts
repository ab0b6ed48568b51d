import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from './api.ts'
import { communityBy, mayHaveChangedAccess } from './community-of.ts'

type Refetch = { queryClient: QueryClient; router: AnyRouter; slug: string }

/** Refetches the community of a page. If it is not found, the route is reloaded and shows the error. */
export async function refetchCommunity({ queryClient, router, slug }: Refetch): Promise<void> {
  await queryClient.fetchQuery({ ...communityBy(slug), staleTime: 0 }).catch((error: unknown) => {
    if (mayHaveChangedAccess(error)) return router.invalidate()
  })
}

/**
 * Refetches the community when any request on its page fails with 403 or 404, whichever feature has sent it: the viewer's access may
 * have changed. The live stream reports lost access to private communities only, and may be interrupted.
 */
export function useRefetchedAccess(slug: string): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const look = (error: unknown) => {
      if (mayHaveChangedAccess(error)) void refetchCommunity({ queryClient, router, slug })
    }
    const [own] = api.get.key()
    const stopped = [
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
      queryClient.getQueryCache().subscribe((event) => {
        // Skips errors of the community's own query, which `refetchCommunity` would only run again.
        if (event.type === 'updated' && event.action.type === 'error' && String(event.query.queryKey[0]) !== String(own)) look(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stopped) stop()
    }
  }, [queryClient, router, slug])
}
