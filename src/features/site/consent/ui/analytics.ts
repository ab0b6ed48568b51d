import { onPageView, type PageView } from '#platform/client/page-views.ts'

type Analytics = { script: string; siteId: string | null }
type ReportView = (path: string) => void

let loading: Promise<ReportView | null> | undefined

/** Loads the script once and reports every page view to it, starting with the current page. Returns a function that stops this. */
export function startAnalytics(analytics: Analytics): () => void {
  let isOn = true
  loading ??= load(analytics)
  // Page views are reported in order; those from before the script has loaded are reported after it.
  let reported: Promise<unknown> = loading
  const stop = onPageView((view) => {
    const path = pathOf(view)
    reported = reported.then(async () => isOn && (await loading)?.(path))
  })
  return () => {
    isOn = false
    stop()
  }
}

/** The path only, never the search. Pages with noindex (own pages, people, drafts) are reported by their route pattern. */
const pathOf = ({ path, route }: PageView) => (document.querySelector('meta[name="robots"][content*="noindex"]') ? route || '/not-found' : path)

function load({ script, siteId }: Analytics): Promise<ReportView | null> {
  defineGlobal()
  const element = document.createElement('script')
  Object.assign(element.dataset, { autoTrack: 'false', excludeSearch: 'true', doNotTrack: 'true', ...(siteId ? { websiteId: siteId, domain: siteId } : {}) })
  element.async = true
  element.src = script
  return new Promise((resolve) => {
    element.onload = () => resolve(recorder())
    element.onerror = () => resolve(null)
    document.head.append(element)
  })
}

type Umami = { track: (payload: (given: object) => object) => unknown }
type Plausible = ((event: string, about: { u: string; url: string }) => unknown) & { q?: unknown[]; o?: object; init?: (options: object) => void }

/** Defines the global that Plausible's script reads, with automatic counting turned off. */
function defineGlobal(): void {
  const asked: unknown[] = []
  const plausible: Plausible = (...call) => asked.push(call)
  Object.assign(plausible, { q: asked, o: { autoCapturePageviews: false } })
  Object.assign(window, { plausible })
}

/** A function that reports a page view to the loaded script, or null. */
function recorder(): ReportView | null {
  const { umami, plausible }: { umami?: Umami; plausible?: Plausible } = Object(window)
  const referrer = outside(document.referrer)
  if (umami) return (url) => umami.track((given) => ({ ...given, url, referrer, title: '' }))
  if (!plausible) return null
  return (path) => {
    const url = window.location.origin + path
    plausible('pageview', { u: url, url })
  }
}

/** The origin of the referring site without its path. Empty for this site. */
function outside(referrer: string): string {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : ''
  return origin === window.location.origin ? '' : origin
}
