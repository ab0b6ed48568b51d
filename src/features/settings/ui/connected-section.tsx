import { useSearch } from '@tanstack/react-router'
import { ConnectedApps, readWaySearch } from '#features/accounts/ui/public.ts'

/** The other sites that open this account; somebody who comes back from one of them is told how it went. */
export function ConnectedSection() {
  return <ConnectedApps {...readWaySearch(useSearch({ strict: false }))} />
}
