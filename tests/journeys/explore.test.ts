import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { ownProduct } from '#tests/support/the-product.ts'

// A demo of its own: these tests read whole lists, which campaigns of other files would change.
const product = ownProduct({ DEMO: 'on' })

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const names = (page: Page) => results(page).locator('li :is(h2, h3):has(a)').allTextContents()
const settle = (page: Page, path: string) => arrivesAt(page, (url) => url.pathname + url.search === path)

test('from the hub to a target: by typing, by industry and in another order, each step in the address and undone by going back', async () => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/explore`)
  await hydrated(page)
  expect(await page.getByRole('listitem').filter({ hasText: 'supporters' }).count()).toBe(15)
  await page.getByRole('link', { name: 'All targets' }).click()
  await settle(page, '/targets')
  await expect.poll(() => names(page)).toHaveLength(20)
  const first = await names(page)
  // Companies with active campaigns come first. All others are below, without the look of a boycott.
  await page.getByRole('heading', { name: 'Nobody is boycotting these here' }).waitFor()
  expect(await results(page).getByRole('article').count()).toBeLessThan(20)
  expect(await results(page).getByText('No active campaigns').count()).toBe(0)

  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('nes', { delay: 20 })
  await settle(page, '/targets?search=nes')
  await expect.poll(() => names(page)).toContain('Nestlé')
  expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)
  await search.fill('nobody at all')
  await page.getByText('No targets found matching your criteria.').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await settle(page, '/targets')
  await expect.poll(() => names(page)).toEqual(first)
  await expect.poll(() => search.inputValue()).toBe('')

  await page.getByLabel('Industry').selectOption('Film and Streaming')
  await settle(page, '/targets?industry=Film+and+Streaming')
  await page.getByRole('link', { name: 'Most Supporters' }).click()
  await settle(page, '/targets?industry=Film+and+Streaming&sort=supporters')
  await expect.poll(async () => (await names(page))[0]).toBe('Flickermoor Streaming')
  await page.goBack()
  await settle(page, '/targets?industry=Film+and+Streaming')
  expect(await page.getByLabel('Industry').inputValue()).toBe('Film and Streaming')
  await page.goto(`${product.origin}/targets?industry=FILM+AND+STREAMING&sort=loudest&search=`)
  await settle(page, '/targets?industry=Film+and+Streaming')
  expect(problems).toEqual([])
  await context.close()
})

test('while a result loads, the field in use keeps the focus and every letter', async () => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/targets`)
  await hydrated(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rpc/targets/**', async (route) => {
    await held
    await route.continue()
  })
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('nes')
  await settle(page, '/targets?search=nes')
  await page.keyboard.type('tle', { delay: 500 })
  await settle(page, '/targets?search=nestle')
  expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await search.inputValue()).toBe('nestle')
  answer()
  await expect.poll(() => names(page)).toEqual(['Nestlé'])
  expect(problems).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test.each(['/targets', '/communities'])('a user who leaves %s before the typed search has run is not navigated back', async (path) => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}${path}`)
  await hydrated(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rpc/**', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('main').getByRole('searchbox').fill('nes')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Causes' }).click()
  await settle(page, '/causes')
  await page.clock.runFor(1_000)
  answer()
  await page.clock.resume()
  await page.getByRole('heading', { level: 1, name: /Causes/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/causes')
  expect(problems).toEqual([])
  await context.close()
})

test.each([
  { path: '/industries', order: 'Most Campaigns', sort: 'campaigns' },
  { path: '/causes', order: 'Most Impact', sort: 'impact' },
])('$path: active entries only, another order, and more of all entries', async ({ path, order, sort }) => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/explore${path}`)
  await settle(page, path)
  await hydrated(page)
  await expect.poll(() => names(page)).toHaveLength(24)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(24)
  const all = (await names(page)).length
  await page.getByRole('checkbox', { name: 'Has active campaigns' }).check()
  await settle(page, `${path}?active=1`)
  // The list may be empty while it is loading.
  await expect.poll(async () => (await names(page)).length || all).toBeLessThan(all)
  const active = await names(page)
  await page.getByRole('link', { name: order }).click()
  await settle(page, `${path}?active=1&sort=${sort}`)
  await expect.poll(() => names(page)).not.toEqual(active)
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(active.toSorted())
  for (const _ of [1, 2]) await page.goBack()
  await settle(page, path)
  // The address changes before the page is rendered.
  await expect.poll(() => page.getByRole('checkbox', { name: 'Has active campaigns' }).isChecked()).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

test('without JavaScript the forms submit and the links open the next pages', async () => {
  const { page, context } = await aVisit({ javaScript: false })
  await page.goto(`${product.origin}/targets`)
  const first = await names(page)
  expect(first).toHaveLength(20)
  await page.getByRole('link', { name: 'Load More' }).click()
  await arrivesAt(page, /cursor=/)
  const second = await names(page)
  expect(second).toHaveLength(20)
  expect(second.filter((name) => first.includes(name))).toEqual([])
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await settle(page, '/targets')
  await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill('nestle')
  await page.getByRole('button', { name: 'Apply' }).click()
  await settle(page, '/targets?search=nestle')
  expect(await names(page)).toEqual(['Nestlé'])
  await page.goto(`${product.origin}/industries`)
  await page.getByRole('checkbox', { name: 'Has active campaigns' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await settle(page, '/industries?active=1')
  await context.close()
})
