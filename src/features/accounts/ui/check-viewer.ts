import type { Toast } from '#design/toasts.tsx'
import { m } from '#messages'
import { notifyTabs, ownDoing } from '#platform/client/other-tabs.ts'

let isChecking = false

/**
 * Queries the server for the current viewer. If the page's viewer is no longer signed in, it is reloaded at once, so that nothing of that
 * account stays visible; a page that needs an account then redirects to sign-in. A visitor's page only shows a toast, because a form may be
 * half filled in.
 */
export async function checkViewer({ viewerId, toast }: { viewerId: string | null; toast: (toast: Toast) => void }): Promise<void> {
  if (isChecking) return
  isChecking = true
  const now = await viewerNow().finally(() => {
    isChecking = false
  })
  if (now === undefined || ownDoing.isSigningOut) return
  // This tab is right, so the other tab is out of date.
  if (now === viewerId) return notifyTabs(viewerId)
  if (viewerId !== null) return window.location.reload()
  toast({
    text: m.accounts_signed_in_elsewhere(),
    action: { label: m.site_refresh(), onPress: () => window.location.reload() },
    seconds: 86_400,
  })
}

/** Undefined if the request failed. */
async function viewerNow(): Promise<string | null | undefined> {
  try {
    const response = await fetch('/api/auth/get-session')
    if (!response.ok) return undefined
    const { viewer }: { viewer?: unknown } = Object(await response.json())
    const { id }: { id?: unknown } = Object(viewer)
    return typeof id === 'string' ? id : null
  } catch {
    return undefined
  }
}
