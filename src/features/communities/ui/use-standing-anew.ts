import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from './api.ts'
import { communityBy, mayStandOtherwise } from './community-of.ts'

/**
 * The live stream does not say when it ends for somebody who was removed or banned, nor that a community is gone. So the
 * first refusal of anything on its page, whichever feature asked, has the community asked for anew: the page then shows
 * what stands.
 */
export function useStandingAnew(slug: string): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const look = (error: unknown) => {
      if (!mayStandOtherwise(error)) return
      const gone = (failure: unknown) => {
        if (mayStandOtherwise(failure)) void router.invalidate()
      }
      queryClient.fetchQuery({ ...communityBy(slug), staleTime: 0 }).catch(gone)
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
