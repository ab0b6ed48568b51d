import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'

const product = theProduct()
const button = (page: Page) => page.getByRole('button', { name: 'Send Message' })

test('an address that cannot be decoded answers with the page of what is not found', async () => {
  const { page, context, problems } = await aVisit()
  const response = await page.goto(`${product.origin}/campaigns/%E0%A4%A`)
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'This page is not here' }).waitFor()
  await page.getByRole('main').getByRole('link').first().click()
  await arrivesAt(page, `${product.origin}/`)
  await hydrated(page)
  expect(problems).toEqual([])
  await context.close()
})

test('a visitor finds the way from the footer, writes to the operator, and loses nothing typed on the way', async () => {
  const { page, problems } = await aVisit({ width: 360, height: 740 })
  await page.goto(`${product.origin}/terms`)
  await hydrated(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  // Without a full load: the page has come through the router.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => new URL(name).pathname))).toEqual(['/terms'])
  // Screen readers are told where they are now, out of sight.
  await expect.poll(() => page.title()).toContain('Contact')
  await expect.poll(() => spoken(page)).toEqual([await page.title()])

  await page.goto(`${product.origin}/contact?category=target`)
  await hydrated(page)
  expect(await page.getByLabel('What is it about?').inputValue()).toBe('target')
  expect(await button(page).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Message' }).fill('The name of this company is spelt wrongly.')
  expect(await button(page).isDisabled()).toBe(true)
  await page.getByLabel('Your email address').fill('ada')
  await button(page).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Your email address').fill('ada@people.test')
  const counter = page.getByText('/2000')
  const red = () => counter.evaluate((element) => element.parentElement?.className.includes('text-danger-text'))
  expect(await red()).toBe(false)
  await page.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(1_801))
  await expect.poll(red).toBe(true)
  await page.getByRole('textbox', { name: 'Message' }).fill('The name of this company is spelt wrongly.')

  await page.route('**/rpc/contact/**', (route) => route.abort())
  await button(page).click()
  await page.getByText('Failed to submit your message. Please try again.').waitFor()
  await page.unroute('**/rpc/contact/**')
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('The name of this company is spelt wrongly.')
  await expect.poll(() => page.getByLabel('Your email address').inputValue()).toBe('ada@people.test')
  await button(page).click()
  await page.getByRole('heading', { level: 1, name: 'Message Sent Successfully!' }).waitFor()
  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
  expect(problems.filter((problem) => !/ERR_FAILED|Failed to fetch/.test(problem))).toEqual([])

  const { cookie } = await signedUp(product, 'Grace Hopper')
  const signedIn = await aVisit({ as: { cookie, origin: product.origin } })
  await signedIn.page.goto(`${product.origin}/contact?category=nonsense`)
  await hydrated(signedIn.page)
  expect(new URL(signedIn.page.url()).search).toBe('')
  expect(await signedIn.page.getByLabel('Your email address').count()).toBe(0)
  await signedIn.page.getByRole('textbox', { name: 'Message' }).fill('Who answers here?')
  await button(signedIn.page).click()
  await signedIn.page.getByRole('link', { name: 'Return Home' }).click()
  await arrivesAt(signedIn.page, `${product.origin}/`)
  expect(signedIn.problems).toEqual([])
})

test('the formula on the about page counts with what is typed, its definitions have addresses, and the theme is chosen below', async () => {
  const { page, problems } = await aVisit()
  await page.goto(`${product.origin}/about#impact`)
  await hydrated(page)
  await expect.poll(() => page.locator('#impact').evaluate((element) => element.getBoundingClientRect().top < window.innerHeight)).toBe(true)
  const formula = page.locator('#formula')
  expect(await formula.textContent()).toMatch(/Potential Losses \(Estimate\)\s*about\s*\$2\.499M/)
  await formula.getByLabel('People').fill('1,000')
  await formula.getByText('Yearly', { exact: true }).click()
  await expect.poll(() => formula.locator('output').textContent()).toContain('$2.083K')
  await formula.getByLabel('People').fill('a few')
  await formula.getByText('A whole number from 1 to 1,000,000,000').waitFor()
  expect(await formula.locator('output').textContent()).toContain('$2.083K')

  await page.getByRole('contentinfo').getByText('Dark').click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'When you delete your account' }).click()
  await page.getByText('keyed hash').waitFor()
  await arrivesAt(page, ({ hash }) => hash === '#deletion')
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(problems).toEqual([])
})

/** What stands in polite live regions, as assistive technology has it: also in trees that the page keeps to itself. */
async function spoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const regions = nodes.filter(({ properties }) => properties?.some(({ name, value }) => name === 'live' && value.value === 'polite'))
  const textOf = (ids: string[]): string =>
    nodes
      .filter(({ nodeId }) => ids.includes(nodeId))
      .map(({ role, name, childIds }) => (role?.value === 'StaticText' ? String(name?.value) : textOf(childIds ?? [])))
      .join('')
  return regions.map(({ childIds }) => textOf(childIds ?? [])).filter(Boolean)
}
