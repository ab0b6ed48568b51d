import type { AnyRouter } from '@tanstack/react-router'

export type PageView = { path: string; route: string }

const delayMs = 100
const listeners = new Set<(view: PageView) => void>()
let latest: PageView | undefined

/** Tells of the page that is being looked at, and of each one after it. */
export function onPageView(listen: (view: PageView) => void): () => void {
  if (latest) listen(latest)
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Tells of every change of page, once, a tenth of a second after it; ours are counted by their pattern alone. */
export function watchPages(router: AnyRouter): () => void {
  let at: string | undefined
  function note() {
    const path = router.state.location.pathname
    if (path === at) return
    if (at) import('./arrive.ts').then(({ arrive }) => arrive())
    at = path
    const match = router.state.matches.at(-1)
    setTimeout(() => {
      latest = { path, route: match && match.routeId !== '__root__' ? match.fullPath : '' }
      if (latest.route) fetch('/api/page-views', { method: 'POST', body: latest.route, credentials: 'omit', keepalive: true }).catch(() => {})
      for (const listen of listeners) listen(latest)
    }, delayMs)
  }
  note()
  return router.subscribe('onRendered', note)
}
