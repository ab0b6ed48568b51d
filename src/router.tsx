import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { ErrorPage } from '#features/site/ui/error-page.tsx'
import { NotFoundPage } from '#features/site/ui/not-found-page.tsx'
import { canRetry } from '#platform/client/refusal-of.ts'
import { parseSearch, stringifySearch } from '#platform/client/search-text.ts'
import { stayWhileTyping } from '#platform/client/stay-while-typing.ts'
import { routeTree } from './routeTree.gen.ts'

const nonce = createIsomorphicFn()
  .server(() => getGlobalStartContext()?.nonce)
  .client((): string | undefined => undefined)

// Whoever asked the server for a page waits: its queries fail once.
const retry = createIsomorphicFn()
  .server((): typeof canRetry | false => false)
  .client((): typeof canRetry | false => canRetry)

// A page from the server stands where the browser placed it, or where somebody has read on to since: it is not moved when it is taken over.
const scrollRestoration = createIsomorphicFn()
  .server((): boolean | (() => boolean) => true)
  .client((): boolean | (() => boolean) => {
    let isTaken = false
    return () => {
      if (isTaken) return true
      isTaken = true
      // Going on from here keeps the place for whoever comes back, also where nobody scrolls any more.
      document.dispatchEvent(new Event('scroll'))
      return false
    }
  })

const pendingMs = 300

export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: retry() },
      // Without a line what somebody asked for fails at once and says so, instead of happening unseen later.
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
    defaultPendingMinMs: 300,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    ssr: { nonce: nonce() },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  stayWhileTyping(router, pendingMs)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
