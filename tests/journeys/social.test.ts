import { mkdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { arrivesAt, aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { hostile } from '#tests/support/hostile-paths.ts'
import { signedUp } from '#tests/support/members.ts'
import { anOAuthServer } from '#tests/support/oauth-server.ts'
import { freePort } from '#tests/support/product.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const pictures = process.env.PICTURES
const port = await freePort()
const oauth = await anOAuthServer({ origin: `http://127.0.0.1:${port}` })
// Facebook is left without credentials.
const { FACEBOOK_CLIENT_ID: _id, FACEBOOK_CLIENT_SECRET: _secret, FACEBOOK_ISSUER: _issuer, ...env } = oauth.env
// A product of its own, because providers of sign-in change the sign-in page and the settings.
const product = ownProduct(env, port)
afterAll(() => oauth.stop())

const ada = () => ({ sub: `ada-${crypto.randomUUID()}`, name: 'Ada King Lovelace', email: `${crypto.randomUUID()}@people.test`, email_verified: true })

test('a visitor to a protected page signs in through a provider and returns to it', async () => {
  oauth.is(ada())
  const { page, problems, context } = await aVisit()
  await page.goto(`${product.origin}/dashboard`)
  await arrivesAt(page, '**/auth?returnTo=*')
  await hydrated(page)
  await page.getByText('Facebook is not set up here').click()
  await page.getByText('Not configured on this site').waitFor()
  expect(await page.getByText('Soon', { exact: true }).count()).toBe(2)
  await page.getByText('Additional sign-in options coming soon').waitFor()
  await shown(page, 'auth')
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await arrivesAt(page, `${product.origin}/dashboard`)
  await page.getByRole('heading', { name: 'Welcome back, Ada King!' }).waitFor()
  // A signed-in person is redirected from the sign-in page, but never to another site.
  await page.goto(`${product.origin}/auth?returnTo=${encodeURIComponent('//evil.example')}`)
  expect(page.url()).toBe(`${product.origin}/`)
  await page.goto(`${product.origin}/auth?returnTo=%2Fcampaigns`)
  expect(page.url()).toBe(`${product.origin}/campaigns`)
  expect(problems).toEqual([])
  await context.close()
})

test('denying access at the provider is reported, and the requested page is kept', async () => {
  oauth.is(ada())
  const { page, problems, context } = await aVisit({ width: 360 })
  await page.goto(`${product.origin}/auth?returnTo=%2Fdashboard`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Discord' }).click()
  await page.getByRole('link', { name: 'Deny' }).click()
  await page.getByText('You cancelled at Discord. Nothing has changed.').waitFor()
  await hydrated(page)
  await shown(page, 'denied')
  await page.getByRole('button', { name: 'Twitch' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await arrivesAt(page, `${product.origin}/dashboard`)
  expect(problems).toEqual([])
  await context.close()
})

test('a callback without its state is reported, and the return path of the last 15 minutes is kept', async () => {
  oauth.is(ada())
  const { page, context } = await aVisit()
  await page.goto(`${product.origin}/auth?returnTo=%2Fdashboard`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).waitFor()
  await context.clearCookies({ name: 'holdout.state' })
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText('Failed to connect to authentication provider. Please try again.').waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Google' }).click()
  await arrivesAt(page, `${product.origin}/dashboard`)
  await context.close()
})

test('an unavailable provider is reported on the page, which stays usable', async () => {
  const { page, context } = await aVisit()
  await page.goto(`${product.origin}/auth`)
  await hydrated(page)
  await page.route('**/api/auth/sign-in/social', (route) =>
    route.fulfill({ status: 503, json: { code: 'PROVIDER_AWAY', message: '', status: 503, data: null } }),
  )
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByText('Failed to connect to authentication provider. Please try again.').waitFor()
  await page.unroute('**/api/auth/sign-in/social')
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).waitFor()
  await context.close()
})

test('an existing account is not taken over: its owner signs in and links the provider', async () => {
  const member = await signedUp(product, 'Mem Ber')
  const owner = { ...ada(), email: member.email }
  oauth.is(owner)
  const { page, problems, context } = await aVisit({ width: 360 })
  await page.goto(`${product.origin}/auth?returnTo=%2Fsettings%3Ftab%3Dconnected-apps`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText(/already has an account here/).waitFor()
  await hydrated(page)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await arrivesAt(page, '**/settings?tab=connected-apps')
  await hydrated(page)
  await page.getByRole('button', { name: 'Link Google' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Link' }).click()
  await dialog.getByText('Current password is incorrect').waitFor()
  await shown(page, 'link')
  await dialog.getByLabel('Password').fill(member.password)
  await dialog.getByRole('button', { name: 'Link' }).click()
  await page.getByText('Google is linked. You can sign in with it from now on.').waitFor()
  await hydrated(page)
  await shown(page, 'linked')
  await page.getByRole('button', { name: 'Unlink Google' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('button', { name: 'Link Google' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the last way to sign in cannot be unlinked, and the page gives the reason', async () => {
  oauth.is(ada())
  const { page, problems, context } = await aVisit()
  await page.goto(`${product.origin}/auth?returnTo=%2Fsettings%3Ftab%3Dconnected-apps`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText('This is your only way to sign in.').waitFor()
  await hydrated(page)
  expect(await page.getByRole('button', { name: 'Unlink Google' }).isDisabled()).toBe(true)
  await shown(page, 'last')
  await page.getByRole('button', { name: 'Link Twitch' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText('Twitch is linked. You can sign in with it from now on.').waitFor()
  await hydrated(page)
  expect(await page.getByRole('button', { name: 'Unlink Google' }).isDisabled()).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

test('the sign-in page never redirects a signed-in person to another site', async () => {
  const { cookie } = await signedUp(product, 'Led On')
  for (const returnTo of hostile.flatMap((raw) => (typeof raw === 'string' && raw.isWellFormed() ? [raw] : []))) {
    const { status, headers } = await send(product, { method: 'GET', path: `/auth?${new URLSearchParams({ returnTo })}`, cookie })
    // Addresses that HTTP does not permit are refused. All others redirect to the home page, possibly after a redirect that normalizes the address.
    if (status === 400 || status === 414) continue
    const location = new URL(headers.get('location') ?? '/', product.origin)
    expect({ returnTo, status, origin: location.origin, path: location.pathname === '/auth' ? '/' : location.pathname }).toEqual({
      returnTo,
      status: 307,
      origin: product.origin,
      path: '/',
    })
  }
})

/** Checks that the page fits and is accessible, and takes a screenshot if `PICTURES` is set. */
async function shown(page: Visit['page'], name: string) {
  const size = page.viewportSize()
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // Waits for transitions between the colour schemes, whose intermediate colours must not be checked.
      await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'))
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
      // Each theme once and each width once, as in screens.test.ts.
      if ((width === 360) === (colorScheme === 'light')) expect(await accessibilityProblems(page), `${name} ${width} ${colorScheme}`).toEqual([])
      if (pictures) mkdirSync(pictures, { recursive: true })
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}
