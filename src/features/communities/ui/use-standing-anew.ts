import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from './api.ts'
import { communityBy, mayStandOtherwise } from './community-of.ts'

type Refetch = { queryClient: QueryClient; router: AnyRouter; slug: string }

/** Fetches the community of a page again. Where it no longer exists, the page is loaded again and says so. */
export async function refetchCommunity({ queryClient, router, slug }: Refetch): Promise<void> {
  await queryClient.fetchQuery({ ...communityBy(slug), staleTime: 0 }).catch((error: unknown) => {
    if (mayStandOtherwise(error)) return router.invalidate()
  })
}

/**
 * Refetches the community at the first refusal of any request on its page, whichever feature sent it. The live stream
 * reports lost access to a private community only, and may be interrupted.
 */
export function useStandingAnew(slug: string): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const look = (error: unknown) => {
      if (mayStandOtherwise(error)) void refetchCommunity({ queryClient, router, slug })
    }
    const [own] = api.get.key()
    const stopped = [
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
      queryClient.getQueryCache().subscribe((event) => {
        // The answer about the community itself is what is looked for.
        if (event.type === 'updated' && event.action.type === 'error' && String(event.query.queryKey[0]) !== String(own)) look(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stopped) stop()
    }
  }, [queryClient, router, slug])
}
