import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { arrivesAt, aVisit, holdRequests, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
const address = (path: string) => `${product.origin}${path}`

test('visitors are redirected to sign in; a new person gets suggestions for a first step', async () => {
  for (const path of ['/dashboard', '/dashboard/pledges?cursor=x']) {
    const { status, headers } = await send(product, { method: 'GET', path })
    expect({ status, to: headers.get('location') }).toEqual({ status: 307, to: `/auth?returnTo=${encodeURIComponent(path)}` })
  }
  const { page, context, problems } = await visitOf((await signedUp(product, 'Ada Begins')).cookie)
  await page.goto(address('/dashboard'))
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Ada!' }).waitFor()
  await page.getByText('Join campaigns to start making an impact!').waitFor()
  await page.getByRole('heading', { name: 'My Campaigns (0)' }).waitFor()
  const hrefs = await page
    .locator('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect([...new Set(hrefs)].map((href) => href.replace(/\/u\/.*/, '/u/')).sort()).toEqual(['/campaigns', '/campaigns/create', '/communities/create', '/u/'])
  await page.goto(address('/dashboard/pledges'))
  await page.getByText("You haven't joined a Holdout yet").waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a person whose public pledges are older than the notice is informed once, with a link to hide them', async () => {
  const { body: campaign } = await send(product, {
    method: 'POST',
    path: '/api/v1/campaigns',
    cookie: (await signedUp(product, 'Ada Creates')).cookie,
    body: aCampaignBody(),
  })
  const { cookie } = await signedUp(product, 'Bao Shown')
  const { body } = await send(product, { method: 'GET', path: '/api/v1/me', cookie })
  await send(product, { method: 'PUT', path: `/api/v1/campaigns/${campaign.id}/pledge`, cookie, body: { isPrivate: false } })
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('pledge').set({ notice_version: null, notice_at: null }).where('person_id', '=', body.id).execute()
  await store.close()
  const { page, context, problems } = await visitOf(cookie)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  const notice = page.getByRole('region', { name: 'Your earlier pledges are shown on your profile' })
  expect(await notice.getByRole('link').getAttribute('href')).toBe('/dashboard/pledges')
  await notice.getByRole('button', { name: 'Got it' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: campaign.title }).first().waitFor()
  expect(await notice.count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('signing out causes no request that fails with 401', async () => {
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

test('a draft is deleted after a confirmation; a failure is reported and keeps the draft', async () => {
  const { cookie } = await signedUp(product, 'Ada Deletes')
  const draft = await createCampaign(cookie, { publish: false })
  const active = await createCampaign(cookie)
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
  // An offline deletion fails too, and is not sent later.
  let requestCount = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/campaigns/remove')) requestCount++
  })
  await context.setOffline(true)
  await remove.click()
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('alertdialog', { name: 'Failed to delete draft. Please try again.' }).getByRole('button', { name: 'OK' }).click()
  const countOffline = requestCount
  await context.setOffline(false)
  await page.reload()
  await hydrated(page)
  await remove.waitFor()
  expect(requestCount).toBe(countOffline)
  await remove.click()
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { name: 'My Campaigns (1)' }).waitFor()
  expect(await remove.count()).toBe(0)
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${draft.id}`, cookie })).status).toBe(404)
  expect(problems).toEqual([])
  await context.close()
})

test('a campaign that was joined a moment ago is on the dashboard with its impact, actions and news', async () => {
  const ada = await signedUp(product, 'Ada Creates')
  const campaign = await createCampaign(ada.cookie, { impact: { mode: 'monetary', productService: 'Parcels', spendCents: 1_250, durationBasis: 'weekly' } })
  const reported = await post(ada.cookie, `/campaigns/${campaign.id}/updates`, { title: 'They have answered', body: 'At last.' })
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Joins')).cookie)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await openFromList(page, campaign)
  await joinAndOpenMenu(page, 'Bao J.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const impact = page.getByRole('region', { name: 'Estimated Impact' })
  await impact.getByText('Across 1 active pledge', { exact: true }).waitFor()
  await impact.getByText('$50', { exact: true }).first().waitFor()
  await impact.getByText('This chart begins tomorrow.').waitFor()
  await impact.getByText('How is this counted?').click()
  await impact.getByText(/weekly spending × 4/).waitFor()
  await page.getByRole('region', { name: 'My Pledges' }).getByText('Stop buying there').waitFor()
  await page.getByRole('link', { name: 'They have answered' }).click()
  await arrivesAt(page, `**/campaigns/${campaign.slug}?tab=updates&updateId=${reported.id}`)
  await page.getByText('At last.').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

/** Navigates from the dashboard to a campaign that was just created, without a page load. */
async function openFromList(page: Page, { title }: CreatedCampaign) {
  await page.getByRole('link', { name: 'See all Holdouts' }).first().click()
  await page.getByRole('link', { name: 'Newest' }).click()
  await page.getByRole('link', { name: title }).first().click()
}

/** Joins the campaign on the page, and opens the account menu of the person with this name. */
async function joinAndOpenMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await page.getByText('Joined', { exact: true }).first().waitFor()
  await page.getByText(name).first().click()
}

/** Holds requests to join until the returned function is called. */
async function holdJoinRequests(page: Page): Promise<() => void> {
  return holdRequests(page, '**/rpc/pledges/join')
}

test('the dashboard shows a pledge whose request is still running when it is opened', async () => {
  const campaign = await createCampaign((await signedUp(product, 'Ada Quick')).cookie)
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Quick')).cookie)
  const release = await holdJoinRequests(page)
  await page.goto(address(`/campaigns/${campaign.slug}`))
  await hydrated(page)
  await joinAndOpenMenu(page, 'Bao Q.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await arrivesAt(page, '**/dashboard')
  release()
  await page.getByRole('region', { name: 'Estimated Impact' }).getByText('Across 1 active pledge', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a cached dashboard also waits for a running pledge', async () => {
  const campaign = await createCampaign((await signedUp(product, 'Ada Before')).cookie)
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Before')).cookie)
  const release = await holdJoinRequests(page)
  await page.goto(address('/dashboard'))
  await hydrated(page)
  await openFromList(page, campaign)
  await joinAndOpenMenu(page, 'Bao B.')
  const waited = await sighting(page, { selector: '.page-column > [role=status]', text: 'Loading' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await waited()
  release()
  await page.getByRole('region', { name: 'Estimated Impact' }).getByText('Across 1 active pledge', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a pledge that takes longer than the dashboard waits for it appears once it is stored', async () => {
  const campaign = await createCampaign((await signedUp(product, 'Ada Slow')).cookie)
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Slow')).cookie)
  const release = await holdJoinRequests(page)
  await page.clock.install()
  await page.goto(address(`/campaigns/${campaign.slug}`))
  await hydrated(page)
  await joinAndOpenMenu(page, 'Bao S.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const emptyState = page.getByText('Join campaigns to start making an impact!')
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return emptyState.count()
    })
    .toBe(1)
  release()
  await page.getByRole('region', { name: 'Estimated Impact' }).getByText('Across 1 active pledge', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('one click opens the list of all pledges, whose further pages also load without JavaScript', async () => {
  const ada = await signedUp(product, 'Ada Many')
  for (let n = 0; n < 21; n++) await createCampaign(ada.cookie)
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

test('a slow dashboard shows a placeholder, and a failed one shows an error with a retry', async () => {
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
  await page.getByRole('heading', { level: 1, name: 'Welcome back, Ada!' }).waitFor()
  await context.close()
})

type CreatedCampaign = { id: string; slug: string; title: string }

async function post(cookie: string, path: string, body: object) {
  const { status, body: saved } = await send(product, { method: 'POST', path: `/api/v1${path}`, cookie, body })
  if (status !== 201) throw new Error(`not created: ${JSON.stringify(saved)}`)
  return saved
}

async function createCampaign(cookie: string, changes: Record<string, unknown> = {}): Promise<CreatedCampaign> {
  const body = aCampaignBody(changes)
  return { ...(await post(cookie, '/campaigns', body)), title: body.title }
}

const visitOf = (cookie: string) => aVisit({ as: { cookie, origin: product.origin } })
