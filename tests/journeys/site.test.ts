import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { demoSource } from '#tests/support/shared-products.ts'
import { theDemo, theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
const demo = theDemo()
const button = (page: Page) => page.getByRole('button', { name: 'Send Message' })

test('an address that cannot be decoded shows the not-found page', async () => {
  const { page, context, problems } = await aVisit()
  const response = await page.goto(`${product.origin}/campaigns/%E0%A4%A`)
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.getByRole('main').getByRole('link').first().click()
  await arrivesAt(page, `${product.origin}/`)
  await hydrated(page)
  expect(problems).toEqual([])
  await context.close()
})

test('a page that is opened at another address of the server names the right one', async () => {
  const other = product.origin.replace('127.0.0.1', 'localhost')
  const { page, context } = await aVisit()
  await page.goto(`${other}/about?x=1`)
  const right = page.getByRole('alert').filter({ hasText: 'not the address of this site' }).getByRole('link')
  expect(await right.getAttribute('href')).toBe(`${product.origin}/about?x=1`)
  await page.goto(`${product.origin}/about`)
  await hydrated(page)
  expect(await page.getByText('not the address of this site').count()).toBe(0)
  await context.close()

  // As a browser without Sec-Fetch-Site sends it.
  const response = await fetch(`${other}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: other, 'content-type': 'application/json' },
    body: '{}',
  })
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 403,
    body: { code: 'CROSS_SITE', message: expect.stringContaining(product.origin) },
  })
})

test('a visitor opens the contact page from the footer, writes to the operator, and loses no typed text', async () => {
  const { page, problems } = await aVisit({ width: 360, height: 740 })
  await page.goto(`${product.origin}/terms`)
  await hydrated(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  // The router rendered the page, without a full load.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => new URL(name).pathname))).toEqual(['/terms'])
  // Screen readers get the new page's title from a visually hidden live region.
  await expect.poll(() => page.title()).toContain('Contact')
  await expect.poll(() => announcements(page)).toEqual([await page.title()])

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

test('the footer offers "Sign Up" to visitors only', async () => {
  const { cookie } = await signedUp(product, 'Ada Footer')
  const footerOf = async (as?: string) => {
    const { body } = await send(product, { method: 'GET', path: '/terms', ...(as ? { cookie: as } : {}) })
    return String(body).slice(String(body).indexOf('<footer'))
  }
  expect(await footerOf()).toContain('>Sign Up<')
  expect(await footerOf(cookie)).toContain('>Privacy<')
  expect(await footerOf(cookie)).not.toContain('>Sign Up<')
})

test('footer and about page show the running version, and its source code if the operator has set the address', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const pageOf = async (site: { origin: string }, path: string) => String((await send(site, { method: 'GET', path })).body)
  for (const path of ['/terms', '/about']) {
    expect(await pageOf(product, path)).toContain(`Version ${version}`)
    expect(await pageOf(product, path)).not.toContain('Source code')
    const footer = (await pageOf(demo, path)).split('<footer')[1]
    expect(footer).toContain(`<a href="${demoSource}"`)
    expect(footer).toContain('>Source code</a>')
  }
  const { page, problems } = await aVisit()
  await page.goto(`${demo.origin}/about`)
  await hydrated(page)
  const software = page.getByRole('region', { name: 'The software' })
  expect(await software.textContent()).toContain(`Holdout ${version}`)
  expect(await software.getByRole('link', { name: 'Source code' }).getAttribute('href')).toBe(demoSource)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  expect(await page.getByRole('contentinfo').getByText(`Version ${version}`).count()).toBe(1)
  expect(problems).toEqual([])
})

test('the accessibility page is linked in the footer and states what is tested, the known gaps, and whom to contact', async () => {
  const { page, problems } = await aVisit({ width: 360, height: 740 })
  await page.goto(`${product.origin}/legal`)
  await hydrated(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click()
  await page.getByRole('heading', { level: 1, name: 'Accessibility' }).waitFor()
  await expect.poll(() => page.title()).toContain('Accessibility')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  expect(await contents.getByRole('listitem').allTextContents()).toEqual(
    expect.arrayContaining(['What is tested, and how', 'Known gaps', 'Report a barrier', 'Terms', 'Privacy', 'Legal Notice']),
  )
  await contents.getByRole('link', { name: 'Known gaps' }).click()
  await arrivesAt(page, ({ hash }) => hash === '#gaps')
  await page.getByRole('main').getByRole('link', { name: 'contact page' }).click()
  await arrivesAt(page, `${product.origin}/contact?category=report-bugs`)
  expect(problems).toEqual([])
})

test('the formula on the about page calculates with typed values, its definitions have addresses, and the footer switches the theme', async () => {
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
  await formula.getByText('Enter a whole number from 1 to 1,000,000,000').waitFor()
  expect(await formula.locator('output').textContent()).toContain('$2.083K')

  await page.getByRole('contentinfo').getByText('Dark').click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'When you delete your account' }).click()
  await page.getByText('keyed hash', { exact: true }).waitFor()
  await arrivesAt(page, ({ hash }) => hash === '#deletion')
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(problems).toEqual([])
})

/** Text of all polite live regions in the accessibility tree, which includes closed shadow trees. */
async function announcements(page: Page): Promise<string[]> {
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
