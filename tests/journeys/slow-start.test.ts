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
