import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { ErrorPage } from '#features/site/ui/error-page.tsx'
import { NotFoundPage } from '#features/site/ui/not-found-page.tsx'
import { PagePending } from '#features/site/ui/page-pending.tsx'
import { keepPageWithinPath } from '#platform/client/keep-page-within-path.ts'
import { canRetry } from '#platform/client/refusal-of.ts'
import { parseSearch, stringifySearch } from '#platform/client/search-text.ts'
import { routeTree } from './routeTree.gen.ts'

const nonce = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.nonce)
  .client((): string | undefined => undefined)

// The server does not retry, because a visitor is waiting for the page.
const retry = createIsomorphicFn()
  .server((): typeof canRetry | false => false)
  .client((): typeof canRetry | false => canRetry)

// Hydration must not scroll: the browser has already restored the position, and the visitor may have scrolled since.
const scrollRestoration = createIsomorphicFn()
  .server((): boolean | (() => boolean) => true)
  .client((): boolean | (() => boolean) => {
    let isTaken = false
    return () => {
      if (isTaken) return true
      isTaken = true
      // TanStack Router saves the scroll position on scroll events only. This saves it for a visitor who leaves the page without scrolling.
      document.dispatchEvent(new Event('scroll'))
      return false
    }
  })

const pendingMs = 200

export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: retry() },
      // Offline, a mutation fails immediately with a message instead of being sent later without the user noticing.
      mutations: { networkMode: 'always' },
    },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: scrollRestoration(),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingMs: pendingMs,
    defaultPendingComponent: PagePending,
    defaultPendingMinMs: 300,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    ssr: { nonce: nonce() },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  keepPageWithinPath(router, pendingMs)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
