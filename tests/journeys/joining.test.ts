import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

test('a pledge is private by default, counts once however often Join is pressed, and the switch shows it afterwards, in the other tab too', async () => {
  const { slug } = await made()
  const { page, context, problems } = await visitOf((await signedUp(product, 'Bao Private')).cookie)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${product.origin}/campaigns/${slug}`)
  await page.bringToFront()
  await hydrated(page)
  await page.getByText("Your name won't be shown.").first().waitFor()
  expect(await page.getByText('Only you can see that you joined.').count()).toBe(0)
  const sent: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/rpc/pledges/join') && sent.push(request.url())))
  expect(await page.getByRole('switch', { name: 'Show it on my profile' }).isChecked()).toBe(false)
  // The page shows the join before the server has confirmed it.
  const confirmed = page.waitForResponse('**/rpc/pledges/join')
  await page.getByRole('button', { name: 'Join this Holdout' }).first().dblclick()
  await page.getByRole('button', { name: 'Joined' }).first().waitFor()
  expect((await confirmed).ok()).toBe(true)
  expect(await page.getByRole('button', { name: 'Joined' }).first().getAttribute('aria-disabled')).toBe('true')
  expect(sent).toHaveLength(1)

  // Joining again in a tab that does not know of the first join changes nothing but that tab's state. The tab may be notified at any moment, so the
  // button is found and clicked in one step.
  await other.bringToFront()
  await hydrated(other)
  await other.getByRole('button', { name: 'Join this Holdout' }).evaluateAll(([join]: HTMLElement[]) => join?.click())
  await other.getByRole('button', { name: 'Joined' }).first().waitFor()
  await expect.poll(async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters).toBe(2)
  // From now on, the same switch controls the visibility of the pledge.
  await other.getByText('You are counted. Only you can see that you joined.').first().waitFor()
  // The panel above the switch is complete, so nothing moves while it is clicked.
  await other.getByText(/You can disconnect this from your account/).waitFor()
  const saved = other.waitForResponse('**/rpc/pledges/setPrivate')
  await other.getByText('Show it on my profile').click()
  expect((await saved).ok()).toBe(true)
  await other.getByText('You are counted. Only you can see that you joined.').waitFor({ state: 'detached' })
  await other.reload()
  await hydrated(other)
  expect(await other.getByRole('switch', { name: 'Show it on my profile' }).isChecked()).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('an account whose address is not confirmed counts on its own, also if the mailbox counts already, and the page says how it counts', async () => {
  const { slug, email } = await made()
  const twin = await signedUp(product, 'Bao Again')
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db
    .updateTable('person')
    .set({ email: email.replace('@', '+again@') })
    .where('id', '=', twin.id)
    .execute()
    .finally(store.close)
  const { page, context, problems } = await visitOf(twin.cookie)
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  const answer = page.waitForResponse('**/rpc/pledges/join')
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await (await answer).finished()
  expect((await (await answer).json()).json.count.supporters).toBe(2)
  await page.reload()
  await page.getByText("You're in. 2 people have joined.").first().waitFor()
  await page.getByText('How is this counted?').first().click()
  await page.getByText(/^One account is one supporter\./).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a campaign that ends while its page is open takes no pledge and shows that', async () => {
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

test('if the session has ended unnoticed, Join leads to sign-in, after which the person has joined as chosen and is back on the page', async () => {
  const { slug } = await made()
  const { cookie, email, password } = await signedUp(product, 'Bao Away')
  const { page, context, problems } = await visitOf(cookie)
  // Otherwise the live stream would report the end of the session, and the page would become a visitor's page before the click.
  await page.route('**/api/v1/live?*', (route) => route.abort())
  await page.goto(`${product.origin}/campaigns/${slug}?tab=discussion`)
  await hydrated(page)
  await send(product, { method: 'POST', path: '/api/auth/sign-out', cookie, body: {} })
  await page.getByRole('switch', { name: 'Show it on my profile' }).check({ force: true })
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await arrivesAt(page, '**/auth?returnTo=*')
  await page.getByText('You are joining').waitFor()
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrivesAt(page, `**/campaigns/${slug}?tab=discussion`)
  await page.getByRole('button', { name: 'Joined' }).first().waitFor()
  expect(await page.getByRole('switch', { name: 'Show it on my profile' }).isChecked()).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('a person who presses Join, but signs in through another form than the one that Join opened, is asked before joining', async () => {
  const { slug } = await made()
  const { email, password } = await signedUp(product, 'Bao Lin')
  const { page, context, problems } = await aVisit({})
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await arrivesAt(page, '**/auth?mode=signup*')
  await page.goto(`${product.origin}/auth?returnTo=${encodeURIComponent(`/campaigns/${slug}`)}`)
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrivesAt(page, `**/campaigns/${slug}`)
  const question = page.getByRole('region', { name: 'Join as Bao L.?' })
  // The question goes before the answer, and the reload below would cancel the request.
  await Promise.all([page.waitForResponse('**/rpc/pledges/dropIntention'), question.getByRole('button', { name: 'Not now' }).click()])
  await question.waitFor({ state: 'detached' })
  await page.reload()
  await hydrated(page)
  expect(await question.count()).toBe(0)
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

test('without JavaScript the page says how to join, and Join stores the choice and leads to signing up', async () => {
  const { slug } = await made()
  const { page, context } = await aVisit({ width: 360, javaScript: false })
  await page.goto(`${product.origin}/campaigns/${slug}`)
  // Playwright's search by text skips what is inside noscript.
  await page.locator('noscript p', { hasText: 'How to join: press Join and create a free account.' }).waitFor()
  await page.getByText('Who can see this?').first().click()
  await page.getByText('Not the organizer, not the company, not other supporters.').first().waitFor()
  await page.getByRole('switch', { name: 'Show it on my profile' }).check({ force: true })
  await page.locator('[data-join-bar]').getByRole('button', { name: /^Join/ }).click()
  await arrivesAt(page, '**/auth?mode=signup*')
  await page.getByText('You are joining').waitFor()
  await page.getByText('Your profile will show it.').waitFor()
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/campaigns/${slug}`)
  await context.close()
})

test('a link with join=1 from elsewhere opens the form with the campaign on top, and stores nothing', async () => {
  const { slug } = await made()
  const { title } = (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body
  for (const mode of ['mode=signup&', '']) {
    const form = await send(product, { method: 'GET', path: `/auth?${mode}returnTo=/campaigns/${slug}&join=1` })
    expect([form.status, form.headers.getSetCookie()]).toEqual([200, []])
    expect(form.body).toContain(title)
    expect(form.body).toContain('To join this Holdout, you need an account')
  }
  const { body } = await send(product, { method: 'GET', path: '/auth?mode=signup&returnTo=/campaigns/nothing-here&join=1' })
  expect(body).not.toContain('To join this Holdout')
})

test('a pledge whose request fails is rolled back with the reason, and joins on retry', async () => {
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
  await bar.getByText('Joined').waitFor()
  await page.getByRole('dialog', { name: /^You're in/ }).waitFor()
  await expect.poll(async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters).toBe(2)
  await context.close()
})

async function made(): Promise<{ id: string; slug: string; cookie: string; email: string }> {
  const { cookie, email } = await signedUp(product, 'Ada Creates')
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  return { ...body, cookie, email }
}

const visitOf = (cookie: string, width = 1280) => aVisit({ width, as: { cookie, origin: product.origin } })
