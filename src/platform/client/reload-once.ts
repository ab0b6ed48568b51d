const key = 'reloaded-for'

/** After an update an old page asks for files that are gone: it reloads, once for each file. */
export function reloadForMissingFiles(): () => void {
  const reload = (event: Event) => {
    const missing = String(Reflect.get(event, 'payload'))
    if (sessionStorage.getItem(key) === missing) return
    sessionStorage.setItem(key, missing)
    event.preventDefault()
    window.location.reload()
  }
  window.addEventListener('vite:preloadError', reload)
  return () => window.removeEventListener('vite:preloadError', reload)
}
