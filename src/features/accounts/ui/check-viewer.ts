import type { Toast } from '#design/toasts.tsx'
import { m } from '#messages'
import { ownDoing, tellTabs } from '#platform/client/other-tabs.ts'

let isChecking = false

/**
 * Asks the server who is signed in now. A page that was made for somebody who is not any more is loaded anew at once, so that
 * nothing of that account stays on the screen; a page that needs an account leads to sign-in then, and back. A visitor's page
 * is only told: something may be half typed there.
 */
export async function checkViewer({ viewerId, toast }: { viewerId: string | null; toast: (toast: Toast) => void }): Promise<void> {
  if (isChecking) return
  isChecking = true
  const now = await viewerNow().finally(() => {
    isChecking = false
  })
  if (now === undefined || ownDoing.isSigningOut) return
  // Then it is the other tab that does not know yet.
  if (now === viewerId) return tellTabs(viewerId)
  if (viewerId !== null) return window.location.reload()
  toast({
    text: m.accounts_signed_in_elsewhere(),
    action: { label: m.site_refresh(), onPress: () => window.location.reload() },
    seconds: 86_400,
  })
}

/** Undefined where the server could not be asked. */
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
