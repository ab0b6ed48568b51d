import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

let browser: Promise<Browser> | undefined

/** One Chromium for the whole run. */
export function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return browser
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
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

/** Resolves once React has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => !('$_TSR' in window) && document.readyState === 'complete')
}
