import { onPageView, type PageView } from '#platform/client/page-views.ts'

type Analytics = { script: string; siteId: string | null }
type Tell = (path: string) => void

let loading: Promise<Tell | null> | undefined

/** Loads the script, once, and tells it of each page from the present one on. Returns how to stop telling. */
export function startAnalytics(analytics: Analytics): () => void {
  let isOn = true
  loading ??= load(analytics)
  // One after the other, and what was looked at while the script loaded is told once it is there.
  let told: Promise<unknown> = loading
  const stop = onPageView((view) => {
    const path = pathOf(view)
    told = told.then(async () => isOn && (await loading)?.(path))
  })
  return () => {
    isOn = false
    stop()
  }
}

/** The path alone, never what was searched for. What is not for search engines (one's own pages, people, drafts) is told by its pattern. */
const pathOf = ({ path, route }: PageView) => (document.querySelector('meta[name="robots"][content*="noindex"]') ? route || '/not-found' : path)

function load({ script, siteId }: Analytics): Promise<Tell | null> {
  standIn()
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

/** Where Plausible's script looks for what it may not do by itself: count. */
function standIn(): void {
  const asked: unknown[] = []
  const plausible: Plausible = (...call) => asked.push(call)
  Object.assign(plausible, { q: asked, o: { autoCapturePageviews: false } })
  Object.assign(window, { plausible })
}

/** How the script that has loaded wants to be told of a page. */
function recorder(): Tell | null {
  const { umami, plausible }: { umami?: Umami; plausible?: Plausible } = Object(window)
  const referrer = outside(document.referrer)
  if (umami) return (url) => umami.track((given) => ({ ...given, url, referrer, title: '' }))
  if (!plausible) return null
  return (path) => {
    const url = window.location.origin + path
    plausible('pageview', { u: url, url })
  }
}

/** Which site somebody came from, without the address there; nothing of our own. */
function outside(referrer: string): string {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : ''
  return origin === window.location.origin ? '' : origin
}
