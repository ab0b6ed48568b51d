import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth, useViewerCheck } from '#features/accounts/ui/public.ts'
import { doneAgain } from '#platform/client/early.ts'
import { onMissed } from '#platform/client/live.ts'
import { compareTabs, forgetting, ownDoing } from '#platform/client/other-tabs.ts'
import { watchPages } from '#platform/client/page-views.ts'
import { reloadForMissingFiles } from '#platform/client/reload-once.ts'

/**
 * Does again what was done before the page was taken over, fetches again what may have changed unseen, tells which page is
 * looked at, notices that somebody signed in or out elsewhere, reloads a page whose files an update has taken away, and
 * ends what this browser was told where ending the session could not wait for it.
 */
export function FreshPages() {
  const queryClient = useQueryClient()
  const viewerId = useAuth().viewer?.id ?? null
  const check = useViewerCheck(viewerId)
  useEffect(() => {
    const stop = [
      compareTabs(viewerId, check),
      onMissed(() => {
        // The stream ends with the session, before the page is left: each query would be refused with 401.
        if (ownDoing.isSigningOut) return
        queryClient.invalidateQueries()
        if (viewerId) check()
      }),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [queryClient, check, viewerId])
  useEffect(reloadForMissingFiles, [])
  useEffect(() => {
    // Who never was told anything has no worker.
    if (viewerId === null && forgetting.isDue() && navigator.serviceWorker?.controller)
      import('#features/push/ui/public.ts').then(({ unsubscribe }) => unsubscribe()).catch(() => {})
  }, [viewerId])
  useEffect(() => doneAgain(document.documentElement), [])
  const router = useRouter()
  useEffect(() => watchPages(router), [router])
  return null
}
