const key = 'reloaded-for'

/** After an update an old page asks for files that are gone: it reloads, once for each file. Not where the line is gone: nothing would come back. */
export function reloadForMissingFiles(): () => void {
  async function reload(event: Event) {
    const problem: unknown = Reflect.get(event, 'payload')
    const missing = String(problem)
    // The router would reload by itself, without a line too, and the browser's own error page would stand in place of the site.
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
