import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

test('a private pledge is chosen beside Join, counts once however often it is pressed, and says that it is private in the other tab too', async () => {
  const { slug } = await made()
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Private')).cookie)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${product.origin}/campaigns/${slug}`)
  await page.bringToFront()
  await hydrated(page)
  const sent: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/rpc/pledges/join') && sent.push(request.url())))
  await page.getByRole('switch', { name: /^Keep my pledge private/ }).check({ force: true })
  // The page says that it is joined before the server has confirmed it.
  const confirmed = page.waitForResponse('**/rpc/pledges/join')
  await page.getByRole('button', { name: 'Join this Holdout' }).first().dblclick()
  await page.getByText('Your pledge is private').first().waitFor()
  expect((await confirmed).ok()).toBe(true)
  expect(await page.getByRole('button', { name: 'Joined' }).first().getAttribute('aria-disabled')).toBe('true')
  expect(sent).toHaveLength(1)

  // Where the other tab has not heard of it, joining there changes nothing, and it learns how it stands. It may hear of it at
  // any moment, so the button is looked for and pressed in one go.
  await other.bringToFront()
  await hydrated(other)
  await other.getByRole('button', { name: 'Join this Holdout' }).evaluateAll(([join]: HTMLElement[]) => join?.click())
  await other.getByText('Your pledge is private').first().waitFor()
  await expect.poll(async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters).toBe(2)
  // Afterwards the same switch shows the pledge.
  await other.getByRole('switch', { name: 'Keep my pledge private' }).uncheck({ force: true })
  await other.getByText('Your pledge is private').first().waitFor({ state: 'detached' })
  await other.reload()
  await hydrated(other)
  expect(await other.getByRole('switch', { name: 'Keep my pledge private' }).isChecked()).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

test('a campaign that ends while its page is open takes no pledge and says so', async () => {
  const { id, slug, cookie } = await made()
  const { page, context } = await visitOf((await signedUp(product, 'Bao Late')).cookie)
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${id}/archive`, cookie, body: {} })
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await page.getByText('This Holdout is no longer active, so it cannot be joined.').first().waitFor()
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters).toBe(1)
  await context.close()
})

test('a session that has ended unheard leads to sign-in and back to the same place, with the choice of a private pledge kept', async () => {
  const { slug } = await made()
  const { cookie, email, password } = await signedUp(product, 'Bao Away')
  const { page, context, problems } = await visitOf(cookie)
  // Else its stream would tell it, and it would be a visitor's page by then.
  await page.route('**/api/v1/live?*', (route) => route.abort())
  await page.goto(`${product.origin}/campaigns/${slug}?tab=discussion`)
  await hydrated(page)
  await send(product, { method: 'POST', path: '/api/auth/sign-out', cookie, body: {} })
  await page.getByRole('switch', { name: /^Keep my pledge private/ }).check({ force: true })
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await arrivesAt(page, '**/auth?returnTo=*')
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrivesAt(page, `**/campaigns/${slug}?tab=discussion`)
  await hydrated(page)
  await expect.poll(() => page.getByRole('switch', { name: /^Keep my pledge private/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await page.getByText('Your pledge is private').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a pledge that does not get through is taken back with the reason, and joins when it is tried again', async () => {
  const { slug } = await made()
  const { page, context } = await visitOf((await signedUp(product, 'Bao Offline')).cookie, 360)
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await page.route('**/rpc/pledges/join', (route) => route.abort())
  const bar = page.locator('[data-join-bar]')
  await bar.getByRole('button', { name: 'Join this Holdout' }).click()
  await bar.getByText('The site could not be reached.').waitFor()
  await page.unroute('**/rpc/pledges/join')
  await bar.getByRole('button', { name: 'Join this Holdout' }).click()
  await bar.getByRole('button', { name: 'Joined' }).waitFor()
  await expect.poll(async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters).toBe(2)
  await context.close()
})

async function made(): Promise<{ id: string; slug: string; cookie: string }> {
  const { cookie } = await signedUp(product, 'Ada Creates')
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  return { ...body, cookie }
}

const visitOf = (cookie: string, width = 1280) => aVisit({ width, as: { cookie, origin: product.origin } })
