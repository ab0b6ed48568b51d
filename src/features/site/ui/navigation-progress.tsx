import { useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** A thin line at the top while a navigation takes longer than 200 ms. */
export function NavigationProgress() {
  // Only navigations count; reloading the data of the present page does not change the URL.
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) => resolvedLocation !== undefined && location.href !== resolvedLocation.href,
  })
  // The router may correct the URL during hydration, but the first rendering must match the server's.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isHydrated && isLeaving && <div aria-hidden="true" className="navigation-progress" />
}
