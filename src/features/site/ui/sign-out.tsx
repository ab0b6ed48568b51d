import { useSignOut } from '#features/accounts/ui/use-sign-out.ts'
import { m } from '#messages'

export function SignOut({ className }: { className: string }) {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={signOut} className={className}>
      {m.site_nav_sign_out()}
    </button>
  )
}
