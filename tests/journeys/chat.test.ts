import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { arrivesAt, aVisit, hydrated, signInto, takenOver, type Visit } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { openLine } from '#tests/support/line.ts'
import { signedUp } from '#tests/support/members.ts'
import type { Product } from '#tests/support/product.ts'
import { startServed } from '#tests/support/shared-products.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

let product = theProduct()

type Campaign = { id: string; slug: string }
type Account = Awaited<ReturnType<typeof signedUp>>

async function aCampaign({ cookie }: Account): Promise<Campaign> {
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  return body
}

type View = { width?: number; height?: number; origin?: string; hasClock?: boolean }

/** Opens the campaign's chat in a browser of this person. `hasClock`: the test can pause the page's clock. */
async function atTheChat(campaign: Campaign, account: Account | null, view: View = {}): Promise<Visit> {
  const { origin = product.origin } = view
  const visit = await aVisit({ ...view, as: account ? { cookie: account.cookie, origin } : undefined })
  // A clock that is installed later would replace the timers of a page that already runs.
  if (view.hasClock) await visit.page.clock.install()
  await visit.page.goto(`${origin}/campaigns/${campaign.slug}`)
  await hydrated(visit.page)
  await openChat(visit.page)
  await log(visit.page).or(visit.page.getByText('Be the first to say hello!')).first().waitFor()
  return visit
}

/** Scrolls to the chat. An empty chat is one line with a button, which this presses. */
async function openChat(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Live chat' }).scrollIntoViewIfNeeded()
  const open = page.getByRole('button', { name: 'Open live chat' })
  if (!(await open.isVisible())) return
  await takenOver(open)
  await open.click()
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
const log = (page: Page) => page.getByRole('log')
const says = (page: Page, text: string) => log(page).getByText(text, { exact: true })
const ended = async (...visits: Visit[]) => {
  for (const { context, problems } of visits) {
    expect(problems).toEqual([])
    await context.close()
  }
}

/** Posts a message through the API. A person may post only every two seconds, so each message needs a new person. */
async function postMessage(campaign: Campaign, speaker: Account, body: string): Promise<string> {
  const answer = await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/chat`, cookie: speaker.cookie, body: { body } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
async function postMessages(campaign: Campaign, texts: string[]): Promise<void> {
  const left = [...texts]
  for (let round = left.splice(0, 2); round.length; round = left.splice(0, 2))
    await Promise.all(round.map(async (text) => postMessage(campaign, await signedUp(product, 'Somebody Else'), text)))
}

test('two people chat: each message appears once on both pages, the countdown works, and both see a deletion', async () => {
  const [ada, bao] = [await signedUp(product, 'Ada Lovelace'), await signedUp(product, 'Bao Nguyen')]
  const campaign = await aCampaign(ada)
  const [one, two] = [await atTheChat(campaign, ada, { hasClock: true }), await atTheChat(campaign, bao, { width: 360, height: 740 })]
  for (const { page } of [one, two]) await page.getByText('Be the first to say hello!').waitFor()

  // The page's clock is paused, so that text can be typed during the countdown.
  await one.page.clock.pauseAt(Date.now() + 1_000)
  await composer(one.page).fill('Hello, who is here?')
  await composer(one.page).press('Enter')
  for (const { page } of [one, two]) await says(page, 'Hello, who is here?').waitFor()
  expect(await composer(one.page).inputValue()).toBe('')

  // Enter during the countdown sends nothing and keeps the text; afterwards it sends the message.
  await one.page.getByText('You can send again in').waitFor({ state: 'attached' })
  await composer(one.page).fill('Too early')
  await composer(one.page).press('Enter')
  expect(await composer(one.page).inputValue()).toBe('Too early')
  await one.page.clock.resume()
  await one.page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  await composer(one.page).press('Enter')
  await says(two.page, 'Too early').waitFor()

  await composer(two.page).fill('First line')
  await composer(two.page).press('Shift+Enter')
  await composer(two.page).pressSequentially('second line')
  await two.page.getByRole('button', { name: 'Send', exact: true }).click()
  for (const { page } of [one, two]) {
    await log(page).getByText('First line\nsecond line').waitFor()
    for (const text of ['Hello, who is here?', 'Too early']) expect(await says(page, text).count()).toBe(1)
  }

  // Bao may delete only his own message, Ada any, because it is her campaign. A message that is not stored yet has no button and is paler.
  for (const { page, buttons } of [
    { ...one, buttons: 3 },
    { ...two, buttons: 1 },
  ])
    await expect.poll(() => page.getByRole('button', { name: /^Delete the message/ }).count()).toBe(buttons)
  for (const { page } of [one, two]) {
    expect(await accessibilityProblems(page, 'section[aria-labelledby=chat]')).toEqual([])
  }

  await log(one.page).getByText('First line').hover()
  await one.page.getByRole('button', { name: 'Delete the message by Bao N.' }).click()
  await one.page.getByRole('alertdialog').getByText('Delete this message?').waitFor()
  await one.page.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const { page } of [one, two]) await log(page).getByText('First line').waitFor({ state: 'detached' })
  await one.page.reload()
  await hydrated(one.page)
  await one.page.getByRole('heading', { name: 'Live chat' }).scrollIntoViewIfNeeded()
  await says(one.page, 'Too early').waitFor()
  expect(await log(one.page).getByText('First line').count()).toBe(0)
  await ended(one, two)
})

test('after a lost connection no message is missing or repeated, and an unsent text is back in the field', async () => {
  const [ada, bao] = [await signedUp(product, 'Ada Lovelace'), await signedUp(product, 'Bao Nguyen')]
  const campaign = await aCampaign(ada)
  const line = await openLine(product)
  const [one, two] = [await atTheChat(campaign, ada), await atTheChat(campaign, bao, { origin: line.origin })]
  const expected: string[] = []
  for (let round = 0; round < 2; round++) {
    line.cut()
    const missed = Array.from({ length: 6 }, (_, n) => `Round ${round}, message ${n}`)
    await postMessages(campaign, missed)
    if (round === 0) {
      await composer(two.page).fill('Said into the void')
      await composer(two.page).press('Enter')
      await two.page.getByText('The site could not be reached.').waitFor()
      expect(await composer(two.page).inputValue()).toBe('Said into the void')
    }
    expect((await shown(two.page)).filter((text) => missed.includes(text))).toEqual([])
    line.mend()
    expected.push(...missed)
    for (const { page } of [one, two]) await says(page, missed.at(-1) ?? '').waitFor({ timeout: 30_000 })
  }
  for (const { page } of [one, two]) {
    await expect.poll(async () => (await shown(page)).filter((text) => text.startsWith('Round')).sort(), { timeout: 15_000 }).toEqual(expected.toSorted())
  }
  expect(await shown(two.page)).toEqual(await shown(one.page))

  // The text survives a reload, and is sent once.
  await two.page.reload()
  await hydrated(two.page)
  await two.page.getByRole('heading', { name: 'Live chat' }).scrollIntoViewIfNeeded()
  await expect.poll(() => composer(two.page).inputValue()).toBe('Said into the void')
  await composer(two.page).press('Enter')
  for (const { page } of [one, two]) await says(page, 'Said into the void').waitFor()
  await ended(one, two)
  await line.close()
})

test('after a restart of the server an open page shows messages and deletions that it missed', async () => {
  const before = await startServed({})
  const shared = product
  product = before
  let again: Product = before
  try {
    const ada = await signedUp(product, 'Ada Lovelace')
    const campaign = await aCampaign(ada)
    const [first, second] = [await signedUp(product, 'Bao Nguyen'), await signedUp(product, 'Chiara Conti')]
    const gone = await postMessage(campaign, first, 'Deleted while nobody looked')
    await postMessage(campaign, second, 'Said before')
    const visit = await atTheChat(campaign, ada)
    await says(visit.page, 'Deleted while nobody looked').waitFor()
    // The stream stays blocked until the server has deleted one message and stored another, so the page misses both.
    await visit.page.route('**/api/v1/live*', (route) => route.abort())
    await before.kill()
    again = await before.again()
    await send(product, { method: 'DELETE', path: `/api/v1/chat/${gone}`, cookie: first.cookie, body: {} })
    await postMessage(campaign, ada, 'Said afterwards')
    await visit.page.unroute('**/api/v1/live*')
    await says(visit.page, 'Said afterwards').waitFor({ timeout: 40_000 })
    await expect.poll(() => shown(visit.page)).toEqual(['Said before', 'Said afterwards'])
    await visit.context.close()
  } finally {
    await again.stop()
    await before.end()
    product = shared
  }
})

test('a message whose response was lost is not stored twice when it is sent again', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const campaign = await aCampaign(ada)
  const visit = await atTheChat(campaign, ada)
  let lost = 0
  await visit.page.route('**/rpc/chat/post', async (route) => {
    // The request reaches the server, but its response is lost.
    await route.fetch()
    if (lost++ === 0) await route.abort('connectionreset')
    else await route.continue()
  })
  await composer(visit.page).fill('Once and for all')
  await composer(visit.page).press('Enter')
  await expect.poll(() => composer(visit.page).inputValue()).toBe('Once and for all')
  await says(visit.page, 'Once and for all').waitFor()
  const answered = visit.page.waitForResponse('**/rpc/chat/post')
  await composer(visit.page).press('Enter')
  await answered
  await expect.poll(() => composer(visit.page).inputValue()).toBe('')
  expect(await says(visit.page, 'Once and for all').count()).toBe(1)
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/chat` })
  expect(body.items).toHaveLength(1)
  await ended(visit)
})

test('earlier messages load while scrolling up without moving the visible ones, and new ones wait behind a button', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const campaign = await aCampaign(ada)
  await postMessages(
    campaign,
    Array.from({ length: 64 }, (_, n) => `Message ${n}`),
  )
  const visit = await atTheChat(campaign, ada)
  const { page } = visit
  await says(page, 'Message 63').waitFor()
  await expect.poll(() => atEnd(page)).toBe(true)
  const before = (await shown(page)).length
  expect(before).toBeLessThanOrEqual(50)

  // Scrolls near the first loaded message, which must not move when earlier ones are loaded.
  const [first = ''] = await shown(page)
  const moved = await log(page).evaluate(async (element, text) => {
    const row = [...element.querySelectorAll('[data-message]')].find(({ textContent }) => textContent?.endsWith(text))
    element.scrollTop = 140
    const place = () => Math.round((row?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top)
    const placeBefore = place()
    const count = () => element.querySelectorAll('[data-message]').length
    const countBefore = count()
    for (const end = Date.now() + 60_000; count() === countBefore && Date.now() < end; ) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { by: place() - placeBefore, more: count() - countBefore }
  }, first)
  expect(moved.more).toBeGreaterThan(0)
  expect(Math.abs(moved.by)).toBeLessThanOrEqual(1)
  await expect.poll(async () => new Set(await shown(page)).size).toBe(64)

  const top = await log(page).evaluate((element) => element.scrollTop)
  await postMessages(campaign, ['News 1', 'News 2'])
  const pill = page.getByRole('button', { name: '2 new messages' })
  await pill.waitFor()
  expect(Math.abs((await log(page).evaluate((element) => element.scrollTop)) - top)).toBeLessThanOrEqual(1)
  await pill.click()
  await expect.poll(() => atEnd(page)).toBe(true)
  await pill.waitFor({ state: 'detached' })
  await postMessages(campaign, ['News 3'])
  await says(page, 'News 3').waitFor()
  await expect.poll(() => atEnd(page)).toBe(true)
  await ended(visit)
})

test('visitors can read and get a link to sign in; without JavaScript and after the end the page explains what is unavailable', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const campaign = await aCampaign(ada)
  await postMessage(campaign, ada, 'Welcome')
  const visitor = await atTheChat(campaign, null)
  await says(visitor.page, 'Welcome').waitFor()
  expect(await composer(visitor.page).count()).toBe(0)
  const link = visitor.page.getByRole('link', { name: 'Sign in to chat' })
  expect(new URL((await link.getAttribute('href')) ?? '', product.origin).searchParams.get('returnTo')).toBe(`/campaigns/${campaign.slug}`)

  // The session ends while somebody writes. After signing in they still have their text.
  const late = await atTheChat(campaign, ada)
  await composer(late.page).fill('Written before the session ended')
  await late.context.clearCookies()
  await composer(late.page).press('Enter')
  await arrivesAt(late.page, '**/auth?returnTo=*')
  const signedIn = await send(product, { method: 'POST', path: '/api/auth/sign-in/email', body: { email: ada.email, password: ada.password } })
  await signInto(late.context, { cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '', origin: product.origin })
  await late.page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(late.page)
  await late.page.getByRole('heading', { name: 'Live chat' }).scrollIntoViewIfNeeded()
  await expect.poll(() => composer(late.page).inputValue()).toBe('Written before the session ended')

  await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/archive`, cookie: ada.cookie, body: {} })
  // Either the response to Enter arrives first, or the event that the campaign has ended, which removes the box.
  await composer(late.page)
    .press('Enter', { timeout: 2_000 })
    .catch(() => {})
  await late.page.getByText('Chat is only available for active campaigns').waitFor()
  const still = await aVisit({ javaScript: false })
  await expect
    .poll(async () => {
      await still.page.goto(`${product.origin}/campaigns/${campaign.slug}`)
      return still.page.getByText('Chat is only available for active campaigns').count()
    })
    .toBe(1)
  await ended(visitor, late, still)
})

const shown = (page: Page): Promise<string[]> => log(page).locator('[data-message] p[dir=auto]').allTextContents()

const atEnd = (page: Page): Promise<boolean> => log(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 2)
