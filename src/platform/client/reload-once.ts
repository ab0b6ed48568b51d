const key = 'reloaded-for'

/** After an update an old page asks for files that are gone: it reloads, once for each file. Not where the line is gone: nothing would come back. */
export function reloadForMissingFiles(): () => void {
  async function reload(event: Event) {
    const missing = String(Reflect.get(event, 'payload'))
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
