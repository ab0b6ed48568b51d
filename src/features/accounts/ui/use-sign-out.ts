import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { forgetting, notifyTabs, ownDoing } from '#platform/client/other-tabs.ts'

/** Ends the session and loads the page anew, so that nothing of the account stays in memory. */
export function useSignOut(): () => Promise<void> {
  const toast = useToast()
  return async () => {
    ownDoing.isSigningOut = true
    // Loaded on use: the button is on every page, and most people never press it.
    const sent = await import('./send.ts').then(
      ({ send }) => send('sign-out', {}),
      () => null,
    )
    if (!sent?.ok) {
      ownDoing.isSigningOut = false
      return toast({ text: m.accounts_sign_out_failed(), tone: 'problem' })
    }
    await forgetBrowser()
    notifyTabs(null)
    window.location.assign('/')
  }
}

// Only prevents hanging: anything that a slow machine has not cleared by then is cleared on the next page.
const longestMs = 5_000

/** The server ended this session's push subscription with it. The browser also unsubscribes and removes shown notifications. */
async function forgetBrowser() {
  forgetting.begin()
  if (!navigator.serviceWorker?.controller) return
  const forgotten = import('#features/push/ui/browser.ts').then(({ unsubscribe }) => unsubscribe()).catch(() => null)
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, longestMs))])
}
