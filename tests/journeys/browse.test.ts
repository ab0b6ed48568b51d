import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, holdRequests, hydrated, takenOver } from '#tests/support/browser.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

// A demo of its own: these tests read whole lists, which campaigns of other files would change.
const product = ownProduct({ DEMO: 'on' })

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const titles = (page: Page) => results(page).getByRole('heading', { level: 2 }).allTextContents()
const query = (page: Page) => new URL(page.url()).search
const settle = (page: Page, search: string) => arrivesAt(page, (url) => url.origin === product.origin && url.search === search)

test('every filter and order is in the address without default values, and back and forward restore each view', async () => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/campaigns?status=all&sort=trending`)
  await hydrated(page)
  await takenOver(page.getByRole('form', { name: 'Filters' }))
  expect(query(page)).toBe('')
  const first = await titles(page)
  expect(first).toHaveLength(24)

  await page.getByLabel('Status').selectOption('victory')
  await settle(page, '?status=victory')
  await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Newest' }).click()
  await settle(page, '?status=victory&sort=newest')
  await page.getByText('Any cause').click()
  await page.getByRole('checkbox', { name: 'Clean Water' }).check()
  await settle(page, '?causes=Clean+Water&status=victory&sort=newest')
  await page.getByRole('checkbox', { name: 'Oceans' }).check()
  await settle(page, '?causes=Clean+Water%2COceans&status=victory&sort=newest')
  // Waits for a campaign that the list of the first cause does not contain, in a list that is shorter than that of all victories.
  const { body: won } = await send(product, { method: 'GET', path: '/api/v1/campaigns?status=victory&limit=100' })
  let narrowed: string[] = []
  const isNarrowed = async () => {
    narrowed = await titles(page)
    return narrowed.length < won.items.length && narrowed.includes('Tuna without dolphins')
  }
  await expect.poll(isNarrowed).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Oceans' }).evaluate((tick) => tick === document.activeElement)).toBe(true)

  await page.getByRole('link', { name: 'Remove the filter Oceans' }).click()
  await settle(page, '?causes=Clean+Water&status=victory&sort=newest')
  await page.goBack()
  await settle(page, '?causes=Clean+Water%2COceans&status=victory&sort=newest')
  await expect.poll(() => titles(page)).toEqual(narrowed)
  await expect.poll(() => page.getByRole('checkbox', { name: 'Oceans', includeHidden: true }).isChecked()).toBe(true)
  for (const _ of [1, 2, 3]) await page.goBack()
  await settle(page, '?status=victory')
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('victory')
  await page.goBack()
  await settle(page, '')
  await expect.poll(() => titles(page)).toEqual(first)
  for (const _ of [1, 2, 3, 4]) await page.goForward()
  await settle(page, '?causes=Clean+Water%2COceans&status=victory&sort=newest')
  await expect.poll(() => titles(page)).toEqual(narrowed)

  await page.getByRole('link', { name: 'Clear all' }).click()
  await settle(page, '?sort=newest')
  await page.getByRole('list', { name: 'Active filters' }).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test.each([
  { path: '/campaigns', order: 'Newest', sort: 'newest', field: 'Status', value: 'victory', chosen: 'status=victory' },
  { path: '/targets', order: 'Most Supporters', sort: 'supporters', field: 'Industry', value: 'Film and Streaming', chosen: 'industry=Film+and+Streaming' },
  { path: '/causes', order: 'Most Impact', sort: 'impact', field: 'Has active campaigns', value: null, chosen: 'active=1' },
  { path: '/communities', order: 'New', sort: 'new', field: 'Privacy', value: 'private', chosen: 'privacy=private' },
])('$path: choosing a filter while the list loads in another order keeps that order and the focus, however long loading takes', async (given) => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}${given.path}`)
  await hydrated(page)
  const answer = await holdRequests(page, '**/rpc/**')
  // The page's clock is paused, so that the pending list counts as slow only after the choice.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const order = page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: given.order, exact: true })
  await order.click()
  await settle(page, `?sort=${given.sort}`)
  const field = page.getByRole('main').getByLabel(given.field)
  await field.focus()
  await (given.value ? field.selectOption(given.value) : field.check())
  await settle(page, `?${given.chosen}&sort=${given.sort}`)
  await page.clock.runFor(1_000)
  answer()
  await page.clock.resume()
  await page.locator('[data-chosen]').and(order).waitFor()
  expect(await field.evaluate((chosen) => chosen === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('a target is found while typing and appears in the address by its slug, an industry by its name', async () => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/campaigns`)
  await hydrated(page)
  await page.getByLabel('Target').click()
  await page.getByRole('combobox', { name: 'Target' }).fill('beanh')
  await page.getByRole('option', { name: /^Beanholt/ }).click()
  await arrivesAt(page, /\?target=beanholt/)
  await expect.poll(() => titles(page)).toHaveLength(2)
  const industry = await results(page).getByRole('article').count()
  expect(industry).toBe(2)
  await page.getByRole('link', { name: /^Remove the filter Beanholt/ }).click()
  await settle(page, '')
  await page.getByLabel('Industry').selectOption('Film and Streaming')
  await settle(page, '?industry=Film+and+Streaming')
  await expect.poll(() => titles(page)).toContain('Pause Flickermoor until leaving takes as few clicks as joining')
  expect(problems).toEqual([])
  await context.close()
})

test('24 more campaigns load at a time, with the site’s own cards after the sixth and fifteenth, and remain after visiting one', async () => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/campaigns`)
  await hydrated(page)
  expect(await placesOfAds(page)).toEqual([6, 15])
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(24)
  const all = await titles(page)
  expect(new Set(all).size).toBe(all.length)
  expect(await placesOfAds(page)).toEqual([6, 15])
  expect(query(page)).toBe('')
  const last = all.at(-1) ?? ''
  await results(page).getByRole('link', { name: last }).click()
  await page.getByRole('heading', { level: 1, name: last }).waitFor()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(all)
  expect(problems).toEqual([])
  await context.close()
})

test('filters chosen before hydration are applied after it', async () => {
  const { page, context, problems } = await aVisit()
  const hold = await holdRequests(page, '**/assets/*.js')
  await page.goto(`${product.origin}/campaigns`, { waitUntil: 'commit' })
  await page.getByLabel('Status').selectOption('archived')
  hold()
  await settle(page, '?status=archived')
  await expect.poll(() => titles(page)).not.toHaveLength(24)
  expect(problems).toEqual([])
  await context.close()
})

test('an empty result offers both ways to continue', async () => {
  const { page, context } = await aVisit()
  await page.goto(`${product.origin}/campaigns?industry=Film%20and%20Streaming&status=archived&sort=newest`)
  await page.getByRole('heading', { name: 'No Holdouts match your filters yet' }).waitFor()
  expect(await page.getByRole('link', { name: 'Start a Holdout' }).first().getAttribute('href')).toBe('/campaigns/create')
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await settle(page, '?sort=newest')
  await expect.poll(async () => (await titles(page)).length).toBe(24)
  await context.close()
})

test('unknown names and values are removed from the address', async () => {
  const { page, context } = await aVisit()
  await page.goto(`${product.origin}/campaigns?status=draft&sort=best&target=nobody&industry=None&causes=Oceans,Nothing&x=1`)
  expect(query(page)).toBe('?causes=Oceans')
  await context.close()
})

test('without JavaScript a form filters by causes and a target’s name, and links sort, remove filters and open the next page', async () => {
  const { page, context } = await aVisit({ javaScript: false })
  await page.goto(`${product.origin}/campaigns`)
  await page.getByText('Any cause').click()
  await page.getByRole('checkbox', { name: 'Clean Water' }).check()
  await page.getByRole('checkbox', { name: 'Oceans' }).check()
  await page.getByLabel('Target').fill('Vantrelle Cosmetics')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await settle(page, '?target=vantrelle-cosmetics&causes=Clean+Water%2COceans')
  expect(await titles(page)).toEqual(['Leave Vantrelle scrubs and sparkle until the plastic is out of them'])
  await page.getByRole('link', { name: /^Remove the filter Vantrelle/ }).click()
  await settle(page, '?causes=Clean+Water%2COceans')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await settle(page, '')
  await page.getByRole('link', { name: 'Newest' }).click()
  await settle(page, '?sort=newest')
  const first = await titles(page)
  await page.getByRole('link', { name: 'Load More' }).click()
  await arrivesAt(page, ({ search }) => search !== '?sort=newest')
  const second = await titles(page)
  expect(second.length).toBeGreaterThan(0)
  expect(second.filter((title) => first.includes(title))).toEqual([])
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await settle(page, '?sort=newest')
  expect(await titles(page)).toEqual(first)
  await context.close()
})

/** For each of the site's own cards, the number of campaigns before it. */
async function placesOfAds(page: Page): Promise<number[]> {
  const kinds = await results(page)
    .locator('article, aside')
    .evaluateAll((items) => items.map(({ tagName }) => (tagName === 'ARTICLE' ? 'campaign' : 'ad')))
  return kinds.flatMap((kind, at) => (kind === 'ad' ? [kinds.slice(0, at).filter((before) => before === 'campaign').length] : []))
}
