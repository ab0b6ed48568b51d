import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'

/** Ends the session and starts afresh, so that nothing of the account stays in memory. */
export function SignOut({ className }: { className: string }) {
  const toast = useToast()
  const signOut = async () => {
    const answer = await fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => null)
    if (answer?.ok) window.location.assign('/')
    else toast({ text: m.site_sign_out_failed(), tone: 'problem' })
  }
  return (
    <button type="button" onClick={signOut} className={className}>
      {m.site_nav_sign_out()}
    </button>
  )
}
