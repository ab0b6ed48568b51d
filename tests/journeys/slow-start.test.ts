import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, holdRequests, hydrated, takenOver } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theDemo } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theDemo()
const scripts = '**/assets/*.js'

const come = (page: Page, path: string) => page.goto(`${product.origin}${path}`, { waitUntil: 'commit' })
/**
 * Resolves when the module has run, after those that imported it earlier. The code is a string, because the test runner rewrites `import()`
 * in functions.
 */
const isRun = (page: Page, url: string) => page.evaluate(`import('${url}').then(() => {})`)
const hasFocus = (element: Element) => element === document.activeElement

/** Moves the focus to another field while code is loading; the focus must stay there after the code has run. */
async function moveFocusElsewhere(page: Page, { asked, release }: { asked: Promise<Request>; release: () => void }) {
  const url = (await asked).url()
  const status = page.getByLabel('Status')
  await status.focus()
  release()
  await isRun(page, url)
  expect(await status.evaluate(hasFocus)).toBe(true)
}

test.each(['/campaigns', '/campaigns#main'])('%s: scrolling before hydration is kept, also after going back and after a reload', async (path) => {
  const { page, context, problems } = await aVisit()
  const release = await holdRequests(page, scripts)
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
  // The browser restores it to within a pixel, because lines of text have fractions of one.
  await expect.poll(place).toBeCloseTo(900, -1)
  await page.reload()
  await hydrated(page)
  await expect.poll(place).toBeCloseTo(900, -1)
  expect(problems).toEqual([])
  await context.close()
})

test('search filters chosen before hydration are applied; ticking a cause keeps the list open and the focus', async () => {
  const { page, context, problems } = await aVisit()
  const release = await holdRequests(page, scripts)
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
  // Both lists are cached now, so no placeholder is shown, however slow the connection is.
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

test('letters typed while the target list’s code loads are kept, and the focus is not moved back from another field', async () => {
  const { page, context, problems } = await aVisit()
  const code = '**/assets/target-type-ahead*.js'
  const release = await holdRequests(page, code)
  await page.goto(`${product.origin}/campaigns`)
  await hydrated(page)
  const asked = page.waitForRequest(code)
  const field = page.getByLabel('Target')
  await field.click()
  await page.keyboard.type('bean')
  await moveFocusElsewhere(page, { asked, release })

  await field.focus()
  const combobox = page.getByRole('combobox', { name: 'Target' })
  await combobox.waitFor()
  await page.keyboard.type('h')
  await expect.poll(() => combobox.inputValue()).toBe('beanh')
  await page.getByRole('option', { name: /^Beanholt/ }).click()
  await arrivesAt(page, /\?target=beanholt/)
  expect(problems).toEqual([])
  await context.close()
})

test('the focus is not moved back to the header’s search if the user left it before its code was loaded', async () => {
  const { page, context, problems } = await aVisit()
  const code = '**/assets/header-combobox*.js'
  const release = await holdRequests(page, code)
  await page.goto(`${product.origin}/campaigns`)
  await hydrated(page)
  const asked = page.waitForRequest(code)
  const box = page.locator('header').getByLabel('Search', { exact: true }).and(page.locator('input'))
  await box.focus()
  await moveFocusElsewhere(page, { asked, release })
  await box.focus()
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a scroll position of the settings tabs from before hydration is kept; otherwise the selected tab is scrolled into view', async () => {
  const { cookie } = await signedUp(product, 'Thumb First')
  const { page, context, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/settings?tab=notifications`)
  const row = page.getByRole('navigation', { name: 'Settings sections' })
  const moved = () => row.evaluate((element) => element.scrollLeft)
  await expect.poll(moved).toBeGreaterThan(20)

  const release = await holdRequests(page, scripts)
  await come(page, '/settings?tab=notifications')
  await page.getByRole('contentinfo').waitFor()
  await row.evaluate((element) => element.scrollTo({ left: 10 }))
  release()
  await takenOver(page.locator('section[aria-labelledby="settings-notifications"] button').first())
  expect(await moved()).toBe(10)
  expect(problems).toEqual([])
  await context.close()
})

test('text typed while a list loads is kept, and the field keeps the focus', async () => {
  const { body } = await send(product, { method: 'GET', path: '/api/v1/targets?limit=1&sort=campaigns' })
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/targets/${body.items[0].slug}`)
  await hydrated(page)
  const release = await holdRequests(page, '**/rpc/**')
  const field = page.getByRole('searchbox', { name: 'Search campaigns...' })
  await field.fill('no such words')
  await field.press('Enter')
  await page.keyboard.type(' anywhere')
  release()
  await page.getByRole('heading', { name: 'No campaigns match your search' }).waitFor()
  expect(await field.inputValue()).toBe('no such words anywhere')
  expect(await field.evaluate(hasFocus)).toBe(true)
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test('a menu opened before hydration stays open when the page corrects its address, and closes on navigation', async () => {
  const { page, context, problems } = await aVisit({ width: 360, height: 740 })
  await page.goto(`${product.origin}/search?q=bank`)
  await hydrated(page)
  await page.getByRole('navigation', { name: 'What to search' }).getByRole('link', { name: 'Targets' }).click()
  await arrivesAt(page, '**/search?q=bank&kind=targets')

  const release = await holdRequests(page, scripts)
  await come(page, '/search?q=bank')
  const menu = page.locator('header details')
  await menu.locator('summary').click()
  release()
  await arrivesAt(page, '**/search?q=bank&kind=targets')
  await hydrated(page)
  await page.getByRole('navigation', { name: 'What to search' }).locator('[aria-current]', { hasText: 'Targets' }).waitFor()
  expect(await menu.getAttribute('open')).not.toBeNull()
  await menu.getByRole('link', { name: 'About' }).click()
  await arrivesAt(page, '**/about')
  await expect.poll(() => menu.getAttribute('open')).toBeNull()
  expect(problems).toEqual([])
  await context.close()
})

test('pressing twice before the confirmation dialog has loaded asks once', async () => {
  const { cookie } = await signedUp(product, 'Presses Twice')
  const draft = aCampaignBody({ publish: false })
  await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: draft })
  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  const release = await holdRequests(page, '**/assets/dialog-*.js')
  await page.goto(`${product.origin}/dashboard`)
  const remove = page.getByRole('button', { name: `Delete the draft: ${draft.title}` })
  await takenOver(remove)
  await remove.click()
  await remove.click()
  release()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
