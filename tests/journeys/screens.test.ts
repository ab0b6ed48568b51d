import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisit, closeBrowser, hydrated } from '#tests/support/browser.ts'
import { aFolder, type Product, remove, startProduct } from '#tests/support/product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

let product: Product
let cookie: string
const dataDir = aFolder()
const pictures = process.env.SCREENS
beforeAll(async () => {
  product = await startProduct({ dataDir, env: { DEMO: 'on' } })
  cookie = (await signedUp(product, 'Screen Reader')).cookie
})
afterAll(async () => {
  await closeBrowser()
  await product?.stop()
  remove(dataDir)
})

type Screen = { name: string; path: string | (() => Promise<string>); signedIn?: boolean; status?: number }
const first = (query: string) => async () =>
  `/campaigns/${(await send(product, { method: 'GET', path: `/api/v1/campaigns?limit=1&${query}` })).body.items[0].slug}`
const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'browse', path: '/campaigns' },
  { name: 'browse-empty', path: '/campaigns?industry=Nothing' },
  { name: 'campaign', path: first('status=active') },
  { name: 'campaign-member', path: first('status=active&sort=newest'), signedIn: true },
  { name: 'campaign-history', path: first('status=archived') },
  { name: 'sign-in', path: '/auth' },
  { name: 'wizard', path: '/campaigns/create', signedIn: true },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  { name: 'not-found', path: '/nothing-here', status: 404 },
]
const views = [
  { width: 360, dark: false },
  { width: 360, dark: true },
  { width: 768, dark: false },
  { width: 1440, dark: false },
  { width: 1440, dark: true },
]

test.each(screens.flatMap((screen) => views.map((view) => ({ ...screen, ...view }))))(
  '$name at $width px (dark: $dark) fits, hydrates without complaint and is accessible',
  async ({ name, path, width, dark, signedIn, status }) => {
    const { page, context, problems } = await aVisit({ width, dark })
    const [cookieName = '', value = ''] = cookie.split('=', 2)
    if (signedIn) await context.addCookies([{ name: cookieName, value, url: product.origin }])
    const response = await page.goto(`${product.origin}${typeof path === 'string' ? path : await path()}`)
    expect(response?.status()).toBe(status ?? 200)
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready)
    expect(problems).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (pictures) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}/${name}-${width}-${dark ? 'dark' : 'light'}.png`, fullPage: true })
    }
    await context.close()
  },
)
