import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { isKept, type KeptVisit, keepAfterClose, takeKeptVisit } from './kept-visits.ts'

// Chromium applies only the last list of disabled features, so this list repeats Playwright's own. The two popups of the address bar are pages of
// Chromium itself, and loading them for each window takes as long as loading a page of the site.
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay'],
  ...['MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // Otherwise each context starts a renderer that may never be used.
  'SpareRendererForSitePerProcess',
]

const whole = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** The headless shell has no windows and services of a desktop browser, and takes a quarter less processor time for a page. */
const headless = process.env.CHROMIUM_HEADLESS_SHELL ?? whole

/** Stored in globalThis, because each file may load the modules again. */
const kept = globalThis as { browsers?: Map<string, Promise<Browser>> }
const browsers = () => (kept.browsers ??= new Map())

/** All contexts of the open browsers that a test uses. */
export const openContexts = async () => (await Promise.all(browsers().values())).flatMap((browser) => browser.contexts()).filter((context) => !isKept(context))

/** One Chromium for all files of a worker, which ends with the worker. The whole Chromium also shows notifications. */
export function theBrowser({ isWhole = false } = {}): Promise<Browser> {
  const executablePath = isWhole ? whole : headless
  const opened = browsers().get(executablePath) ?? launch(executablePath)
  browsers().set(executablePath, opened)
  return opened
}

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
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

export type Visit = { page: Page; context: BrowserContext; problems: string[] }

type Options = {
  width?: number
  height?: number
  dark?: boolean
  javaScript?: boolean
  /** A browser that has never loaded the site: its HTTP cache is empty. */
  isFirst?: boolean
  /** Uses the Chromium that shows notifications. */
  isWhole?: boolean
  /** The cookie of a signed-in person, and the origin to which it belongs. */
  as?: { cookie: string; origin: string } | undefined
}

/**
 * A browser of a new person, with empty storage. Its HTTP cache may be that of an earlier test. `problems` collects the errors of the page's
 * scripts and console.
 */
export async function aVisit(given: Options = {}): Promise<Visit> {
  const isUsual = given.javaScript !== false && !given.isWhole
  const { page, context } = (isUsual && !given.isFirst && takeKeptVisit()) || (await newVisit(given, isUsual))
  await page.setViewportSize({ width: given.width ?? 1280, height: given.height ?? 900 })
  await page.emulateMedia({ colorScheme: given.dark ? 'dark' : 'light', reducedMotion: 'reduce', media: null })
  if (given.as) await signInto(context, given.as)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(`console: ${message.text()}`)
  })
  return { page, context, problems }
}

async function newVisit(given: Options, isUsual: boolean): Promise<KeptVisit> {
  const context = await (await theBrowser(given)).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    javaScriptEnabled: given.javaScript ?? true,
  })
  // Only against hanging.
  context.setDefaultTimeout(60_000)
  const visit = { context, page: await context.newPage() }
  if (isUsual) keepAfterClose(visit)
  return visit
}

/** Signs a person in, with the cookie that the sign-in form would have set. */
export async function signInto(context: BrowserContext, { cookie, origin }: { cookie: string; origin: string }): Promise<void> {
  const [name = '', ...value] = cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url: origin }])
}

/** Waits for an address and its page. A navigation that another one aborts is not a failure: that occurs if a tab is notified of a change twice. */
export async function arrivesAt(page: Page, url: Parameters<Page['waitForURL']>[0]): Promise<void> {
  for (;;) {
    try {
      return await page.waitForURL(url)
    } catch (error) {
      if (!String(error).includes('net::ERR_ABORTED')) throw error
    }
  }
}

/**
 * Resolves when React has hydrated the page and its parts near the viewport, which is a little later than the router's data are there.
 * `withParts: false`: does not wait for parts with code of their own. If it takes too long, the error says what is missing.
 */
export async function hydrated(page: Page, { withParts = true } = {}): Promise<void> {
  await page.waitForFunction(lookForMissing, { withParts, asText: false }).catch(async (error: Error) => {
    throw new Error(`${page.url()}: ${await page.evaluate(lookForMissing, { withParts, asText: true })}`, { cause: error })
  })
}

/** Returns true if nothing is missing until a page is hydrated, or with `asText` what is missing. Runs in the page. */
function lookForMissing({ withParts, asText }: { withParts: boolean; asText: boolean }): boolean | string {
  const main = document.querySelector('main')
  const waiting = withParts ? [...document.querySelectorAll('[data-waiting]:not([data-waiting="visible"], [data-waiting="visible"] *)')] : []
  const missing = [
    ...(main && Object.keys(main).some((key) => key.startsWith('__reactProps')) ? [] : ['main is not hydrated']),
    ...('$_TSR' in window ? ['the data of the router are not complete'] : []),
    ...(document.readyState === 'complete' ? [] : [`the document is ${document.readyState}`]),
    ...waiting.map(({ outerHTML }) => `a part waits: ${outerHTML.slice(0, 200)}`),
  ]
  return asText ? missing.join('; ') : missing.length === 0
}

/** Resolves when React has hydrated this part too: a part with its own code is hydrated after the page around it. */
export async function takenOver(part: Locator): Promise<void> {
  const element = await part.elementHandle()
  await part.page().waitForFunction((node) => node && Object.keys(node).some((key) => key.startsWith('__reactProps')), element)
}

/** Holds back the requests to these addresses until the returned function is called. */
export async function holdRequests(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}
