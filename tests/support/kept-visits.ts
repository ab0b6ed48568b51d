import type { BrowserContext, Page } from 'playwright-core'

// Visits whose tests have ended are reused, because a browser takes longer to start the renderer of a new context than to load most pages.

export type KeptVisit = { page: Page; context: BrowserContext }

/** Stored in globalThis, because each file may load the modules again. */
const kept = globalThis as { keptVisits?: KeptVisit[] }
const keptVisits = () => (kept.keptVisits ??= [])

/** Returns an empty visit that no test uses any more. */
export const takeKeptVisit = (): KeptVisit | undefined => keptVisits().pop()

export const isKept = (context: BrowserContext) => keptVisits().some((visit) => visit.context === context)

/** Events to which tests listen. */
const events = ['console', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response', 'dialog', 'popup', 'websocket', 'download'] as const

/** Calls whose effects on a page or context no other call can undo. */
const lasting = {
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders'],
  context: ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'grantPermissions', 'newCDPSession', 'route', 'on'],
  clock: ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'],
}

/** Makes `context.close` empty and keep the visit. It closes the context if something of the test would remain in it. */
export function keepAfterClose(visit: KeptVisit): void {
  const { page, context } = visit
  let isChanged = false
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
  })
  const close = context.close.bind(context)
  context.close = async (options) => {
    const [origin] = origins
    const isEmpty = !isChanged && origin && origins.size === 1 && !page.isClosed() && (await empty(visit, origin).catch(() => false))
    origins.clear()
    if (isEmpty) keptVisits().push(visit)
    else await close(options)
  }
  const onChange = () => {
    isChanged = true
  }
  watchCalls(page, lasting.page, onChange)
  watchCalls(context, lasting.context, onChange)
  watchCalls(page.clock, lasting.clock, onChange)
}

function watchCalls(object: object, names: string[], onCall: () => void): void {
  for (const name of names) {
    const method: unknown = Reflect.get(object, name)
    if (typeof method !== 'function') throw new Error(`Playwright has no ${name}`)
    const watched = (...given: unknown[]) => {
      onCall()
      return method.apply(object, given)
    }
    Object.assign(object, { [name]: watched })
  }
}

/** Leaves the page and removes everything that it stored. A page without scripts of the same site keeps the renderer, and can clear its storage. */
async function empty({ page, context }: KeptVisit, origin: string): Promise<boolean> {
  for (const name of events) page.removeAllListeners(name)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  const response = await page.goto(`${origin}/robots.txt`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  return response?.ok() ?? false
}
