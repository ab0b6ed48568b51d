import type { AnyRouter } from '@tanstack/react-router'
import { pageViewDelayMs } from '../terms.ts'

export type PageView = { path: string; route: string }

const listeners = new Set<(view: PageView) => void>()
let latest: PageView | undefined

/** Calls `listen` with the current page and with each later one. */
export function onPageView(listen: (view: PageView) => void): () => void {
  if (latest) listen(latest)
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Reports each page change once, a moment later. The site's own count receives only the route pattern. */
export function watchPages(router: AnyRouter): () => void {
  let at: string | undefined
  function note() {
    const path = router.state.location.pathname
    if (path === at) return
    // Without a network the import fails; the page that could not load then shows an error itself.
    if (at)
      import('./arrive.ts').then(
        ({ arrive }) => arrive(),
        () => {},
      )
    at = path
    const match = router.state.matches.at(-1)
    setTimeout(() => {
      latest = { path, route: match && match.routeId !== '__root__' ? match.fullPath : '' }
      if (latest.route) fetch('/api/page-views', { method: 'POST', body: latest.route, credentials: 'omit', keepalive: true }).catch(() => {})
      for (const listen of listeners) listen(latest)
    }, pageViewDelayMs)
  }
  note()
  return router.subscribe('onRendered', note)
}
