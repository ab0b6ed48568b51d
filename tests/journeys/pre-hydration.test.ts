import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisit, hydrated, type Visit } from '../support/browser.ts'
import { aCampaignBody } from '../support/campaign-body.ts'
import { uploadedTo } from '../support/http.ts'
import { signedUp } from '../support/members.ts'
import { aPicture } from '../support/pictures.ts'
import { theProduct } from '../support/the-product.ts'
import { clientOf, send } from '../support/visitor.ts'

const product = theProduct()
const asked = clientOf(product)

test('on a slow connection, input and presses before a part’s code has loaded are neither lost nor applied twice', async () => {
  const { cookie } = await signedUp(product, 'Early Bird')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/comments`, cookie, body: { body: 'First' } })
  const { page, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion`)
  await hydrated(page)

  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await arrived
    await route.continue()
  })
  const field = page.getByLabel('Add a comment')
  await field.click()
  await page.keyboard.type('Typed before the code came')
  const like = page.locator('#talk button[aria-pressed]').first()
  await like.click()
  expect(await like.getAttribute('aria-pressed')).toBe('false')
  const liked = page.waitForResponse(/\/rpc\/comments\/\w*like/i)
  arrive()
  await page.locator('#talk button[aria-pressed="true"]').waitFor()
  // The like is shown at once, before its request reaches the server.
  expect((await liked).status()).toBe(200)
  expect(await field.inputValue()).toBe('Typed before the code came')

  await page.reload()
  await hydrated(page)
  await field.scrollIntoViewIfNeeded()
  await expect.poll(() => field.inputValue()).toBe('Typed before the code came')
  await page.locator('#talk button[aria-pressed="true"]').waitFor()
  expect(problems).toEqual([])
})

// A click that the page itself dispatches at an exact moment, like one by a finger. The code is a string, because the test runner rewrites `import()`
// in functions.
const pressed = `document.querySelector('#talk button[aria-pressed]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))`
const asReactListens = `new Promise((resolve) => {
  const look = () => {
    const isTime = document.querySelector('#talk button[aria-pressed]') && Object.keys(document).some((key) => key.startsWith('_reactListening'))
    if (!isTime) return void setTimeout(look, 0)
    ${pressed}
    resolve()
  }
  look()
})`
const asCodeComes = (part: string) => `{
  const soon = (turns) => (turns ? Promise.resolve().then(() => soon(turns - 1)) : ${pressed})
  void import('${part}').then(() => soon(50))
}`
const moments = {
  'before its part has its code': (page: Page) => page.evaluate(asReactListens),
  'between the coming of the code and its first rendering': async (page: Page, part: Promise<Request>) => page.evaluate(asCodeComes((await part).url())),
}
test.each(Object.entries(moments))('a press while the page hydrates, %s, is applied once', async (_moment, press) => {
  const { cookie } = await signedUp(product, 'Earlier Bird')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  const path = `/api/v1/campaigns/${campaign.id}/comments`
  const { body: comment } = await send(product, { method: 'POST', path, cookie, body: { body: 'First' } })
  const { page, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const held = page.waitForRequest('**/assets/-campaign-discussion*.js')
  await page.route('**/assets/-campaign-discussion*.js', async (route) => {
    await arrived
    await route.continue()
  })
  const likes: string[] = []
  page.on('request', (request) => /\/rpc\/comments\/\w*like/i.test(request.url()) && likes.push(request.url()))
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion&commentId=${comment.id}`, { waitUntil: 'commit' })
  await press(page, held)
  arrive()
  await page.locator('#talk button[aria-pressed="true"]').waitFor()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('#talk button[aria-pressed="true"]').count()).toBe(1)
  await expect.poll(() => likes.length).toBeGreaterThan(0)
  expect(likes).toHaveLength(1)
  expect(problems).toEqual([])
})

test.each(['before the page', 'before its own code'])('a menu opened %s loads stays open, and its list loads', async (moment) => {
  const { cookie } = await signedUp(product, 'Early Opener')
  const { page, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(moment === 'before the page' ? '**/assets/*.js' : '**/assets/bell-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(`${product.origin}/about`, { waitUntil: 'commit' })
  if (moment === 'before its own code') await hydrated(page)
  await page.locator('summary[aria-label^="Notifications"]').click()
  await page.locator('details[open] section').waitFor()
  arrive()
  await page.getByText('No notifications yet').waitFor()
  expect(await page.locator('details[open] section').count()).toBe(1)
  expect(problems).toEqual([])
})

test('a first visit of a campaign loads at most 125 kB of JavaScript, and the RPC client only after the first activity', async () => {
  const { cookie } = await signedUp(product, 'Light Luggage')
  const { body: campaign } = await send(product, {
    method: 'POST',
    path: '/api/v1/campaigns',
    cookie,
    body: aCampaignBody({ whyItMatters: 'A text that is as long as most. '.repeat(60) }),
  })
  const { page, context, problems } = await aVisit({ isFirst: true })
  const line = await context.newCDPSession(page)
  const scripts = new Map<string, number>()
  line.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/javascript') scripts.set(requestId, 0)
  })
  line.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = scripts.get(requestId)
    if (before !== undefined) scripts.set(requestId, before + encodedDataLength)
  })
  await line.send('Network.enable')
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const loaded = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(loaded).toBeGreaterThan(50_000)
  expect(loaded).toBeLessThanOrEqual(125_000)
  const files = scripts.size

  await page.mouse.move(200, 200)
  await expect.poll(() => scripts.size).toBeGreaterThan(files)
  expect(problems).toEqual([])
})

type Early = Visit & { arrive: () => void }

/** Opens a page whose scripts load only after `arrive` is called. */
async function withoutScript(path: string, given: { cookie?: string; width?: number } = {}): Promise<Early> {
  const { cookie, width } = given
  const visit = await aVisit({ ...(width && { width }), as: cookie ? { cookie, origin: product.origin } : undefined })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await visit.page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await visit.page.goto(`${product.origin}${path}`, { waitUntil: 'commit' })
  return { ...visit, arrive }
}

test('showing the pledge before hydration joins publicly', async () => {
  const { cookie } = await signedUp(product, 'Quiet Early Bird')
  const campaign = await asked({ cookie: (await signedUp(product, 'Their Host')).cookie }, 'POST', '/campaigns', aCampaignBody())
  const { page, arrive, problems } = await withoutScript(`/campaigns/${campaign.slug}`, { cookie })
  await page.locator('label', { hasText: 'Show it on my profile' }).click()
  arrive()
  await hydrated(page)
  const joining = page.waitForResponse(/\/rpc\/pledges\//)
  await page.getByRole('button', { name: /^Join this/ }).click()
  await joining
  expect((await asked({ cookie }, 'GET', `/campaigns/${campaign.id}`)).viewer.pledge).toMatchObject({ isPrivate: false })
  expect(problems).toEqual([])
})

test('details opened before hydration load their content, and a picture that failed before it is replaced by initials', async () => {
  const { cookie } = await signedUp(product, 'Olga Early')
  const { id: avatarMediaId } = await uploadedTo(product.origin, cookie, { purpose: 'avatar', width: 200, height: 200 })
  await asked({ cookie }, 'PATCH', '/me/settings', { avatarMediaId })
  const { avatarUrl } = await asked({ cookie }, 'GET', '/me/settings')
  const { slug } = await asked({ cookie }, 'POST', '/communities', { name: 'Early Keepers', slug: 'early-keepers', description: 'We keep' })

  const { page, arrive } = await withoutScript('/about', { cookie })
  await page.route(`**${avatarUrl}`, (route) => route.abort())
  await page.goto(`${product.origin}/communities/${slug}?tab=members`, { waitUntil: 'commit' })
  await page.locator('summary', { hasText: 'Banned' }).click()
  await page.waitForFunction(() => [...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth === 0))
  expect(await page.locator('header').getByText('OE', { exact: true }).count()).toBe(0)
  arrive()
  await page.getByText('Nobody is banned').waitFor()
  await page.locator('header').getByText('OE', { exact: true }).first().waitFor()
})

test('on a phone, presses on a switch and a button before hydration are applied in order', async () => {
  const { cookie } = await signedUp(product, 'Thumb Early')
  const campaign = await asked({ cookie: (await signedUp(product, 'Thumb Host')).cookie }, 'POST', '/campaigns', aCampaignBody())
  const { page, arrive, problems } = await withoutScript(`/campaigns/${campaign.slug}`, { cookie, width: 360 })
  const bar = page.locator('[data-join-bar]')
  await page.locator('label', { hasText: 'Show it on my profile' }).click()
  await bar.getByRole('button', { name: /^Join this/ }).click()
  const joining = page.waitForResponse(/\/rpc\/pledges\//)
  arrive()
  await joining
  expect((await asked({ cookie }, 'GET', `/campaigns/${campaign.id}`)).viewer.pledge).toMatchObject({ isPrivate: false })
  expect(problems).toEqual([])
})

test('text typed on sign-up and contact before hydration stays while more is typed', async () => {
  const { page, arrive, problems } = await withoutScript('/auth?mode=signup')
  const given = { name: 'Early Typist', email: 'early@people.test', password: 'a long enough passphrase', username: 'early_e' }
  const signUp = page.locator('form:has([name=username])')
  const typed = () => signUp.evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)))
  const username = page.locator('[name=username]')
  await page.getByText('Add a username').click()
  for (const [name, value] of Object.entries(given)) await page.locator(`[name=${name}]`).fill(value)
  arrive()
  await hydrated(page)
  await page.locator('[name=confirm]').pressSequentially('a')
  await expect.poll(typed).toEqual({ ...given, confirm: 'a' })
  // A field that was unfolded stays unfolded, even when it is emptied.
  await username.fill('')
  await username.pressSequentially('e')
  await expect.poll(typed).toEqual({ ...given, confirm: 'a', username: 'e' })

  const contact = await withoutScript('/contact')
  await contact.page.locator('[name=category]').selectOption('media')
  await contact.page.locator('[name=email]').fill(given.email)
  await contact.page.locator('[name=message]').fill('Early words')
  contact.arrive()
  await hydrated(contact.page)
  await contact.page.locator('[name=name]').pressSequentially('E')
  await contact.page.getByRole('button', { name: 'Send' }).and(contact.page.locator(':enabled')).waitFor()
  const values = () => contact.page.locator('form:has([name=message])').evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)))
  await expect.poll(values).toEqual({ category: 'media', email: given.email, message: 'Early words', name: 'E', website: '' })
  expect([...problems, ...contact.problems]).toEqual([])
})

test('settings typed and chosen before hydration stay, and a picture can be cropped', async () => {
  const { cookie } = await signedUp(product, 'Early Setter')
  await asked({ cookie }, 'PATCH', '/me/settings', { bio: 'Saved words' })
  const { page, arrive, problems } = await withoutScript('/settings?tab=profile', { cookie })
  await page.locator('[name=bio]').fill('Early words')
  await page.locator('[name=firstName]').fill('Early')
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await aPicture(300, 200) })
  arrive()
  await page.getByRole('dialog', { name: 'Crop your picture' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[name=lastName]').pressSequentially('S')
  await expect.poll(() => page.locator('[name=bio]').inputValue()).toBe('Early words')
  await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Early')
  expect(problems).toEqual([])
})

test('the cursor position and an input method’s composition survive hydration', async () => {
  const { cookie } = await signedUp(product, 'Early Middle')
  await asked({ cookie }, 'PATCH', '/me/settings', { bio: 'Saved words' })
  const { page, arrive, problems } = await withoutScript('/settings?tab=profile', { cookie })
  await page.locator('[name=bio]').press('Home')
  await page.keyboard.type('Early ')
  arrive()
  await page.waitForFunction(() => window.preHydration?.acts.size === 0)
  await page.keyboard.type('and ')
  await expect.poll(() => page.locator('[name=bio]').inputValue()).toBe('Early and Saved words')

  const other = await withoutScript('/settings?tab=profile', { cookie })
  const line = await other.context.newCDPSession(other.page)
  const compose = (text: string) => line.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await other.page.locator('[name=firstName]').click()
  await compose('に')
  other.arrive()
  await hydrated(other.page)
  await compose('にほ')
  await line.send('Input.insertText', { text: '日本' })
  await expect.poll(() => other.page.locator('[name=firstName]').inputValue()).toBe('Early日本')
  expect([...problems, ...other.problems]).toEqual([])
})

test('pressing "Sign in" before hydration signs in once', async () => {
  const { email, password } = await signedUp(product, 'Early Comer')
  const { page, arrive, problems } = await withoutScript('/auth')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('[name=password]').press('Enter')
  arrive()
  await page.waitForURL(`${product.origin}/`)
  expect(calls.filter((path) => path.startsWith('/auth') || path.startsWith('/api/auth/'))).toEqual(['/api/auth/sign-in/email'])
  expect(problems).toEqual([])
})

test('a comment sent before hydration is posted once, and the address stays', async () => {
  const { cookie } = await signedUp(product, 'Early Speaker')
  const campaign = await asked({ cookie }, 'POST', '/campaigns', aCampaignBody())
  const { page, arrive, problems } = await withoutScript(`/campaigns/${campaign.slug}?tab=discussion`, { cookie })
  const address = page.url()
  await page.getByLabel('Add a comment').fill('Said early')
  const form = page.locator('form', { has: page.getByLabel('Add a comment') })
  await form.locator('[type=submit]').click()
  expect(page.url()).toBe(address)
  arrive()
  await page.getByRole('article').getByText('Said early').waitFor()
  await page.waitForLoadState('networkidle')
  const { items } = await asked({ cookie }, 'GET', `/campaigns/${campaign.id}/comments`)
  expect(items.map(({ body }: { body: string }) => body)).toEqual(['Said early'])
  expect(page.url()).toBe(address)
  expect(problems).toEqual([])
})

test('the dark theme chosen before hydration is applied, also on the next page', async () => {
  const { page, arrive, problems } = await withoutScript('/about')
  await page.locator('footer label', { hasText: 'Dark' }).click()
  arrive()
  await page.locator('html[data-theme=dark]').waitFor()
  await page.goto(`${product.origin}/contact`)
  await page.locator('html[data-theme=dark]').waitFor()
  expect(problems).toEqual([])
})
