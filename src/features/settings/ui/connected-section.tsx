import { useSearch } from '@tanstack/react-router'
import { ConnectedApps, readWaySearch } from '#features/accounts/ui/public.ts'

/** Connected sign-in providers. The URL's parameters contain the result after returning from a provider. */
export function ConnectedSection() {
  return <ConnectedApps {...readWaySearch(useSearch({ strict: false }))} />
}
