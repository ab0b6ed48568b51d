const key = 'reloaded-for'

/**
 * Reloads, once per file, an old page whose files an update has removed. Does not reload while offline, since the reload would
 * fail.
 */
export function reloadForMissingFiles(): () => void {
  async function reload(event: Event) {
    const problem: unknown = Reflect.get(event, 'payload')
    const missing = String(problem)
    // Keeps the router from reloading by itself: offline that would replace the site with the browser's error page.
    if (problem instanceof Error) sessionStorage.setItem(`tanstack_router_reload:${problem.message}`, '1')
    if (sessionStorage.getItem(key) === missing) return
    const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReached) return
    sessionStorage.setItem(key, missing)
    window.location.reload()
  }
  window.addEventListener('vite:preloadError', reload)
  return () => window.removeEventListener('vite:preloadError', reload)
}
