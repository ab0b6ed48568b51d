import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, holdRequests, hydrated, takenOver } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

test('a person deletes the account by typing the exact phrase, and every other tab becomes a visitor’s', async () => {
  const { slug } = await made('Ada Leaves')
  const { cookie } = await signedUp(product, 'Bao Leaves')
  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin }, width: 360 })
  const other = await context.newPage()
  await other.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(other)
  await page.bringToFront()
  await page.goto(`${product.origin}/settings?tab=danger`)
  await hydrated(page)
  await page.evaluate((id) => localStorage.setItem(`holdout.text.${id}.x`, 'half typed'), await idOf(cookie))
  await openDialog(page)
  const last = page.getByRole('button', { name: 'Delete my account' })
  const field = page.getByLabel('Type DELETE MY ACCOUNT to confirm')
  expect(await last.isDisabled()).toBe(true)
  await field.fill('delete my account')
  expect(await last.isDisabled()).toBe(true)
  await field.press('Enter')
  await page.getByText('Please type "DELETE MY ACCOUNT" to confirm.').waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie })).status).toBe(200)
  await field.fill('DELETE MY ACCOUNT')
  await last.click()
  const isVisitors = (tab: Page) => tab.locator('header a[href^="/auth"]').first().waitFor({ state: 'attached' })
  await arrivesAt(page, `${product.origin}/`)
  await hydrated(page)
  await isVisitors(page)
  await isVisitors(other)
  expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie })).status).toBe(401)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('.text.')))).toEqual([])
  // With this flag the next page removes the browser's push subscription and its notifications.
  expect(await page.evaluate(() => localStorage.getItem('holdout.forget-told'))).not.toBeNull()
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

/** The section has its own code, so it is hydrated after the page around it. */
async function openDialog(page: Page) {
  const button = page.getByRole('button', { name: 'Delete account' })
  await takenOver(button)
  await button.click()
}

test('a failed deletion is reported and changes nothing', async () => {
  const { cookie } = await signedUp(product, 'Bao Stays')
  const { page, context } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/settings?tab=danger`)
  await hydrated(page)
  await page.route('**/rpc/leaving/**', (route) => route.abort())
  await openDialog(page)
  await page.getByLabel('Type DELETE MY ACCOUNT to confirm').fill('DELETE MY ACCOUNT')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByText('Failed to delete account. Please contact support.').waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  expect(await page.getByLabel('Type DELETE MY ACCOUNT to confirm').inputValue()).toBe('DELETE MY ACCOUNT')
  expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie })).status).toBe(200)
  await context.close()
})

test('signing out in one tab is visible in the others; a page that requires an account redirects to sign-in and back', async () => {
  const { cookie } = await signedUp(product, 'Bao Outside')
  const { page, context } = await aVisit({ as: { cookie, origin: product.origin } })
  const [plain, own] = [await context.newPage(), await context.newPage()]
  await plain.goto(`${product.origin}/campaigns?sort=newest`)
  await own.goto(`${product.origin}/settings?tab=danger`)
  await page.goto(`${product.origin}/`)
  for (const tab of [plain, own, page]) await hydrated(tab)
  await page.bringToFront()
  await page.getByText('Bao O.').first().click()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await arrivesAt(own, '**/auth?returnTo=*')
  await plain.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(new URL(own.url()).searchParams.get('returnTo')).toBe('/settings?tab=danger')
  expect(new URL(plain.url()).search).toBe('?sort=newest')
  await context.close()
})

test('signing in in one tab is announced in a visitor’s other tab, where typed text stays', async () => {
  const { email, password } = await signedUp(product, 'Bao Inside')
  const { page, context } = await aVisit()
  const other = await context.newPage()
  await other.goto(`${product.origin}/auth?mode=signup&returnTo=%2Fcampaigns`)
  await hydrated(other)
  await other.getByLabel('Full name').fill('Half typed')
  await page.bringToFront()
  await page.goto(`${product.origin}/campaigns?sort=newest`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await arrivesAt(page, '**/auth?returnTo=*')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The page on which the header's link was pressed.
  await arrivesAt(page, `${product.origin}/campaigns?sort=newest`)
  await other.getByText('You signed in on another tab.').waitFor()
  expect(await other.getByLabel('Full name').inputValue()).toBe('Half typed')
  await other.getByRole('button', { name: 'Refresh Page' }).click()
  await arrivesAt(other, '**/campaigns')
  await context.close()
})

test('a page whose session is ended on another device becomes a visitor’s without interaction', async () => {
  const { slug } = await made('Ada Device')
  const { cookie } = await signedUp(product, 'Bao Device')
  const { page, context } = await aVisit({ as: { cookie, origin: product.origin } })
  const opened = page.waitForResponse((response) => response.url().includes('/api/v1/live'))
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await opened
  await send(product, { method: 'POST', path: '/api/auth/sign-out', cookie, body: {} })
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await context.close()
})

test('a page that requires an account shows a placeholder, and redirects a visitor to sign-in with path and query', async () => {
  const { cookie } = await signedUp(product, 'Bao Waits')
  const { page, context } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/`)
  await hydrated(page)
  const go = await holdRequests(page, '**/rpc/campaigns/mine**')
  await page.getByText('Bao W.').first().click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('main').getByRole('status').getByText('Loading').waitFor()
  go()
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Pending requests end with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()

  for (const path of [
    '/dashboard',
    '/campaigns/create?draft=0197a000-0000-7000-8000-000000000000&step=2',
    '/campaigns/any/admin?tab=x',
    '/dashboard?from=a%20mail&x=1&x=2',
    '/settings?tab=profile&from=a+mail',
  ]) {
    const { status, headers } = await send(product, { method: 'GET', path })
    expect(status).toBe(307)
    expect(new URL(String(headers.get('location')), product.origin).searchParams.get('returnTo')).toBe(path)
  }
})

test('signing in returns to the previous page, and going back skips the form', async () => {
  const { email, password } = await signedUp(product, 'Cleo Back')
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/campaigns`)
  await page.goto(`${product.origin}/dashboard?from=here`)
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrivesAt(page, '**/dashboard?from=here')
  await hydrated(page)
  await page.goBack()
  await arrivesAt(page, '**/campaigns')
  await page.getByText('Cleo B.').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

async function made(name: string) {
  const { cookie } = await signedUp(product, name)
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  return body as { slug: string }
}

const idOf = async (cookie: string): Promise<string> => (await send(product, { method: 'GET', path: '/api/v1/me', cookie })).body.id
