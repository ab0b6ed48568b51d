import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { theDemo } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theDemo()

const title = 'No parcels from Globex until couriers are paid by the hour'

test('one person starts a campaign, a second finds and joins it on a phone, a third sees the number grow', async () => {
  const creator = await aVisit()
  const { page } = creator
  await page.goto(`${product.origin}/`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Start Campaign' }).first().click()
  await arrivesAt(page, '**/auth?returnTo=*')
  await signUpAndIn(page, 'Ada Lovelace')
  await arrivesAt(page, '**/campaigns/create')

  await fillWizard(page)
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await arrivesAt(page, '**/campaigns/no-parcels-from-globex-*')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await page.getByRole('button', { name: 'Joined' }).first().isDisabled()).toBe(true)
  const address = page.url()

  const watcher = await aVisit()
  await watcher.page.goto(address)
  await hydrated(watcher.page)
  const numbers = watcher.page.getByRole('main')
  await numbers.getByText('$300 a year withheld (est.)').first().waitFor()

  const joiner = await aVisit({ width: 360, height: 740 })
  await joiner.page.goto(`${product.origin}/campaigns?sort=newest`)
  await joiner.page.getByRole('link', { name: title }).first().click()
  await arrivesAt(joiner.page, address)
  // The address changes before the page is rendered.
  await joiner.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await joiner.page.locator('[data-join-bar]').getByRole('button', { name: /^Join/ }).click()
  await arrivesAt(joiner.page, '**/auth?mode=signup*')
  await joiner.page.getByText('You are joining').waitFor()
  await signUpAndIn(joiner.page, 'Bao Nguyen')
  await arrivesAt(joiner.page, address)
  await joiner.page
    .getByRole('dialog', { name: /^You're in. 2 people have joined/ })
    .getByRole('button', { name: 'Close' })
    .click()
  await joiner.page.locator('[data-join-bar]').getByText('Joined').waitFor()

  // The page updates without a reload: with the second supporter the estimate doubles.
  await numbers.getByText('$600 a year withheld (est.)').first().waitFor()
  await watcher.page.getByText('98 to go to 100').first().waitFor()

  for (const visit of [creator, watcher, joiner]) {
    expect(visit.problems).toEqual([])
    await visit.context.close()
  }
})

test('cards and the home page update live in every window, over one connection each', async () => {
  const watcher = await aVisit()
  const open = new Set<Request>()
  watcher.context.on('request', (request) => {
    if (request.url().includes('/api/v1/live')) open.add(request)
  })
  watcher.context.on('requestfinished', (request) => open.delete(request))
  watcher.context.on('requestfailed', (request) => open.delete(request))
  const browse = watcher.page
  await browse.goto(`${product.origin}/campaigns?sort=newest`)
  await hydrated(browse)
  const home = await watcher.context.newPage()
  await home.goto(`${product.origin}/`)
  await hydrated(home)
  const { body } = await send(product, { method: 'GET', path: '/api/v1/campaigns?sort=newest&status=active&limit=1' })
  const campaign = body.items[0]
  const { cookie } = await signedUp(product, 'Live Joiner')
  await send(product, { method: 'PUT', path: `/api/v1/campaigns/${campaign.id}/pledge`, cookie, body: {} })
  const after = String(campaign.count.supporters + 1)
  await home.getByRole('main').getByText(after, { exact: true }).first().waitFor()
  await browse.bringToFront()
  await browse.getByRole('main').getByText(after, { exact: true }).first().waitFor()
  // A stream with more topics may still be replacing the previous one.
  await expect.poll(() => open.size).toBe(2)
  await watcher.context.close()
})

test('a draft is saved, visible to its creator only, and published later', async () => {
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/auth?returnTo=%2Fcampaigns%2Fcreate`)
  await signUpAndIn(page, 'Dora Drafts')
  await arrivesAt(page, '**/campaigns/create')
  await fillWizard(page)
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await arrivesAt(page, '**/dashboard')
  const manage = await page
    .getByRole('link', { name: /^Manage/ })
    .first()
    .getAttribute('href')
  const address = new URL(manage?.replace(/\/admin$/, '') ?? '', product.origin).href
  expect((await fetch(address)).status).toBe(404)
  await page.goto(address)
  await hydrated(page)
  await page.getByText('This is a draft. Only you can see it.').waitFor()
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await page.getByRole('button', { name: 'Joined' }).first().waitFor()
  expect((await fetch(address)).status).toBe(200)
  expect(problems).toEqual([])
  await context.close()
})

test('without JavaScript pages can be read, filters work and unknown pages are 404', async () => {
  const { page, context } = await aVisit({ javaScript: false })
  await page.goto(`${product.origin}/`)
  await page.getByRole('link', { name: 'Campaigns' }).first().click()
  await page.getByLabel('Status').selectOption('victory')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await arrivesAt(page, (url) => url.searchParams.get('status') === 'victory')
  expect(await page.getByText('Victory', { exact: true }).count()).toBeGreaterThan(5)
  const gone = await page.goto(`${product.origin}/campaigns/never-was`)
  expect(gone?.status()).toBe(404)
  await page.getByText('Campaign not found').first().waitFor()
  expect((await page.goto(`${product.origin}/no/such/page`))?.status()).toBe(404)
  await context.close()
})

async function signUpAndIn(page: Page, name: string): Promise<void> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@people.test`
  const password = 'a long enough passphrase'
  await hydrated(page)
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('You can sign in now.').waitFor()
  await page.getByLabel('Confirm password').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function fillWizard(page: Page): Promise<void> {
  const suffix = String(Date.now())
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByRole('heading', { name: 'Create a Holdout' }).waitFor()
  await hydrated(page)
  expect(await next.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Add a new target' }).click()
  const target = page.getByRole('dialog')
  await target.getByLabel('Name', { exact: true }).fill(`Globex Parcels ${suffix}`)
  await target.getByLabel(/^Website/).fill('https://globex.example')
  await target.getByLabel('Industry').selectOption({ label: 'Add a new industry' })
  await target.getByLabel('Name of the new industry').fill(`Parcel delivery ${suffix}`)
  await target.getByRole('button', { name: 'Add Target' }).click()
  await target.waitFor({ state: 'hidden' })
  await page.getByLabel('Title').fill(title)
  await next.click()

  await page.getByLabel('Goal').fill('Pay every courier by the hour')
  await page
    .getByLabel('Why it matters')
    .fill('Couriers carry the parcels through the rain and are paid by the piece, so an hour in traffic is an hour for nothing at all.')
  await page.getByRole('button', { name: 'Add new cause' }).click()
  const cause = page.getByRole('dialog')
  await cause.getByLabel('Name').fill(`Paid waiting ${suffix}`)
  await cause.getByRole('button', { name: 'Add Cause' }).click()
  await cause.waitFor({ state: 'hidden' })
  await next.click()

  await page.getByLabel('Action 1').fill('Choose the post at the checkout')
  await page.getByLabel('Alternative 1').first().fill('The post')
  await next.click()

  await page.getByRole('button', { name: /Streaming/ }).click()
  await next.click()
  await page.getByRole('heading', { name: 'Cover image' }).waitFor()
  await next.click()
  await page.getByRole('heading', { name: 'Review and publish' }).waitFor()
}
