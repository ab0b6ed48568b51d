import { CatchBoundary, type ErrorComponentProps, isNotFound, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ErrorPage } from './error-page.tsx'
import { PagePending } from './page-pending.tsx'

/** The page inside the site's frame. Errors that it cannot handle itself, such as code that failed to load, replace the page but not the frame. */
export function PageWithin() {
  const href = useRouterState({ select: ({ location }) => location.href })
  return (
    <CatchBoundary getResetKey={() => href} errorComponent={Within}>
      {/* A page's own skeleton may be part of the code that is still loading. */}
      <Suspense fallback={<PagePending />}>
        <Outlet />
      </Suspense>
    </CatchBoundary>
  )
}

/** Not-found errors are handled by a boundary further up. */
function Within(props: ErrorComponentProps) {
  if (isNotFound(props.error)) throw props.error
  return <ErrorPage {...props} />
}
