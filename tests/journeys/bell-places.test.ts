import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openMailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import { bellsOf } from '#tests/support/bells.ts'
import { arrivesAt, aVisit, takenOver } from '#tests/support/browser.ts'
import { untilMark } from '#tests/support/linked-marks.ts'
import { signedUp } from '#tests/support/members.ts'
import { ownWords } from '#tests/support/own-words.ts'
import { authSecret } from '#tests/support/shared-products.ts'
import { theDemo, theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
const { asked, aCreator, unreadOf, untilUnread, visiting } = bellsOf(product)
type Someone = { cookie: string }
let bao: Someone
let cleo: Someone
beforeAll(async () => {
  bao = await signedUp(product, 'Bao Supporter')
  cleo = await signedUp(product, 'Cleo Supporter')
})

async function allOf(who: Someone): Promise<unknown[]> {
  const { items, nextCursor } = await asked(who, 'GET', '/notifications?limit=100')
  if (nextCursor === null) return items
  const more = await asked(who, 'GET', `/notifications?limit=100&cursor=${encodeURIComponent(nextCursor)}`)
  return [...items, ...more.items]
}

/** A new person with a campaign that has this many comments, each with a notification. One person writes at most a hundred in ten minutes. */
async function aCreatorWith(comments: number) {
  const ada = await aCreator()
  for (let n = 1; n <= comments; n += 1) await asked(n > 50 ? cleo : bao, 'POST', `/campaigns/${ada.id}/comments`, { body: ownWords(`Comment ${n}`) })
  await untilUnread(ada, Math.min(comments, 100))
  // The count stops at a hundred, so the list itself is polled: a later notification would change the list during the test.
  await expect.poll(async () => (await allOf(ada)).length, { timeout: 60_000 }).toBe(comments)
  return ada
}
const bell = (page: Page) => page.locator('summary[aria-label^="Notifications"]')
const lines = (page: Page) => page.getByRole('main').getByRole('link', { name: /commented on/ })

test('the bell leads to a comment in a community, and its address works when opened directly', async () => {
  const ada = await aCreator()
  const slug = 'pickers-of-fields'
  const community = await asked(ada, 'POST', '/communities', { name: 'Pickers', slug, description: 'Who picks', rules: '', tags: [] })
  const post = await asked(ada, 'POST', `/communities/${community.id}/posts`, { title: 'Read this first', body: 'We meet on Mondays.' })
  await asked(bao, 'PUT', `/communities/${community.id}/membership`, {})
  const { id } = await asked(bao, 'POST', `/posts/${post.id}/comments`, { body: 'Which Monday?' })
  await untilUnread(ada, 1)
  const { page, problems } = await visiting(ada, '/about', { width: 360, height: 740 })
  await bell(page).click()
  const line = page.getByRole('link', { name: /^Unread: Bao S. commented on your post/ })
  await line.waitFor()
  const href = (await line.getAttribute('href')) ?? ''
  await line.click()
  await arrivesAt(page, ({ pathname, searchParams }) => pathname === `/communities/${slug}` && searchParams.get('commentId') === id)
  await untilMark(page, `comment-${id} on`)
  const cold = await visiting(ada, href)
  await untilMark(cold.page, `comment-${id} on`)
  expect(await unreadOf(ada)).toBe(0)
  expect([...problems, ...cold.problems]).toEqual([])
})

test('a middle click opens the content in another tab and marks the notification as read here', async () => {
  const ada = await aCreatorWith(1)
  const { page, context } = await visiting(ada, '/notifications')
  const opened = context.waitForEvent('page')
  await lines(page).click({ button: 'middle' })
  const other = await opened
  await arrivesAt(other, (url) => url.pathname === `/campaigns/${ada.slug}`)
  expect(new URL(page.url()).pathname).toBe('/notifications')
  await page.getByRole('main').getByText('0 unread').waitFor()
  await untilUnread(ada, 0)
})

test('offline the bell and the page show a message inside the site’s frame, and load by themselves when online', async () => {
  const ada = await aCreatorWith(1)
  const { page, context } = await visiting(ada, '/about', { width: 360, height: 740 })
  // The bell's code loads after the page's, and must be there before the connection is cut.
  await takenOver(bell(page))
  await context.setOffline(true)
  await bell(page).click()
  await page.getByText('Your notifications could not be loaded.').waitFor()
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('link', { name: 'Unread: Bao S.' }).waitFor()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Notifications 1 unread' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  await page.getByRole('main').getByText('Try again when you are connected.').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Try Again' }).waitFor()
  await bell(page).waitFor()
  await context.setOffline(false)
  await lines(page).waitFor()
})

test('a filter pressed offline keeps heading and filters, and its list loads by itself when online', async () => {
  const ada = await aCreatorWith(1)
  const { page, context } = await visiting(ada, '/notifications')
  const main = page.getByRole('main')
  const filter = page.getByRole('navigation', { name: 'Filter' })
  await takenOver(filter.getByRole('link', { name: 'Unread' }))
  await context.setOffline(true)
  await filter.getByRole('link', { name: 'Unread' }).click()
  await main.getByRole('alert').getByText('You are offline').waitFor()
  await main.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  expect(await filter.getByRole('link', { name: 'Unread' }).getAttribute('aria-current')).toBe('page')
  await context.setOffline(false)
  await lines(page).waitFor()
  expect(await main.getByRole('alert').count()).toBe(0)
})

test('without JavaScript "Mark all read" marks the notifications that were shown, and none that arrived since', async () => {
  const ada = await aCreatorWith(2)
  const { page } = await visiting(ada, '/notifications', { javaScript: false })
  await asked(bao, 'POST', `/campaigns/${ada.id}/comments`, { body: 'A late one' })
  await untilUnread(ada, 3)
  await page.getByRole('main').getByRole('button', { name: 'Mark all read' }).click()
  await arrivesAt(page, '**/notifications')
  await page.getByRole('main').getByText('1 unread').waitFor()
  await bell(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Mark all read' }).click()
  await page.getByRole('main').getByText('0 unread').waitFor()
  expect(await unreadOf(ada)).toBe(0)
})

test('the form of "Mark all read" is accepted from this site’s pages only, and changes nothing for a visitor', async () => {
  const ada = await aCreatorWith(1)
  const sent = (headers: Record<string, string>) =>
    fetch(`${product.origin}/notifications/read-all`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams({ through: 'x' }) })
  expect((await sent({ cookie: ada.cookie, origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await sent({ origin: product.origin })).status).toBe(303)
  expect(await unreadOf(ada)).toBe(1)
  expect((await sent({ origin: product.origin, cookie: ada.cookie })).headers.get('location')).toBe('/notifications')
  expect(await unreadOf(ada)).toBe(0)
})

test('on a phone the whole open bell is visible, also below the demo’s banner', async () => {
  const { aCreator, asked, untilUnread, visiting } = bellsOf(theDemo())
  const [ada, talker] = [await aCreator(), await signedUp(theDemo(), 'Dan Demo')]
  for (let n = 1; n <= 10; n += 1) await asked(talker, 'POST', `/campaigns/${ada.id}/comments`, { body: `Comment ${n}` })
  await untilUnread(ada, 10)
  for (const size of [
    { width: 360, height: 740 },
    { width: 640, height: 450 },
    { width: 1280, height: 600 },
  ]) {
    const { page, context } = await visiting(ada, '/about', size)
    await bell(page).click()
    await page.locator('details[open] section li').first().waitFor()
    const end = await page.getByRole('link', { name: 'See all', exact: true }).boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(size.height)
    await context.close()
  }
})

test('however many pages are shown, new notifications need one request, and all pages stay', async () => {
  const ada = await aCreatorWith(110)
  const { page, problems } = await visiting(ada, '/notifications')
  for (let shown = 40; shown <= 110; shown += 20) {
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect.poll(() => lines(page).count()).toBe(Math.min(shown, 110))
  }
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => lines(page).count()).toBe(110)
  let questions = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/notifications/list')) questions += 1
  })
  for (const count of [111, 112]) {
    questions = 0
    await asked(bao, 'POST', `/campaigns/${ada.id}/comments`, { body: 'One more' })
    await expect.poll(() => lines(page).count(), { timeout: 30_000 }).toBe(count)
    expect(questions).toBe(1)
  }
  expect(problems).toEqual([])
})

test('the unsubscribe page shows what it stops, unsubscribes with a button without JavaScript, and shows when all mail is off', async () => {
  const reader = await signedUp(product, 'Reader Ofmail')
  const { id } = await asked(reader, 'GET', '/me')
  const tokens = openMailListTokens(authSecret)
  const { page } = await aVisit({ javaScript: false, width: 360, height: 740 })
  await page.goto(`${product.origin}/unsubscribe/${tokens.make({ personId: id, list: 'updates' })}`)
  await page.getByText('We will stop emailing you about updates, victories and milestones').waitFor()
  const switches = async () => (await asked(reader, 'GET', '/me/settings')).notifications
  expect((await switches()).campaignUpdates).toBe(true)
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await page.getByText('Other email still comes.').waitFor()
  expect(await switches()).toMatchObject({ email: true, campaignUpdates: false, recommendations: true })
  await asked(reader, 'PATCH', '/me/settings', { notifications: { email: false } })
  await page.goto(`${product.origin}/unsubscribe/${tokens.make({ personId: id, list: 'recommendations' })}`)
  await page.getByText('Email about activity here is off.').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  const unknown = await send(product, { method: 'GET', path: '/unsubscribe/of-nobody' })
  expect(unknown.status).toBe(404)
})
