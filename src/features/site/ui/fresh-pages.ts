import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { useViewerCheck } from '#features/accounts/ui/use-viewer-check.ts'
import { forgetVisits } from '#platform/client/browser-memory.ts'
import { onMissed } from '#platform/client/live.ts'
import { compareTabs, forgetting, ownDoing } from '#platform/client/other-tabs.ts'
import { watchPages } from '#platform/client/page-views.ts'
import { reloadForMissingFiles } from '#platform/client/reload-once.ts'

/**
 * Global effects: refetches after missed events, publishes page views, reacts to sign-in and sign-out in other tabs, reloads
 * if an update has removed files, and ends push notifications that a sign-out could not end.
 */
export function FreshPages() {
  const queryClient = useQueryClient()
  const viewerId = useAuth().viewer?.id ?? null
  const check = useViewerCheck(viewerId)
  useEffect(() => {
    const stop = [
      compareTabs(viewerId, check),
      onMissed(() => {
        // The stream ends with the session, before the page is left. Every refetch would be refused with 401.
        if (ownDoing.isSigningOut) return
        queryClient.invalidateQueries()
        if (viewerId) check()
      }),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [queryClient, check, viewerId])
  useEffect(() => {
    // After a sign-out, also one in another tab.
    if (viewerId === null) forgetVisits()
  }, [viewerId])
  useEffect(reloadForMissingFiles, [])
  useEffect(() => {
    // Without a service worker this browser never had push notifications.
    if (viewerId === null && forgetting.isDue() && navigator.serviceWorker?.controller)
      import('#features/push/ui/browser.ts').then(({ unsubscribe }) => unsubscribe()).catch(() => {})
  }, [viewerId])
  const router = useRouter()
  useEffect(() => watchPages(router), [router])
  return null
}
