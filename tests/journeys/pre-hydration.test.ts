import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisit, holdRequests, hydrated, signInto, takenOver, type Visit } from '../support/browser.ts'
import { aCampaignBody } from '../support/campaign-body.ts'
import { uploadedTo } from '../support/http.ts'
import { signedUp } from '../support/members.ts'
import { aPicture } from '../support/pictures.ts'
import { theProduct } from '../support/the-product.ts'
import { clientOf, send } from '../support/visitor.ts'

const product = theProduct()
const asked = clientOf(product)

test('on a slow connection, text typed before a part’s code has loaded stays, and its buttons look inactive until then', async () => {
  const { cookie } = await signedUp(product, 'Early Bird')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/comments`, cookie, body: { body: 'First' } })
  const { page, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion`)
  await hydrated(page)

  const arrive = await holdRequests(page, '**/assets/**')
  const likes: string[] = []
  page.on('request', (request) => /\/rpc\/comments\/\w*like/i.test(request.url()) && likes.push(request.url()))
  const field = page.getByLabel('Add a comment')
  await field.click()
  await page.keyboard.type('Typed before the code came')
  const like = page.locator('#talk button[aria-pressed]').first()
  await expect.poll(() => opacity(like)).toBe('0.5')
  await like.click()
  arrive()
  await expect.poll(() => opacity(like)).toBe('1')
  expect(await field.inputValue()).toBe('Typed before the code came')
  expect(likes).toEqual([])
  await like.click()
  await page.locator('#talk button[aria-pressed="true"]').waitFor()
  await expect.poll(() => likes).toHaveLength(1)

  await page.reload()
  await hydrated(page)
  await field.scrollIntoViewIfNeeded()
  await expect.poll(() => field.inputValue()).toBe('Typed before the code came')
  expect(problems).toEqual([])
})

const opacity = (element: Locator) => element.evaluate((node) => getComputedStyle(node).opacity)

test.each(['before the page', 'before its own code'])('a menu opened %s loads stays open, and its list loads', async (moment) => {
  const { cookie } = await signedUp(product, 'Early Opener')
  const { page, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  const arrive = await holdRequests(page, moment === 'before the page' ? '**/assets/*.js' : '**/assets/bell-*.js')
  await page.goto(`${product.origin}/about`, { waitUntil: 'commit' })
  if (moment === 'before its own code') await hydrated(page, { withParts: false })
  await page.locator('summary[aria-label^="Notifications"]').click()
  await page.locator('details[open] section').waitFor()
  arrive()
  await page.getByText('No notifications yet').waitFor()
  expect(await page.locator('details[open] section').count()).toBe(1)
  expect(problems).toEqual([])
})

test('a first visit of a campaign loads at most 150 kB of JavaScript, and the RPC client only after the first activity', async () => {
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
  expect(loaded).toBeLessThanOrEqual(150_000)
  const files = scripts.size

  // A browser drops movements before its first frame.
  let place = 200
  async function filesAfterMoving(): Promise<number> {
    await page.mouse.move(place++, 200)
    return scripts.size
  }
  await expect.poll(filesAfterMoving).toBeGreaterThan(files)
  expect(problems).toEqual([])
})

type Early = Visit & { arrive: () => void }

/** Opens a page whose scripts load only after `arrive` is called. */
async function withoutScript(path: string, given: { cookie?: string; width?: number } = {}): Promise<Early> {
  const { cookie, width } = given
  const visit = await aVisit({ ...(width && { width }), as: cookie ? { cookie, origin: product.origin } : undefined })
  const arrive = await holdRequests(visit.page, '**/assets/*.js')
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
  const joining = page.waitForResponse('**/rpc/pledges/join')
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

test.each([1280, 360])('Join works before hydration, %s px wide: a form joins as the switch shows, once however often it is pressed', async (width) => {
  const { cookie } = await signedUp(product, 'Thumb Early')
  const campaign = await asked({ cookie: (await signedUp(product, 'Thumb Host')).cookie }, 'POST', '/campaigns', aCampaignBody())
  const { page, arrive, problems } = await withoutScript(`/campaigns/${campaign.slug}`, { cookie, width })
  await page.locator('label', { hasText: 'Show it on my profile' }).click()
  await page
    .getByRole('button', { name: /^Join this/ })
    .first()
    .dblclick()
  await page.getByText('Joined', { exact: true }).locator('visible=true').first().waitFor()
  const { viewer, count } = await asked({ cookie }, 'GET', `/campaigns/${campaign.id}`)
  expect(viewer.pledge).toMatchObject({ isPrivate: false })
  expect(count.supporters).toBe(2)
  arrive()
  await hydrated(page)
  expect(await page.getByRole('switch', { name: 'Show it on my profile' }).isChecked()).toBe(true)
  expect(problems).toEqual([])
})

test('on a page that was rendered for one person, Join asks before joining if another person has signed in since', async () => {
  const campaign = await asked({ cookie: (await signedUp(product, 'Their Host')).cookie }, 'POST', '/campaigns', aCampaignBody())
  const { page, context, arrive } = await withoutScript(`/campaigns/${campaign.slug}`, { cookie: (await signedUp(product, 'Page Owner')).cookie })
  await page.getByRole('button', { name: /^Join this/ }).waitFor()
  const { cookie } = await signedUp(product, 'Next Person')
  await signInto(context, { cookie, origin: product.origin })
  await page.getByRole('button', { name: /^Join this/ }).click()
  arrive()
  await page.getByRole('region', { name: 'Join as Next P.?' }).waitFor()
  expect((await asked({ cookie }, 'GET', `/campaigns/${campaign.id}`)).viewer.pledge).toBeNull()
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
  await expect.poll(typed).toEqual({ ...given, confirm: 'a', website: '' })
  // A field that was unfolded stays unfolded, even when it is emptied.
  await username.fill('')
  await username.pressSequentially('e')
  await expect.poll(typed).toEqual({ ...given, confirm: 'a', username: 'e', website: '' })

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

test('no letter is lost in a prefilled field while a slow device hydrates the page', async () => {
  const { cookie } = await signedUp(product, 'Early Writer')
  await asked({ cookie }, 'PATCH', '/me/settings', { bio: 'Saved words' })
  const { page, context, arrive, problems } = await withoutScript('/settings?tab=profile', { cookie })
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const field = page.locator('[name=bio]')
  await field.press('Home')
  await page.keyboard.type('Before, ')
  arrive()
  let typed = ''
  do {
    await page.keyboard.type('more ')
    typed += 'more '
  } while (await page.locator('[data-waiting]:has([name=bio])').count())
  expect(await field.inputValue()).toBe(`Before, ${typed}Saved words`)
  await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).click()
  await expect.poll(async () => (await asked({ cookie }, 'GET', '/me/settings')).bio).toBe(`Before, ${typed}Saved words`)
  expect(problems).toEqual([])
})

test('the cursor position and an input method’s composition survive hydration', async () => {
  const { cookie } = await signedUp(product, 'Early Middle')
  await asked({ cookie }, 'PATCH', '/me/settings', { bio: 'Saved words' })
  const { page, arrive, problems } = await withoutScript('/settings?tab=profile', { cookie })
  await page.locator('[name=bio]').press('Home')
  await page.keyboard.type('Early ')
  arrive()
  await takenOver(page.locator('[name=bio]'))
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

test('Sign in works before hydration: a wrong password is refused with the reason, and the right one leads back', async () => {
  const { email, password } = await signedUp(product, 'Early Comer')
  const { page, arrive, problems } = await withoutScript('/auth?returnTo=/explore')
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  for (const given of ['not the passphrase', password]) {
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill(given)
    await submit.click()
    if (given !== password) await page.getByText('Invalid email or password').waitFor()
  }
  await page.waitForURL(`${product.origin}/explore`, { waitUntil: 'commit' })
  await page.locator('html[data-signed-in]').waitFor()
  arrive()
  await hydrated(page)
  expect(problems).toEqual([])
})

test('a comment form that is sent before hydration keeps its text and the address, and sends it once when pressed after hydration', async () => {
  const { cookie } = await signedUp(product, 'Early Speaker')
  const campaign = await asked({ cookie }, 'POST', '/campaigns', aCampaignBody())
  const { page, arrive, problems } = await withoutScript(`/campaigns/${campaign.slug}?tab=discussion`, { cookie })
  const address = page.url()
  const field = page.getByLabel('Add a comment')
  await field.fill('Said early')
  const submit = page.locator('form', { has: field }).locator('[type=submit]')
  await submit.click()
  await expect.poll(() => opacity(submit)).toBe('0.5')
  expect([page.url(), await field.inputValue()]).toEqual([address, 'Said early'])
  arrive()
  await expect.poll(() => opacity(submit)).toBe('1')
  const posting = page.waitForResponse('**/rpc/comments/post')
  await submit.click()
  await posting
  await page.getByRole('article').getByText('Said early').waitFor()
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
