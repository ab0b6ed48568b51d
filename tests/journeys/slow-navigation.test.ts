import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
const progress = (page: Page) => page.locator('.navigation-progress')
const footerTop = (page: Page) => page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().top)

test('a slow page shows a progress line and a skeleton within the frame, and the footer stays below the screen', async () => {
  const { page, context, problems } = await aVisit({ height: 900 })
  await page.goto(`${product.origin}/about`)
  await hydrated(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/(assets|rpc)\//, (route) => released.then(() => route.continue()))
  // Clicked by a script: a pointer above the link would preload the page.
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Communities' })
    .evaluate((link: HTMLAnchorElement) => link.click())
  await progress(page).waitFor()
  await page.getByRole('main').getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).waitFor()
  expect(await footerTop(page)).toBeGreaterThanOrEqual(900)
  release()
  await arrivesAt(page, '**/communities')
  await page.getByRole('heading', { level: 1, name: 'Communities' }).waitFor()
  await progress(page).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('Vietnamese titles use the title font, whose file is loaded only by pages with such letters', async () => {
  const fonts = (page: Page) =>
    page.evaluate(async () => {
      await document.fonts.ready
      return performance.getEntriesByType('resource').flatMap(({ name }) => /([\w-]+?)(-[\w-]{8})?\.woff2$/.exec(new URL(name).pathname)?.[1] ?? [])
    })
  const { page, context } = await aVisit()
  await page.goto(`${product.origin}/about`)
  expect((await fonts(page)).filter((name) => !/^(archivo-latin|public-sans-latin-wght-normal)$/.test(name))).toEqual([])
  const { id } = await signedUp(product, 'Nguyễn Thị Ưu')
  expect((await send(product, { method: 'GET', path: `/u/${id}` })).status).toBe(200)
  await page.goto(`${product.origin}/u/${id}`)
  expect(await fonts(page)).toContain('archivo-vietnamese')
  const client = await context.newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main h1' })
  const used = async () => (await client.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(({ familyName }) => familyName)
  await expect.poll(async () => (await used()).filter((name) => !name.startsWith('Archivo'))).toEqual([])
  await context.close()
})
