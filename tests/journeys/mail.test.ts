import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aMailServer, linkIn } from '#tests/support/mail-server.ts'
import { startServed } from '#tests/support/shared-products.ts'
import { sighting } from '#tests/support/sighting.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

const password = 'a long enough passphrase'
const another = 'quite another passphrase'
const server = await aMailServer()
// A product of its own, because with a mail server people count only after they have confirmed their address.
const product = ownProduct(server.env)
afterAll(() => server.stop())

test('a visitor on a phone joins by signing up, with three presses and four fields, is counted after opening the mailed link in another browser, and shares', async () => {
  const { slug } = await aPublished()
  const email = anEmail('bao')
  const effort = { presses: 0, fields: 0 }
  const press = (button: Locator) => {
    effort.presses += 1
    return button.click()
  }
  const { page, context, problems } = await aVisit({ width: 360, height: 740 })
  const fill = (label: string, text: string) => {
    effort.fields += 1
    return page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await press(page.locator('[data-join-bar]').getByRole('button', { name: /^Join/ }))
  await arrivesAt(page, '**/auth?mode=signup*')
  await page.getByText('You are joining').waitFor()
  await hydrated(page)
  await fill('Full name', 'Bao Nguyen')
  await fill('Email', email)
  await fill('Password', password)
  await fill('Confirm password', password)
  await press(page.getByRole('button', { name: 'Sign up' }))
  // The form for signing in replaces the one for signing up, and keeps the notice and the email address, but not the password.
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByText('Check your email to confirm your account.').waitFor()
  expect([await page.getByLabel('Email').inputValue(), await page.getByLabel('Password', { exact: true }).inputValue()]).toEqual([email, ''])
  expect(await supporters(slug)).toBe(1)

  const watcher = await aVisit()
  await watcher.page.goto(`${product.origin}/campaigns/${slug}`)
  await watcher.page.getByText('99 to go to 100').first().waitFor()
  const elsewhere = await aVisit()
  await elsewhere.page.goto(linkIn(await server.next(email), 'confirm').href)
  await hydrated(elsewhere.page)
  expect(await supporters(slug)).toBe(1)
  expect(await elsewhere.page.getByRole('group', { name: 'You join with this address:' }).getByRole('checkbox').isChecked()).toBe(true)
  await press(elsewhere.page.getByRole('button', { name: 'Confirm address' }))
  await elsewhere.page.getByText('Your email is confirmed. You are counted.').waitFor()
  await watcher.page.getByText('98 to go to 100').first().waitFor()
  await elsewhere.page.goto(`${product.origin}/confirm/none`)
  await hydrated(elsewhere.page)
  await elsewhere.page.getByRole('button', { name: 'Confirm address' }).click()
  await elsewhere.page.getByText('This link is no longer valid.').waitFor()
  expect(effort).toEqual({ presses: 3, fields: 4 })

  // The form kept its return path. The join has been done already.
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrivesAt(page, `**/campaigns/${slug}`)
  await page
    .getByRole('dialog', { name: /^You're in. 2 people have joined/ })
    .getByRole('button', { name: 'Close' })
    .click()
  await page.locator('[data-join-bar]').getByText('Joined').waitFor()
  await page.getByText('Only you can see that you joined.').first().waitFor()
  expect(await page.getByText('confirm your email').count()).toBe(0)
  await page.locator('[data-join-bar]').getByRole('button', { name: 'Share' }).click()
  const sheet = page.getByRole('dialog', { name: /^You're in/ })
  expect(await sheet.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toContain(encodeURIComponent(`/campaigns/${slug}`))
  expect([...problems, ...watcher.problems, ...elsewhere.problems]).toEqual([])
  for (const visit of [context, watcher.context, elsewhere.context]) await visit.close()
})

test('a supporter with an unconfirmed address can have the link mailed again once a minute', async () => {
  const { slug } = await aPublished()
  const { cookie } = await signedUp(product, 'Bao Waits')
  const { page, context, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await page.getByRole('button', { name: /^Join/ }).last().click()
  await page.getByText('Joined - confirm your email to be counted').first().waitFor()
  const step = page.getByRole('dialog', { name: 'One step left: confirm your email' })
  await step.getByRole('button', { name: 'Send again' }).click()
  await step.getByText('Sent. Check your inbox.').waitFor()
  await step.getByRole('button', { name: 'Send again' }).click()
  await step.getByText(/Try again in (\d+ seconds|1 minute)\./).waitFor()
  expect(await supporters(slug)).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

test('a forgotten password is replaced by mail, also in a browser that is signed in, and the return path is kept', async () => {
  const person = await signedUp(product, 'Carmen Forgets')
  const { page, context, problems } = await aVisit({ as: { cookie: person.cookie, origin: product.origin } })
  const visitor = await aVisit({ width: 360, height: 740 })
  await visitor.page.goto(`${product.origin}/auth?returnTo=%2Fdashboard`)
  await hydrated(visitor.page)
  await visitor.page.getByRole('link', { name: 'Forgot password?' }).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
  await visitor.page.getByRole('button', { name: 'Send Reset Link' }).click()
  await visitor.page.getByText('Please enter a valid email address').waitFor()
  await visitor.page.getByLabel('Email').fill(person.email)
  await pressed(visitor.page, { button: 'Send Reset Link', says: 'If this address has an account' })
  await arrivesAt(visitor.page, '**/auth?returnTo=%2Fdashboard')

  const { href } = linkIn(await server.next(person.email, /new password/), 'reset')
  await page.goto(href)
  await hydrated(page)
  await page.getByLabel('New password').fill('12345')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('Password must be at least 6 characters').waitFor()
  await page.getByLabel('New password').fill(another)
  await pressed(page, { button: 'Set new password', says: 'Your password has been changed.' })
  await arrivesAt(page, `${product.origin}/`)
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

  await signIn(visitor.page, person.email, person.password)
  await visitor.page.getByText('Invalid email or password').waitFor()
  await signIn(visitor.page, person.email, another)
  await arrivesAt(visitor.page, '**/dashboard')
  await page.goto(href)
  await hydrated(page)
  await page.getByLabel('New password').fill('a third passphrase')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByText('This link is no longer valid.').waitFor()
  expect([...problems, ...visitor.problems]).toEqual([])
  await context.close()
  await visitor.context.close()
})

test('a new address is confirmed by its mail, in another browser with the password', async () => {
  const { cookie, email, password } = await signedUp(product, 'Dora Moves')
  const to = anEmail('dora')
  await send(product, { method: 'POST', path: '/api/auth/change-email', cookie, body: { email: to, password: password } })
  const { page, context, problems } = await aVisit()
  await page.goto(linkIn(await server.next(to), 'email').href)
  await hydrated(page)
  await page.getByLabel('Password').fill('not the one')
  await page.getByRole('button', { name: 'Confirm new address' }).click()
  await page.getByText('Current password is incorrect').waitFor()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Confirm new address' }).click()
  await page.getByText('Your email address has been changed.').waitFor()
  await server.next(email, /was changed/)
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  await arrivesAt(page, `${product.origin}/auth`)
  await hydrated(page)
  await signIn(page, to, password)
  await arrivesAt(page, `${product.origin}/`)
  expect(problems).toEqual([])
  await context.close()
})

test('a person with an unconfirmed address is informed wherever the pledge is shown, with a server-rendered link to resend the email', async () => {
  const { slug, id, cookie: creator } = await aPublished()
  const { cookie } = await signedUp(product, 'Finn Waits')
  await send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie, body: {} })
  const page = async (path: string) => (await send(product, { method: 'GET', path, cookie })).body
  for (const path of [`/campaigns/${slug}`, '/dashboard', '/settings']) expect(await page(path)).toContain('Send again')
  const victory = { method: 'POST', path: `/api/v1/campaigns/${id}/victory`, cookie: creator, body: { statement: 'They gave in, all of it.' } }
  expect((await send(product, victory)).status).toBeLessThan(300)
  expect(await page(`/campaigns/${slug}`)).toContain('Send again')
})

test('invalid parameters of the sign-in page’s address show the sign-in form', async () => {
  for (const query of ['mode=', 'mode=x&token=x', 'mode=1', 'mode=signup&mode=reset', 'token=x&returnTo=%5B%5D', 'mode=toString'])
    expect(await (await fetch(`${product.origin}/auth?${query}`)).text(), query).toMatch(/<h1[^>]*>Sign in</)
})

test('without a mail server a new person finds the link in the folder that the start prints', async () => {
  const own = await startServed({})
  try {
    const folder = join(own.dataDir, 'outbox')
    // The product may respond before its output has arrived through the pipe.
    await expect.poll(() => own.output()).toContain(`emails are written to ${folder}`)
    const { email } = await signedUp(own, 'Emil Outbox')
    const { page, context, problems } = await aVisit()
    await page.goto(`${own.origin}/auth?mode=forgot`)
    await hydrated(page)
    await page.getByLabel('Email').fill(email)
    await pressed(page, { button: 'Send Reset Link', says: 'If this address has an account' })
    await expect.poll(() => readdirSync(folder).some((name) => /^reset_password-.*\.eml$/.test(name))).toBe(true)
    const file = readdirSync(folder).find((name) => name.startsWith('reset_password-')) ?? ''
    await page.goto(linkIn(await PostalMime.parse(readFileSync(join(folder, file))), 'reset').href)
    await hydrated(page)
    await page.getByLabel('New password').fill(another)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await arrivesAt(page, `${own.origin}/`)
    await page.goto(`${own.origin}/auth`)
    await hydrated(page)
    await signIn(page, email, another)
    await arrivesAt(page, `${own.origin}/`)
    // Neither email addresses nor tokens are in the log.
    expect(own.output()).not.toContain(email)
    expect(own.output()).not.toContain('token=')
    expect(problems).toEqual([])
    await context.close()
  } finally {
    await own.end()
  }
})

const anEmail = (name: string) => `${name}.${Math.floor(Math.random() * 1e9)}@people.test`

/** The notice is shown for two seconds, so the test begins to watch for it before the press. */
async function pressed(page: Page, { button, says }: { button: string; says: string }) {
  const said = await sighting(page, { selector: '[role=status]', text: says })
  await page.getByRole('button', { name: button }).click()
  await said()
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A campaign whose creator has confirmed their address. */
test('the report form of a visitor has the time of its page, by which it is measured without JavaScript', async () => {
  const { id } = await aPublished()
  const page = await (await fetch(`${product.origin}/report?kind=campaign&id=${id}`)).text()
  const [, renderedAt] = /name="renderedAt" value="(\d+)"/.exec(page) ?? []
  expect(Math.abs(Number(renderedAt) - Date.now())).toBeLessThan(60_000)
})

async function aPublished(): Promise<{ slug: string; id: string; cookie: string }> {
  const { cookie, email } = await signedUp(product, 'Ada Creates')
  const { token } = linkIn(await server.next(email), 'confirm')
  await send(product, { method: 'POST', path: '/api/auth/verify-email', cookie, body: { token } })
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  return { ...body, cookie }
}

const supporters = async (slug: string): Promise<number> => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body.count.supporters
