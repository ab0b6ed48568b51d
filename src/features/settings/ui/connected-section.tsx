import { useSearch } from '@tanstack/react-router'
import { readWaySearch } from '#features/accounts/ui/auth-search.ts'
import { ConnectedApps } from '#features/accounts/ui/connected-apps.tsx'

/** Connected sign-in providers. The URL's parameters contain the result after returning from a provider. */
export function ConnectedSection() {
  return <ConnectedApps {...readWaySearch(useSearch({ strict: false }))} />
}
