import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, holdRequests, hydrated, type Visit } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
type Someone = { cookie: string; email: string; password: string }

async function visiting(who: Someone, tab?: string, given: Parameters<typeof aVisit>[0] = {}): Promise<Visit> {
  const visit = await aVisit({ ...given, as: { cookie: who.cookie, origin: product.origin } })
  await visit.page.goto(`${product.origin}/settings${tab ? `?tab=${tab}` : ''}`)
  await hydrated(visit.page)
  await isTakenOver(visit.page)
  return visit
}
/** The section's code loads after the page's own; until then the section is not hydrated. */
const isTakenOver = (page: Page) =>
  page.waitForFunction(() => {
    const part = document.querySelector('section[aria-labelledby^="settings-"]:not([hidden]) :is(form, button)')
    return part && Object.keys(part).some((key) => key.startsWith('__reactProps'))
  })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Performs an action that saves, and waits for the notice, which disappears after three seconds. */
async function untilNotice(page: Page, text: string, act: () => Promise<void>): Promise<void> {
  const said = await sighting(page, { selector: '[role=status]', text })
  await act()
  await said()
}
const saved = (page: Page, text = 'Changes saved successfully!') => untilNotice(page, text, () => press(page, 'Save changes'))
const settingsOf = async ({ cookie }: Someone) => (await send(product, { method: 'GET', path: '/api/v1/me/settings', cookie })).body
const gone = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor({ state: 'detached' })
const isReady = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).and(page.locator(':enabled')).waitFor()

test('a profile gets names and a cropped picture, the page shows them immediately, and text typed elsewhere is kept', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context, problems } = await visiting(ada, 'security')
  await page.getByLabel('New password', { exact: true }).fill('half a thought')
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  await page.getByLabel('Display name').waitFor()
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)

  const buffer = await aPicture(600, 300)
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const area = page.getByRole('application')
  await area.focus()
  for (const key of ['ArrowLeft', 'ArrowUp', '+', '+']) await page.keyboard.press(key)
  const box = await area.boundingBox()
  if (!box) throw new Error('nothing to drag')
  await page.mouse.move(box.x + 50, box.y + 50)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('slider', { name: 'Size' }).fill('2.5')
  await press(page, 'Use this picture')
  await page.getByText('New picture, not saved yet').waitFor()

  await page.getByLabel('Display name').fill('Countess')
  await page.getByLabel('Bio').fill('I buy next door.')
  await page.getByText('16/500 characters', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { here: true }))
  await saved(page)
  await page.getByText('Countess').first().waitFor()
  await gone(page, 'Changes saved successfully!')
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  expect(await settingsOf(ada)).toMatchObject({ displayName: 'Countess', bio: 'I buy next door.', avatarUrl: expect.stringMatching(/-128\.webp$/) })
  const { avatarUrl } = await settingsOf(ada)
  await page.locator(`header img[src="${avatarUrl}"]`).waitFor({ state: 'attached' })
  expect((await fetch(`${product.origin}${avatarUrl}`)).status).toBe(200)

  await page.getByRole('link', { name: 'Security', exact: true }).click()
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('half a thought')
  expect(await page.evaluate(() => 'here' in window)).toBe(true)
  expect(new URL(page.url()).search).toBe('?tab=security')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await arrivesAt(page, (url) => url.search === '')
  expect(problems).toEqual([])
  await context.close()
})

test('typed text survives a reported failure, and a file that is no picture is refused', async () => {
  const bao = await signedUp(product, 'Bao Nguyen')
  const { page, context } = await visiting(bao, 'profile', { width: 360, height: 740 })
  await page.getByLabel('Bio').fill('Half written')
  await page.route('**/rpc/settings/change', (route) => route.abort())
  await press(page, 'Save changes')
  await page.getByText('Failed to save profile. Please try again.').waitFor()
  expect(await page.getByLabel('Bio').inputValue()).toBe('Half written')
  await page.unroute('**/rpc/settings/change')
  await page.getByLabel('Bio').fill('b'.repeat(501))
  await press(page, 'Save changes')
  await page.getByText('Bio must be at most 500 characters').waitFor()
  await page.getByLabel('Bio').fill('Whole')
  await saved(page)

  const choose = (mimeType: string, buffer: Buffer) => page.locator('input[type=file]').setInputFiles({ name: 'me', mimeType, buffer })
  await choose('application/pdf', Buffer.from('%PDF'))
  await page.getByText('Only JPEG, PNG, and WebP images are allowed').waitFor()
  await choose('image/png', Buffer.from('no picture'))
  await page.getByText("This image can't be read").waitFor()
  await page.route('**/api/v1/media', (route) => route.abort())
  await choose('image/png', await aPicture(40, 40))
  await press(page, 'Use this picture')
  await page.getByText('Failed to upload avatar. Please try again.').waitFor()
  expect(await settingsOf(bao)).toMatchObject({ bio: 'Whole', avatarUrl: null })
  await context.close()
})

test('changing the password requires the current one and the new one twice, and signs out the other browser', async () => {
  const cleo = await signedUp(product, 'Cleo Careful')
  const other = (await send(product, { method: 'POST', path: '/api/auth/sign-in/email', body: { email: cleo.email, password: cleo.password } })).headers
  const otherCookie = other.getSetCookie()[0]?.split(';')[0] ?? ''
  const { page, context } = await visiting(cleo, 'security')
  const fill = async (current: string, next: string, confirm: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password').fill(confirm)
  }
  await fill(cleo.password, 'quite another phrase', '')
  expect(await page.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true)
  await page.getByLabel('Confirm new password').fill('quite another praise')
  await press(page, 'Change password')
  await page.getByText('New passwords do not match').waitFor()
  await fill(cleo.password, 'short', 'short')
  await press(page, 'Change password')
  await page.getByText('Password must be at least 6 characters').waitFor()
  await fill('not the one', 'quite another phrase', 'quite another phrase')
  await press(page, 'Change password')
  await page.getByText('Current password is incorrect').waitFor()
  await isReady(page, 'Change password')
  await page.getByLabel('Current password').fill(cleo.password)
  await press(page, 'Change password')
  await page.getByText('Password changed. You are signed out everywhere else.').waitFor()
  await expect.poll(() => page.getByLabel('Current password').inputValue()).toBe('')
  expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie: otherCookie })).status).toBe(401)
  expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie: cleo.cookie })).status).toBe(200)
  await context.close()
})

test('passwords typed before their part has loaded are kept', async () => {
  const eve = await signedUp(product, 'Eve Early')
  const { page, context, problems } = await aVisit({ as: { cookie: eve.cookie, origin: product.origin } })
  const arrive = await holdRequests(page, '**/assets/security-section*')
  await page.goto(`${product.origin}/settings?tab=security`, { waitUntil: 'commit' })
  // Waits until the page's scripts have run and record pre-hydration input.
  await page.waitForFunction(() => document.readyState !== 'loading' && !('$_TSR' in window))
  await page.getByLabel('Current password').fill('not the one')
  await page.getByLabel('New password', { exact: true }).fill('quite another phrase')
  await page.getByLabel('Confirm new password').fill('quite another phrase')
  expect(await page.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true)
  arrive()
  await press(page, 'Change password')
  await page.getByText('Current password is incorrect').waitFor()
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await context.close()
})

test('notification switches are stored when they are saved and only then; leaving with unsaved ones asks first', async () => {
  const dora = await signedUp(product, 'Dora Quiet')
  const { page, context } = await visiting(dora, 'notifications')
  const toggle = (name: string) => page.getByRole('switch', { name })
  await toggle('Recommendations').uncheck({ force: true })
  await toggle('Holdout updates').uncheck({ force: true })
  await toggle('Holdout updates').check({ force: true })
  expect((await settingsOf(dora)).notifications.recommendations).toBe(true)
  await saved(page, 'Settings saved successfully!')
  await page.reload()
  await hydrated(page)
  expect(await toggle('Recommendations').isChecked()).toBe(false)
  expect(await toggle('Holdout updates').isChecked()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)

  await isTakenOver(page)
  await toggle('Holdout updates').uncheck({ force: true })
  await page.getByText('Not saved yet').waitFor()
  const leave = async (answer: string) => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await page.getByRole('alertdialog', { name: 'Your changes are not saved. Leave without saving?' }).getByRole('button', { name: answer }).click()
  }
  await leave('Cancel')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await toggle('Holdout updates').isChecked()).toBe(false)
  await leave('Leave')
  await arrivesAt(page, '**/about')
  await page.goBack()
  await arrivesAt(page, '**/settings?tab=notifications')
  await expect.poll(() => toggle('Holdout updates').isChecked()).toBe(true)
  expect(await page.getByText('Not saved yet').count()).toBe(0)
  await context.close()
})

test('two browsers are listed, one signs out the other, a username is unique, and the data can be downloaded', async () => {
  const [eve, finn] = [await signedUp(product, 'Eve Elsewhere'), await signedUp(product, 'Finn First')]
  await send(product, { method: 'PATCH', path: '/api/v1/me/settings', cookie: finn.cookie, body: { username: 'taken_name' } })
  const second = await aVisit()
  await second.page.goto(`${product.origin}/auth`)
  await hydrated(second.page)
  await second.page.getByLabel('Email').fill(eve.email)
  await second.page.getByLabel('Password').fill(eve.password)
  await press(second.page, 'Sign in')
  await arrivesAt(second.page, `${product.origin}/`)

  const { page, context, problems } = await visiting(eve)
  await page.getByText('This device').waitFor()
  await page.getByText('Chrome on Linux').waitFor()
  await page.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click()
  await page.getByText('Signed out on that device.').waitFor()
  await page.getByText('You are not signed in anywhere else.').waitFor()
  // The other device's page was notified, and shows the same as a visitor's.
  await second.page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await second.page.goto(`${product.origin}/settings?tab=profile`)
  expect(new URL(second.page.url()).pathname).toBe('/auth')
  expect(new URL(second.page.url()).searchParams.get('returnTo')).toBe('/settings?tab=profile')

  await page.getByLabel('Username').fill('Taken_Name')
  await press(page, 'Save username')
  await page.getByText('This username is taken. Please choose another one').waitFor()
  await page.getByLabel('Username').fill('Eve_Elsewhere')
  await untilNotice(page, 'Username saved.', () => press(page, 'Save username'))
  await untilNotice(page, 'Settings saved successfully!', () => page.getByRole('switch', { name: /^Show the Holdouts I join/ }).check({ force: true }))
  expect(await settingsOf(eve)).toMatchObject({ username: 'Eve_Elsewhere', pledgesPrivately: false })

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()])
  expect(download.suggestedFilename()).toMatch(/^holdout-my-data-.*\.json$/)
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ profile: { email: eve.email, username: 'Eve_Elsewhere' } })
  expect(problems).toEqual([])
  for (const one of [context, second.context]) await one.close()
})

test('unsaved settings survive the end of the session and a reload, and passwords are never stored', async () => {
  const gus = await signedUp(product, 'Gus Goes')
  const { page, context } = await visiting(gus, 'profile')
  const keptOf = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([name]) => name.includes('settings.'))))
  await page.getByLabel('Bio').fill('Half a life')
  await page.getByRole('switch', { name: 'Allow direct messages' }).check({ force: true })
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByLabel('New password', { exact: true }).fill('half a secret')
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  await page.route('**/rpc/settings/change', (route) =>
    route.fulfill({ status: 401, json: { json: { defined: false, code: 'UNAUTHORIZED', status: 401, message: 'Sign in first.' }, meta: [] } }),
  )
  await press(page, 'Save changes')
  await page.getByText('Sign in again: what you wrote is kept.').waitFor()
  await page.unroute('**/rpc/settings/change')
  await expect.poll(keptOf).toContain('Half a life')
  expect(await keptOf()).not.toContain('half a secret')

  await context.clearCookies()
  await page.reload()
  await arrivesAt(page, '**/auth?*')
  await hydrated(page)
  await page.getByLabel('Email').fill(gus.email)
  await page.getByLabel('Password', { exact: true }).fill(gus.password)
  await press(page, 'Sign in')
  await arrivesAt(page, '**/settings?tab=profile')
  await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Half a life')
  await saved(page)
  expect(await settingsOf(gus)).toMatchObject({ bio: 'Half a life', allowDms: true })
  await expect.poll(keptOf).toBe('[]')
  await context.close()
})

test('a counter appears at 90% of a name’s limit, a refused name is reported once, and each section opens at its top', async () => {
  const hal = await signedUp(product, 'Hal Long')
  const { page, context, problems } = await visiting(hal, 'profile', { width: 360, height: 500 })
  await page.getByLabel('Display name').fill('d'.repeat(89))
  expect(await page.getByText('89/100 characters', { exact: true }).count()).toBe(0)
  await page.getByLabel('Display name').fill('d'.repeat(101))
  await page.getByText('101/100 characters', { exact: true }).waitFor()
  await page.getByLabel('First name').fill('f'.repeat(60))
  await page.getByLabel('Last name').fill('l'.repeat(38))
  await page.getByText('38/39 characters', { exact: true }).waitFor()
  await press(page, 'Save changes')
  await page.getByText('Display name must be at most 100 characters').waitFor()
  expect(await page.getByText('Failed to save profile. Please try again.').count()).toBe(0)

  await page.evaluate(() => window.scrollTo(0, 400))
  const tab = page.getByRole('link', { name: 'Delete account', exact: true })
  await tab.evaluate((link: HTMLElement) => link.click())
  await arrivesAt(page, '**/settings?tab=danger')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(async () => ((await tab.boundingBox())?.x ?? 999) + ((await tab.boundingBox())?.width ?? 999)).toBeLessThanOrEqual(360)
  await page.goto(`${product.origin}/settings`)
  await hydrated(page)
  await page.getByText('This device').waitFor()
  await page.getByLabel('Username').fill('u'.repeat(28))
  await page.getByText('28/30 characters', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
