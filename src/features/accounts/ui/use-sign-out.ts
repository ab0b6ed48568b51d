import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { forgetting, ownDoing, tellTabs } from '#platform/client/other-tabs.ts'

/** Ends the session and starts afresh, so that nothing of the account stays in memory. */
export function useSignOut(): () => Promise<void> {
  const toast = useToast()
  return async () => {
    ownDoing.isSigningOut = true
    // Comes when it is used: the button is on every page, and most people never press it.
    const sent = await import('./send.ts').then(
      ({ send }) => send('sign-out', {}),
      () => null,
    )
    if (!sent?.ok) {
      ownDoing.isSigningOut = false
      return toast({ text: m.accounts_sign_out_failed(), tone: 'problem' })
    }
    await forgetBrowser()
    tellTabs(null)
    window.location.assign('/')
  }
}

// Only against hanging: what a slow machine has not taken away by then goes with the next page.
const longestMs = 5_000

/** The session took along that this browser is told anything; the browser itself forgets it too, and what it still shows. */
async function forgetBrowser() {
  forgetting.begin()
  if (!navigator.serviceWorker?.controller) return
  const forgotten = import('#features/push/ui/public.ts').then(({ unsubscribe }) => unsubscribe()).catch(() => null)
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, longestMs))])
}
