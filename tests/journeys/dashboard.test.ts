import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
const address = (path: string) => `${product.origin}${path}`

test('visitors are led to sign in and come back; a new person is told where to begin', async () => {
  for (const path of ['/dashboard', '/dashboard/pledges?cursor=x']) {
    const { status, headers } = await send(product, { method: 'GET', path })
    expect({ status, to: headers.get('location') }).toEqual({ status: 307, to: `/auth?returnTo=${encodeURIComponent(path)}` })
  }
  const { page, context, problems } = await visitOf((await signedUp(product, 'Ada Begins')).cookie)
  await page.goto(address('/dashboard'))
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Ada B.!' }).waitFor()
  await page.getByText('Join campaigns to start making an impact!').waitFor()
  await page.getByRole('heading', { name: 'My Campaigns (0)' }).waitFor()
  const hrefs = await page
    .locator('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect([...new Set(hrefs)].map((href) => href.replace(/\/u\/.*/, '/u/')).sort()).toEqual(['/campaigns', '/campaigns/create', '/communities/create', '/u/'])
  await page.goto(address('/dashboard/pledges'))
  await page.getByText('You have not joined anything yet').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('signing out asks nothing that is refused with 401', async () => {
  const { page, context, problems } = await visitOf((await signedUp(product, 'Ada Ends')).cookie)
  const opened = page.waitForResponse((response) => response.url().includes('/api/v1/live'))
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await opened
  const refused: string[] = []
  page.on('response', (response) => void (response.status() === 401 && refused.push(response.url())))
  await page.locator('header').getByText('Ada E.').first().click()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await arrivesAt(page, address('/'))
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(refused).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('a draft is deleted after a question; a failure says so and keeps it', async () => {
  const { cookie } = await signedUp(product, 'Ada Deletes')
  const draft = await made(cookie, { publish: false })
  const active = await made(cookie)
  const { page, context, problems } = await visitOf(cookie)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await page.getByRole('heading', { name: 'My Campaigns (2)' }).waitFor()
  expect(await page.getByRole('link', { name: `Manage: ${draft.title}` }).getAttribute('href')).toBe(`/campaigns/${draft.id}/admin`)
  expect(await page.getByRole('link', { name: `View: ${active.title}` }).getAttribute('href')).toBe(`/campaigns/${active.slug}`)
  const remove = page.getByRole('button', { name: `Delete the draft: ${draft.title}` })
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this draft? This action cannot be undone.' })
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/rpc/campaigns/remove', (route) => route.abort())
  await remove.click()
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('alertdialog', { name: 'Failed to delete draft. Please try again.' }).getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/rpc/campaigns/remove')
  // Without a line it fails as well, and does not happen later.
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/campaigns/remove')) asked++
  })
  await context.setOffline(true)
  await remove.click()
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('alertdialog', { name: 'Failed to delete draft. Please try again.' }).getByRole('button', { name: 'OK' }).click()
  const askedOffline = asked
  await context.setOffline(false)
  await page.reload()
  await hydrated(page)
  await remove.waitFor()
  expect(asked).toBe(askedOffline)
  await remove.click()
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { name: 'My Campaigns (1)' }).waitFor()
  expect(await remove.count()).toBe(0)
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${draft.id}`, cookie })).status).toBe(404)
  expect(problems).toEqual([])
  await context.close()
})

test('what was joined a moment ago is on the dashboard with its impact, its plot, what to do, and its news', async () => {
  const ada = await signedUp(product, 'Ada Creates')
  const campaign = await made(ada.cookie, { impact: { mode: 'monetary', productService: 'Parcels', spendCents: 1_250, durationBasis: 'weekly' } })
  const told = await post(ada.cookie, `/campaigns/${campaign.id}/updates`, { title: 'They have answered', body: 'At last.' })
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Joins')).cookie)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await opensFromTheList(page, campaign)
  await joins(page, 'Bao J.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const impact = page.getByRole('region', { name: 'Estimated Impact' })
  await impact.getByText('Across 1 active pledge', { exact: true }).waitFor()
  await impact.getByText('$50', { exact: true }).first().waitFor()
  await impact.getByRole('img', { name: /^Estimated impact a month, \$50 at the end/ }).waitFor()
  await impact.getByText('The numbers as a table').click()
  await expect.poll(() => impact.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['$50'])
  await impact.getByText('How is this counted?').click()
  await impact.getByText(/a weekly spend × 4/).waitFor()
  await page.getByRole('region', { name: 'My Pledges' }).getByText('Stop buying there').waitFor()
  await page.getByRole('link', { name: 'They have answered' }).click()
  await arrivesAt(page, `**/campaigns/${campaign.slug}?tab=updates&updateId=${told.id}`)
  await page.getByText('At last.').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

/** Goes from the dashboard to a campaign that was just made, without a load of a page. */
async function opensFromTheList(page: Page, { title }: Made) {
  await page.getByRole('link', { name: 'See all Holdouts' }).first().click()
  await page.getByRole('link', { name: 'Newest' }).click()
  await page.getByRole('link', { name: title }).first().click()
}

/** Joins what is shown, and opens the menu under this name. */
async function joins(page: Page, name: string) {
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await page.getByText('Joined', { exact: true }).first().waitFor()
  await page.getByText(name).first().click()
}

/** Holds pledges back until what it gives is called. */
async function pledgeOnItsWay(page: Page): Promise<() => void> {
  const { promise: held, resolve: arrived } = Promise.withResolvers<void>()
  await page.route('**/rpc/pledges/join', async (route) => {
    await held
    await route.continue()
  })
  return arrived
}

test('who goes to the dashboard before the pledge has arrived finds it there', async () => {
  const campaign = await made((await signedUp(product, 'Ada Quick')).cookie)
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Quick')).cookie)
  const arrived = await pledgeOnItsWay(page)
  await page.goto(address(`/campaigns/${campaign.slug}`))
  await hydrated(page)
  await joins(page, 'Bao Q.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await arrivesAt(page, '**/dashboard')
  arrived()
  await page.getByRole('region', { name: 'Estimated Impact' }).getByText('Across 1 active pledge', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('who has seen the dashboard before waits there for the pledge that is on its way', async () => {
  const campaign = await made((await signedUp(product, 'Ada Before')).cookie)
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Before')).cookie)
  const arrived = await pledgeOnItsWay(page)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await opensFromTheList(page, campaign)
  await joins(page, 'Bao B.')
  const waited = await sighting(page, { selector: '.page-column > [role=status]', text: 'Loading' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await waited()
  arrived()
  await page.getByRole('region', { name: 'Estimated Impact' }).getByText('Across 1 active pledge', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a pledge that takes longer than the dashboard waits for is on it once it has arrived', async () => {
  const campaign = await made((await signedUp(product, 'Ada Slow')).cookie)
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Slow')).cookie)
  const arrived = await pledgeOnItsWay(page)
  await page.clock.install()
  await page.goto(address(`/campaigns/${campaign.slug}`))
  await hydrated(page)
  await joins(page, 'Bao S.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const without = page.getByText('Join campaigns to start making an impact!')
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return without.count()
    })
    .toBe(1)
  arrived()
  await page.getByRole('region', { name: 'Estimated Impact' }).getByText('Across 1 active pledge', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('all pledges are one press away, and read on without JavaScript too', async () => {
  const ada = await signedUp(product, 'Ada Many')
  for (let n = 0; n < 21; n++) await made(ada.cookie)
  const { page, context, problems } = await visitOf(ada.cookie)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await page.getByRole('link', { name: 'See all 21' }).click()
  await arrivesAt(page, '**/dashboard/pledges')
  const entries = page.locator('main').getByRole('heading', { level: 2 })
  await expect.poll(() => entries.count()).toBe(20)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => entries.count()).toBe(21)
  expect(problems).toEqual([])
  await context.close()
  const reader = await aVisit({ javaScript: false, as: { cookie: ada.cookie, origin: product.origin } })
  await reader.page.goto(address('/dashboard/pledges'))
  await reader.page.getByRole('link', { name: 'Load more' }).click()
  await arrivesAt(reader.page, '**/dashboard/pledges?cursor=*')
  expect(await reader.page.locator('main').getByRole('heading', { level: 2 }).count()).toBe(1)
  await reader.page.goto(address('/dashboard/pledges?cursor=bad'))
  expect(new URL(reader.page.url()).search).toBe('')
  await reader.context.close()
})

test('a dashboard that is slow shows that it comes, and one that fails says so and is tried again', async () => {
  const { page, context } = await visitOf((await signedUp(product, 'Ada Waits')).cookie)
  await page.goto(address('/campaigns'))
  await hydrated(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rpc/dashboard/get**', async (route) => {
    await held
    await route.abort()
  })
  await page.getByText('Ada W.').first().click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' })
  answer()
  await page.getByText('Your dashboard could not be loaded.').waitFor()
  await page.unroute('**/rpc/dashboard/get**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Ada W.!' }).waitFor()
  await context.close()
})

type Made = { id: string; slug: string; title: string }

async function post(cookie: string, path: string, body: object) {
  const { status, body: saved } = await send(product, { method: 'POST', path: `/api/v1${path}`, cookie, body })
  if (status !== 201) throw new Error(`not made: ${JSON.stringify(saved)}`)
  return saved
}

async function made(cookie: string, changes: Record<string, unknown> = {}): Promise<Made> {
  const body = aCampaignBody(changes)
  return { ...(await post(cookie, '/campaigns', body)), title: body.title }
}

const visitOf = (cookie: string) => aVisit({ as: { cookie, origin: product.origin } })
