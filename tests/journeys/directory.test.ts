import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '../support/browser.ts'
import { signedUp } from '../support/members.ts'
import { theDemo } from '../support/the-product.ts'
import { send } from '../support/visitor.ts'

const product = theDemo()
const read = (path: string) => send(product, { method: 'GET', path })
const most = async (list: string, query: string) => (await read(`/api/v1/${list}?limit=1&${query}`)).body.items[0]

test('a visitor opens a target, its industry and a cause, searches, sorts and shares', async () => {
  const target = await most('targets', 'sort=campaigns')
  const { page, context, problems } = await aVisit({ width: 1440 })
  await page.goto(`${product.origin}/targets/${target.slug}`)
  await hydrated(page)
  await page.getByRole('heading', { level: 1, name: target.name }).waitFor()
  await page.getByText(/^[\d,]+ (person is|people are) taking action$/).waitFor()
  await page.getByText(`${target.name} is a fictional company.`).waitFor()
  for (const name of ['Recommended Alternatives', 'Trending Now', 'Supporters over time']) await page.getByRole('heading', { name }).waitFor()
  expect(await page.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe(
    `/auth?mode=signup&returnTo=${encodeURIComponent(`/targets/${target.slug}`)}`,
  )
  expect(await page.getByRole('link', { name: 'Create Campaign' }).count()).toBe(0)

  await page.getByRole('searchbox', { name: 'Search campaigns...' }).fill('no such words anywhere')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No campaigns match your search' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=no+such+words+anywhere')
  await page.getByRole('link', { name: 'Clear search' }).click()
  // Until this link is gone, the links for sorting still contain the search.
  await page.getByRole('link', { name: 'Clear search' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Newest' }).click()
  await arrivesAt(page, '**?sort=newest')

  await page.getByText('Share', { exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Share this page' })
  await dialog.getByRole('button', { name: 'Copy Link', exact: true }).waitFor()
  expect(await dialog.getByRole('link').allInnerTexts()).toEqual(['WhatsApp', 'Email', 'X', 'Facebook', 'Reddit'])
  expect(await dialog.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')).toContain(encodeURIComponent(`/targets/${target.slug}`))
  await page.keyboard.press('Escape')

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: target.industry.name }).click()
  await page.getByRole('heading', { name: `All Targets in ${target.industry.name}` }).waitFor()
  await page.getByRole('link', { name: /^With Campaigns/ }).click()
  await arrivesAt(page, '**?has=campaigns')
  const box = page.getByRole('searchbox', { name: 'Search targets...' })
  // Repeated, because the list may change meanwhile, which renders the box again.
  const searched = async () => {
    await box.fill('nobody is called so')
    await box.press('Enter')
    return page.url()
  }
  await expect.poll(searched).toContain('nobody+is+called+so')
  await page.getByRole('heading', { name: 'No targets found matching your filters.' }).waitFor()
  await page.getByRole('region', { name: 'Related Causes' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Top Targets' }).waitFor()
  await page.getByRole('heading', { name: 'Related Industries' }).waitFor()
  // This page was rendered in the browser.
  await page.getByRole('heading', { name: 'Supporters over time' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a company without active campaigns has the whole page, and below the empty text the boycotts of the past', async () => {
  const { page, context, problems } = await aVisit({ width: 360 })
  await page.goto(`${product.origin}/targets/shell`)
  await hydrated(page)
  await page.getByRole('heading', { name: 'No active campaigns yet' }).waitFor()
  expect(await page.getByRole('link', { name: 'Start a Campaign' }).first().getAttribute('href')).toBe('/campaigns/create?target=shell')
  const past = page.getByRole('region', { name: 'Past Holdouts' })
  expect(await past.getByRole('listitem').filter({ hasText: 'Brent Spar' }).textContent()).toMatch(/1995[\s\S]*Victory[\s\S]*Historical/i)
  await page.getByRole('searchbox', { name: 'Search campaigns...' }).waitFor()
  await page.getByText('$0', { exact: true }).waitFor()
  for (const name of ['Trending Now', 'Join the Movement']) await page.getByRole('heading', { name }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the pages work without JavaScript, remove unknown parameters from the address, and an unknown entry is a 404 with a link back', async () => {
  const { slug } = await most('industries', 'sort=campaigns')
  const page = await read(`/industries/${slug}?q=zzzzzz&search=zzzzzz`)
  expect(String(page.body)).toContain('No campaigns match your search')
  expect(String(page.body)).toContain('No targets found matching your filters.')
  // Without JavaScript the button opens a list of links.
  expect(String(page.body)).toContain('href="https://wa.me/?text=')
  for (const query of ['sort=worst', 'sort=trending', 'order=az', 'has=all', 'cursor=bad', 'from=bad']) {
    const { status, headers } = await read(`/industries/${slug}?${query}`)
    expect({ query, status, to: new URL(headers.get('location') ?? '', product.origin).search }).toEqual({ query, status: 307, to: '' })
  }
  for (const [kind, title, back] of [
    ['targets', 'Target not found', '/targets'],
    ['industries', 'Industry not found', '/explore/industries'],
    ['causes', 'Cause not found', '/explore/causes'],
  ]) {
    expect((await read(`/${kind}/%25`)).status).toBe(404)
    for (const odd of ['nobody', "'", '%F0%9F%8D%9E', 'a'.repeat(300)]) {
      const { status, body } = await read(`/${kind}/${odd}`)
      expect({ odd, status }).toEqual({ odd, status: 404 })
      expect(String(body)).toContain(`<title>${title} · `)
      expect(String(body)).toContain(`href="${back}"`)
    }
  }
})

test('the alternatives of an industry and of a cause are in the main column, above all targets', async () => {
  for (const kind of ['industries', 'causes']) {
    const { slug } = await most(kind, 'sort=campaigns')
    const html = String((await read(`/${kind}/${slug}`)).body)
    const [alternatives = -1, targets = -1] = ['Common Alternatives', 'All Targets'].map((title) => html.search(new RegExp(`<h2[^>]*>${title}`)))
    expect({ kind, isThere: alternatives > 0, isAbove: alternatives < targets }).toEqual({ kind, isThere: true, isAbove: true })
  }
})

test('a signed-in person can create a campaign about the target without losing one that was begun', async () => {
  const { slug, name } = await most('targets', 'sort=campaigns')
  const other = await most('targets', 'has=none')
  const { cookie } = await signedUp(product, 'Mem Ber')
  const { body } = await send(product, { method: 'GET', path: `/targets/${slug}`, cookie })
  expect(String(body)).toContain('Create Campaign')
  expect(String(body)).not.toContain('Join the Movement')
  expect(String(body)).toContain(`href="/campaigns/create?target=${slug}"`)

  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/targets/${slug}`)
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Create Campaign' }).first().click()
  // The previous page contains the target's name too, so the test waits for the form.
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.getByText(name, { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('A title that must not get lost')
  await page.goto(`${product.origin}/campaigns/create?target=nobody-is-called-so`)
  await page.getByText(name, { exact: true }).waitFor()
  await page.goto(`${product.origin}/campaigns/create?target=${other.slug}`)
  await page.getByRole('button', { name: `Start a new one about ${other.name}` }).waitFor()
  await page.getByRole('button', { name: 'Continue where I left off' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A title that must not get lost')
  await page.reload()
  await page.getByRole('button', { name: `Start a new one about ${other.name}` }).click()
  await page.getByText(other.name, { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})
