import { CatchBoundary, type ErrorComponentProps, isNotFound, Outlet, useRouterState } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'

/** The page in the frame of the site. What it cannot say itself, as when its own code did not come, is said in its place, and the frame stays. */
export function PageWithin() {
  const href = useRouterState({ select: ({ location }) => location.href })
  return (
    <CatchBoundary getResetKey={() => href} errorComponent={Within}>
      <Outlet />
    </CatchBoundary>
  )
}

/** What is not there has a page of its own, further up. */
function Within(props: ErrorComponentProps) {
  if (isNotFound(props.error)) throw props.error
  return <ErrorPage {...props} />
}
