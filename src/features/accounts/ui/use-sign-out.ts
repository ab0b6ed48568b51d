import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { ownDoing, tellTabs } from '#platform/client/other-tabs.ts'

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
    tellTabs(null)
    window.location.assign('/')
  }
}
