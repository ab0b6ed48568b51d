import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, holdRequests, hydrated } from '#tests/support/browser.ts'
import { theDemo } from '#tests/support/the-product.ts'

const product = theDemo()
const boxOf = (page: Page) => page.locator('header').getByLabel('Search', { exact: true }).and(page.locator('input'))
const queryIn = (page: Page) => new URL(page.url()).search
const recent = (page: Page) => page.getByRole('region', { name: 'Recent searches' })
const isPreviewOf = (text: string) => (request: Request) =>
  request.url().includes('/preview') && decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`).includes(text)
const open = async (page: Page, path: string) => {
  await page.goto(`${product.origin}${path}`)
  await hydrated(page)
}

test('the header’s field suggests while typing, by keyboard and pointer, and a late result never replaces a newer one', async () => {
  const { page, context, problems } = await aVisit()
  // Held before the page loads, because an idle page fetches the code early.
  const arrive = await holdRequests(page, /\/assets\/header-combobox/)
  await open(page, '/about')
  // The shortcut focuses the box once the whole page is hydrated.
  const plain = boxOf(page)
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return plain.evaluate((field) => field === document.activeElement)
    })
    .toBe(true)
  await page.keyboard.type('zzqx')
  arrive()
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.waitFor()
  expect(await box.inputValue()).toBe('zzqx')
  await page.keyboard.type('v')
  await page.getByText('No results yet—keep typing').waitFor()

  // The response for "barc" is delayed until the one for "brixenbury" has been shown.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: lateCame, resolve: late } = Promise.withResolvers<void>()
  await page.route(/\/preview/, async (route) => {
    if (!isPreviewOf('barc')(route.request())) return route.continue()
    await released
    await route.continue().catch(() => {})
    late()
  })
  const asked = page.waitForRequest(isPreviewOf('barc'))
  // The request is answered, or cancelled when the text changes.
  const which = { predicate: isPreviewOf('barc'), timeout: 90_000 }
  const over = Promise.race([page.waitForEvent('requestfinished', which), page.waitForEvent('requestfailed', which)])
  await box.fill('barc')
  await page.getByText('Searching...').waitFor()
  await asked
  await box.fill('brixenbury')
  const options = page.getByRole('option')
  await expect.poll(() => options.first().textContent()).toContain('Brixenbury')
  release()
  await lateCame
  await over
  expect(await options.first().textContent()).toContain('Brixenbury')
  expect(await page.getByRole('listbox').locator('mark').allTextContents()).toContain('Brixenbury')
  await page.unroute(/\/preview/)

  await box.press('Escape')
  await options.first().waitFor({ state: 'hidden' })
  expect(await box.inputValue()).toBe('brixenbury')
  await box.fill('ba')
  await page.getByRole('listbox').getByText('Targets', { exact: true }).waitFor()
  await page.getByRole('option', { name: 'See all results' }).waitFor()
  await page.mouse.click(5, 600)
  await options.first().waitFor({ state: 'hidden' })

  await box.fill('brixenbury')
  await expect.poll(() => options.first().textContent()).toContain('Brixenbury')
  await box.press('ArrowDown')
  await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true')
  await box.press('Enter')
  await arrivesAt(page, '**/campaigns/*')
  await box.fill('Brixenbury')
  await box.press('Enter')
  await arrivesAt(page, '**/search?q=Brixenbury')
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the search page remembers the tab for the session and the last five submitted texts, but not those of links', async () => {
  const { page, context, problems } = await aVisit()
  await open(page, '/search?q=opened+by+a+link')
  await open(page, '/search')
  expect(await recent(page).count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'What to search' }).count()).toBe(0)
  const field = page.locator('main').getByRole('searchbox')
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six', 'THREE']) {
    await field.fill(text)
    await field.press('Enter')
    await arrivesAt(page, `**/search?q=${text}`)
  }
  expect(await recent(page).count()).toBe(0)
  await field.fill('')
  const texts = () => recent(page).locator('li').allTextContents()
  await expect.poll(texts).toEqual(['THREE', 'six', 'five', 'four', 'two'])
  await page.getByRole('button', { name: 'Remove six from recent searches' }).click()
  await expect.poll(texts).toEqual(['THREE', 'five', 'four', 'two'])
  await recent(page).getByRole('button', { name: 'four', exact: true }).click()
  await arrivesAt(page, '**/search?q=four')
  await open(page, '/search')
  await expect.poll(texts).toEqual(['four', 'THREE', 'five', 'two'])
  await recent(page).getByRole('button', { name: 'Clear all' }).click()
  await recent(page).waitFor({ state: 'detached' })

  await field.fill('bank')
  await field.press('Enter')
  const tabs = page.getByRole('navigation', { name: 'What to search' })
  await tabs.getByRole('link', { name: 'Targets' }).click()
  await arrivesAt(page, '**/search?q=bank&kind=targets')
  await page.locator('main mark', { hasText: 'Bank' }).first().waitFor()
  await page.goBack()
  await arrivesAt(page, '**/search?q=bank')
  await page.goForward()
  await arrivesAt(page, '**/search?q=bank&kind=targets')

  // Opens the search again without a tab in the address: from the header, and by an address.
  await page.getByRole('link', { name: 'About' }).first().click()
  await arrivesAt(page, '**/about')
  const addresses: string[] = []
  page.on('framenavigated', () => addresses.push(queryIn(page)))
  // Until its code is loaded, the box is a plain form, which does not know the tab.
  await boxOf(page).focus()
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('bus')
  await box.press('Enter')
  await arrivesAt(page, '**/search?q=bus&kind=targets')
  expect(addresses.filter((address) => address.includes('bus') && !address.includes('kind'))).toEqual([])
  await open(page, '/search?q=bank')
  await arrivesAt(page, '**/search?q=bank&kind=targets')
  await tabs.getByRole('link', { name: 'Campaigns' }).click()
  await arrivesAt(page, '**/search?q=bank')
  await field.fill('bus')
  await field.press('Enter')
  await arrivesAt(page, '**/search?q=bus')
  expect(problems).toEqual([])
  await context.close()
})

test('without JavaScript the search, its tabs, filters and more results are links and forms; a text that is too long is cut with a notice', async () => {
  const { page, context } = await aVisit({ javaScript: false, width: 360 })
  await page.goto(`${product.origin}/search`)
  await page.locator('main').getByRole('searchbox').fill('the')
  await page.locator('main').getByRole('button', { name: 'Search' }).click()
  await arrivesAt(page, '**/search?q=the')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  const titles = () => page.locator('main li h2').allTextContents()
  const before = await titles()
  expect(before).toHaveLength(20)
  await page.getByRole('link', { name: 'Load More' }).click()
  await arrivesAt(page, /cursor=/)
  const after = await titles()
  expect(after.length).toBeGreaterThan(0)
  expect(after.filter((title) => before.includes(title))).toEqual([])
  await page.getByLabel('Status').selectOption('victory')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await arrivesAt(page, (url) => url.searchParams.get('status') === 'victory')
  expect(await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link').allTextContents()).toEqual(['Trending', 'Newest', 'Most Pledged'])
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await arrivesAt(page, '**/search?q=the')

  await page.goto(`${product.origin}/search?q=${'qzxj'.repeat(60)}`)
  await page.getByText('Your search was cut to its first 200 characters.').waitFor()
  // Without results the filters stay, because the search in other statuses may have some.
  await page.getByLabel('Status').waitFor()
  await page
    .locator('main')
    .getByRole('link', { name: /^Start a / })
    .waitFor()
  await page.getByRole('navigation', { name: 'What to search' }).getByRole('link', { name: 'Communities' }).click()
  expect(await page.getByRole('link', { name: 'Create a community' }).getAttribute('href')).toContain('/auth?')
  await context.close()
})
