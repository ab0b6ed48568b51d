import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { send } from './send.ts'

/** Ends the session and starts afresh, so that nothing of the account stays in memory. */
export function useSignOut(): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const sent = await send('sign-out', {})
    if (sent.ok) window.location.assign('/')
    else toast({ text: m.accounts_sign_out_failed(), tone: 'problem' })
  }
}
