import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'

// Chromium takes the last list alone, so this one repeats what Playwright's own list says for every page. The two popups of
// the address bar are pages of Chromium itself, and loading them for each window takes as much time as a page of ours.
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay'],
  ...['MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // Else each context starts a renderer that no page may ever use.
  'SpareRendererForSitePerProcess',
]

/** Kept beside the modules, which may be loaded anew for each file. */
const kept = globalThis as { browser?: Promise<Browser> }

/** The contexts of the browser that are open. */
export const openContexts = async () => (await kept.browser)?.contexts() ?? []

/** One Chromium for all files of a worker; it ends with the worker. */
export function theBrowser(): Promise<Browser> {
  kept.browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join()}`,
    ],
  })
  return kept.browser
}

export async function closeBrowser(): Promise<void> {
  await (await kept.browser)?.close()
  delete kept.browser
}

export type Visit = { page: Page; context: BrowserContext; problems: string[] }

type Given = {
  width?: number
  height?: number
  dark?: boolean
  javaScript?: boolean
  /** The cookie of somebody who is signed in, and where it counts. */
  as?: { cookie: string; origin: string } | undefined
}

/** A new person's browser: nothing kept, and every complaint of the page written down. */
export async function aVisit(given: Given = {}): Promise<Visit> {
  const context = await (await theBrowser()).newContext({
    viewport: { width: given.width ?? 1280, height: given.height ?? 900 },
    colorScheme: given.dark ? 'dark' : 'light',
    javaScriptEnabled: given.javaScript ?? true,
    reducedMotion: 'reduce',
  })
  // Against hanging only.
  context.setDefaultTimeout(60_000)
  if (given.as) await signInto(context, given.as)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  return { page, context, problems }
}

/** Signs somebody in, as their browser would be after the form. */
export async function signInto(context: BrowserContext, { cookie, origin }: { cookie: string; origin: string }): Promise<void> {
  const [name = '', ...value] = cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url: origin }])
}

/** Waits for an address and its page. A way there that another one overtakes, as where a tab hears of one thing twice, is no failure. */
export async function arrivesAt(page: Page, url: Parameters<Page['waitForURL']>[0]): Promise<void> {
  for (;;) {
    try {
      return await page.waitForURL(url)
    } catch (error) {
      if (!String(error).includes('net::ERR_ABORTED')) throw error
    }
  }
}

/** Resolves once React has taken the page over: the router's data are there a little earlier than that. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    const isTaken = main && Object.keys(main).some((key) => key.startsWith('__reactProps'))
    return isTaken && !('$_TSR' in window) && document.readyState === 'complete'
  })
}

/** Resolves once React has taken over this part too: parts whose code comes by itself follow the page around them. */
export async function takenOver(part: Locator): Promise<void> {
  const element = await part.elementHandle()
  await part.page().waitForFunction((node) => node && Object.keys(node).some((key) => key.startsWith('__reactProps')), element)
}
