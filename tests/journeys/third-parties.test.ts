import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { arrivesAt, aVisit, holdRequests, hydrated } from '#tests/support/browser.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { aThirdParty } from '#tests/support/third-party.ts'

const other = await aThirdParty()
// A product of its own, because scripts of other sites add a consent question to every page.
const product = ownProduct({
  DEMO: 'on',
  ...{ ANALYTICS_SCRIPT_URL: `${other.origin}/analytics.js`, ANALYTICS_SITE_ID: 'site-1', DONATE_SCRIPT_URL: `${other.origin}/donate.js` },
  ...{ ADS_CLIENT_ID: 'ca-test', ADS_SLOTS: 'browse-1=unsold-1, campaign=sold-1', ADS_SCRIPT_URL: `${other.origin}/ads.js` },
})
afterAll(() => other.stop())

const bar = (page: Page) => page.getByRole('region', { name: 'Your privacy choices' })
const answer = (page: Page, purpose: string, label: string) => bar(page).getByRole('group', { name: purpose }).getByRole('button', { name: label }).click()
/** Resolves when the site's own page view is recorded; third parties are notified at the same moment. */
const viewed = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/page-views'))
const open = async (page: Page, path: string) => {
  await Promise.all([viewed(page), page.goto(product.origin + path)])
  await hydrated(page)
}
const views = () => other.to('/api/send').map(({ body }) => body)
const until = (look: () => unknown) => expect.poll(look).toBeTruthy()

test('without consent no request is sent to third parties, and a refusal is remembered', async () => {
  const { page, context, problems } = await aVisit({ width: 360 })
  await open(page, '/')
  await bar(page).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await Promise.all([viewed(page), page.getByRole('contentinfo').getByRole('link', { name: 'Campaigns' }).click()])
  const [decline, accept] = await Promise.all(['Decline', 'Accept'].map((name) => bar(page).getByRole('button', { name }).first().boundingBox()))
  expect([decline?.height, decline?.width]).toEqual([accept?.height, accept?.width])
  await answer(page, 'Analytics', 'Decline')
  await answer(page, 'Advertising', 'Decline')
  await bar(page).waitFor({ state: 'detached' })
  await open(page, '/campaigns')
  await page.getByRole('button', { name: 'Privacy choices' }).waitFor()
  expect(await bar(page).count()).toBe(0)
  const kept = (await context.cookies()).find(({ name }) => name === 'privacy-choices')
  expect(kept?.value).toBe('analytics.no-advertising.no')
  expect((kept?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(180 * 24 * 3_600)
  expect(other.asked).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('with consent each page view is reported once, by its path, a tenth of a second after the page change', async () => {
  const { page, context, problems } = await aVisit()
  await page.addInitScript(() => {
    const changes: { at: number; path: string }[] = []
    Object.assign(window, { changes })
    for (const name of ['pushState', 'replaceState'] as const) {
      const real = history[name].bind(history)
      history[name] = (...given) => {
        const at = performance.now()
        real(...given)
        changes.push({ at, path: location.pathname })
      }
    }
  })
  await open(page, '/campaigns?sort=newest')
  await answer(page, 'Analytics', 'Accept')
  await until(() => views().length === 1)
  await Promise.all([viewed(page), page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()])
  await until(() => views().length === 2)
  const changes: { at: number; path: string }[] = await page.evaluate(() => Object(window).changes)
  // The time of the navigation itself. The router replaces the history entry again later.
  const came = changes.find(({ path }) => path === '/')?.at ?? Number.POSITIVE_INFINITY
  expect(views()[1].at - came).toBeGreaterThanOrEqual(99)
  await Promise.all([viewed(page), page.goBack()])
  await until(() => views().length === 3)
  await Promise.all([viewed(page), page.goForward()])
  await until(() => views().length === 4)
  expect(views().map(({ url }) => url)).toEqual(['/campaigns', '/', '/campaigns', '/'])
  expect(views().map(({ website, title }) => [website, title])).toEqual(Array(4).fill(['site-1', '']))
  // Another order of the same page is not a page view. A page that search engines may not index is reported by its route pattern.
  await Promise.all([viewed(page), page.goBack()])
  await until(() => views().length === 5)
  await page.getByRole('link', { name: 'Most Pledged' }).click()
  await arrivesAt(page, /sort=most_pledged/)
  await open(page, '/auth?returnTo=/secret')
  await until(() => views().length === 6)
  expect(
    views()
      .map(({ url }) => url)
      .slice(4),
  ).toEqual(['/campaigns', '/auth'])
  expect(other.to('/counted-by-itself')).toEqual([])
  expect(other.asked.every(({ headers }) => headers.cookie === undefined)).toBe(true)
  expect(other.to('/ads.js')).toEqual([])

  // After the consent is withdrawn, nothing is reported any more.
  await page.getByRole('button', { name: 'Privacy choices' }).click()
  await answer(page, 'Analytics', 'Decline')
  await bar(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Privacy choices')
  await Promise.all([viewed(page), page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()])
  await open(page, '/campaigns')
  expect(views()).toHaveLength(6)
  expect(problems).toEqual([])
  await context.close()
})

test('a sold slot shows its advertisement in the same space; an unsold one, or a failing script, leaves the site’s own content', async () => {
  const { page, context, problems } = await aVisit()
  const active = await (await fetch(`${product.origin}/api/v1/campaigns?limit=1&status=active`)).json()
  const campaign = `/campaigns/${active.items[0].slug}`
  await open(page, campaign)
  const place = page.getByRole('complementary').filter({ hasText: 'One person, one stroke' })
  // Position in the document, independent of scrolling.
  const box = () =>
    place.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y + window.scrollY, width, height]
    })
  await page.evaluate(() => document.fonts.ready)
  const before = await box()
  await answer(page, 'Advertising', 'Accept')
  const frame = page.frameLocator('iframe[src="/ads/frame?slot=campaign"]')
  await frame.getByText('Buy this').waitFor()
  await page.locator('iframe[src="/ads/frame?slot=campaign"]').waitFor({ state: 'visible' })
  await until(async () => !(await page.getByText('One person, one stroke').isVisible()))
  expect(await box()).toEqual(before)
  // The advertisement can access neither the site's cookies nor its page. Its report is a request of its own, which may arrive after it is displayed.
  await until(() => other.to('/ads-said').length > 0)
  expect(other.to('/ads-said').map(({ body }) => body)).toEqual([
    { client: 'ca-test', slot: 'sold-1', cookie: 'refused', page: 'refused', store: 'refused', origin: 'null' },
  ])
  await page.getByRole('link', { name: 'Campaigns' }).first().click()
  await arrivesAt(page, /\/campaigns$/)
  await until(() => other.to('/ads-said').length === 2)
  await page.getByText("Don't see the one you need?").scrollIntoViewIfNeeded()
  expect(await page.getByText("Don't see the one you need?").isVisible()).toBe(true)
  expect(await page.locator('iframe').isVisible()).toBe(false)
  other.broken.add('/ads.js')
  const tries = other.to('/ads.js').length
  await open(page, campaign)
  await until(() => other.to('/ads.js').length > tries)
  await open(page, campaign)
  expect(await page.getByText('One person, one stroke').isVisible()).toBe(true)
  expect(problems).toEqual([])
  // Opened directly, the frame has the same sandbox.
  const alone = await fetch(`${product.origin}/ads/frame?slot=campaign`)
  expect(alone.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
  expect((await fetch(`${product.origin}/ads/frame?slot=home`)).status).toBe(404)
  await context.close()
})

test('Global Privacy Control means no, whatever was chosen before, and no question is shown', async () => {
  const { page, context } = await aVisit()
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await context.addCookies([{ name: 'privacy-choices', value: 'analytics.yes-advertising.yes', url: product.origin }])
  // Only requests of this page are recorded: the last request of another page may still be pending.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, '/campaigns')
  await page.getByRole('button', { name: 'Privacy choices' }).click()
  await bar(page).getByText('Global Privacy Control').waitFor()
  expect(await bar(page).getByRole('button', { name: 'Accept' }).count()).toBe(0)
  expect(asked.filter((url) => url.startsWith(other.origin))).toEqual([])
  await context.close()
})

test('the donation script loads only when Donate is pressed', async () => {
  const { page, context, problems } = await aVisit()
  await open(page, '/')
  expect(other.to('/donate.js')).toEqual([])
  await page.getByRole('banner').getByRole('link', { name: 'Donate' }).click()
  await page.frameLocator('dialog iframe').getByRole('button', { name: 'Give five' }).waitFor()
  expect(other.to('/donate.js')).toHaveLength(1)
  expect(other.to('/donate.js')[0]?.headers.cookie).toBeUndefined()
  expect(context.pages()).toHaveLength(1)
  expect(problems).toEqual([])
  await context.close()
})

/** The file with the code for Donate and the privacy choices. */
const consentFile = /\/consent-slot-[\w-]+\.js$/

test.each(['Privacy choices', 'Donate'])('"%s", pressed before its code has loaded, works when it has', async (pressed) => {
  const { page, context, problems } = await aVisit()
  const held = page.waitForRequest(consentFile)
  const arrive = await holdRequests(page, consentFile)
  await page.goto(product.origin)
  await held
  await page.locator('[data-asks]', { hasText: pressed }).first().click()
  arrive()
  // A question that opens by itself has no Close button, so this one was opened by the press.
  await page
    .getByRole(pressed === 'Donate' ? 'dialog' : 'region')
    .getByRole('button', { name: 'Close' })
    .first()
    .waitFor()
  expect(context.pages()).toHaveLength(1)
  expect(problems).toEqual([])
  await context.close()
})

test('"Privacy choices", pressed while its code loads, opens when it has loaded', async () => {
  const { page, context, problems } = await aVisit()
  // With this cookie no question opens by itself.
  await context.addCookies([{ name: 'privacy-choices', value: 'analytics.no-advertising.no', url: product.origin }])
  const arrive = await holdRequests(page, consentFile)
  await page.goto(product.origin)
  await hydrated(page)
  await page.getByRole('button', { name: 'Privacy choices' }).click()
  arrive()
  await bar(page).getByRole('button', { name: 'Close' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('"Donate", pressed while its code loads, opens its page if that code fails', async () => {
  const { page, context } = await aVisit()
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  const held = page.waitForRequest(consentFile)
  await page.route(consentFile, async (route) => {
    await failed
    await route.abort()
  })
  await page.goto(product.origin)
  await held
  await page.getByRole('banner').getByRole('link', { name: 'Donate' }).click()
  expect(context.pages()).toHaveLength(1)
  const opened = context.waitForEvent('page')
  fail()
  await opened
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('the first Tab stop leads to the content; after a navigation the focus is at its top', async () => {
  const { page, context } = await aVisit()
  await context.addCookies([{ name: 'privacy-choices', value: 'analytics.no-advertising.no', url: product.origin }])
  await open(page, '/')
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await until(async () => (await focused()) === 'main')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await Promise.all([viewed(page), page.getByRole('contentinfo').getByRole('link', { name: 'Campaigns' }).click()])
  await until(async () => (await focused()) === 'main')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await context.close()
})
