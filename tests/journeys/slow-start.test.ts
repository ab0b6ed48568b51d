import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { theProduct } from '#tests/support/the-product.ts'

const product = theProduct({ DEMO: 'on' })
const scripts = '**/assets/*.js'

/** Keeps what is asked for on its way until it is let go. */
async function heldBack(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}
const come = (page: Page, path: string) => page.goto(`${product.origin}${path}`, { waitUntil: 'commit' })
const hasFocus = (element: Element) => element === document.activeElement

test.each(['/campaigns', '/campaigns#main'])('%s: who reads on while the script loads stays there, also coming back and loading again', async (path) => {
  const { page, context, problems } = await aVisit()
  const release = await heldBack(page, scripts)
  await come(page, path)
  await page.getByRole('contentinfo').waitFor()
  const place = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 900))
  expect(await place()).toBe(900)
  release()
  await hydrated(page)
  await page
    .getByRole('region', { name: 'Results' })
    .getByRole('link')
    .first()
    .evaluate((link) => link instanceof HTMLElement && link.click())
  await arrivesAt(page, '**/campaigns/*')
  await expect.poll(place).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Holdouts' }).waitFor()
  await expect.poll(place).toBe(900)
  await page.reload()
  await hydrated(page)
  await expect.poll(place).toBe(900)
  expect(problems).toEqual([])
  await context.close()
})

test('filters of the search that are chosen before the script is there count once it is; a tick leaves the list of causes open and has the focus', async () => {
  const { page, context, problems } = await aVisit()
  const release = await heldBack(page, scripts)
  await come(page, '/search?q=the')
  await page.getByLabel('Status').selectOption('victory')
  release()
  await arrivesAt(page, '**/search?q=the&status=victory')
  await hydrated(page)

  await page.getByText('Any cause').click()
  const tick = page.getByRole('checkbox', { name: 'Oceans' })
  const chips = page.getByRole('link', { name: /^Remove the filter/ })
  await tick.check()
  await expect.poll(() => chips.count()).toBe(2)
  await page.goBack()
  await expect.poll(() => chips.count()).toBe(1)
  // Both lists are known now: no line is slow enough for what stands in while another is on its way.
  await page.locator('details:has([name=causes])').evaluate((list) => list.setAttribute('open', ''))
  await tick.check()
  await expect.poll(() => chips.count()).toBe(2)
  expect(await page.locator('details[open]:has([name=causes])').count()).toBe(1)
  expect(await tick.evaluate(hasFocus)).toBe(true)
  expect(await page.getByLabel('Status').inputValue()).toBe('victory')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('all')
  expect(problems).toEqual([])
  await context.close()
})
