import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { bellsOf } from '#tests/support/bells.ts'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { untilMark } from '#tests/support/linked-marks.ts'
import { signedUp } from '#tests/support/members.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'

const product = theProduct()
const { asked, aCreator, untilUnread, visiting } = bellsOf(product)
type Someone = { cookie: string }
let bao: Someone
beforeAll(async () => {
  bao = await signedUp(product, 'Bao Supporter')
})

const comment = (who: Someone, { id }: { id: string }, body: string): Promise<{ id: string }> => asked(who, 'POST', `/campaigns/${id}/comments`, { body })
const bellOf = (page: Page, unread: number) => page.locator(`summary[aria-label="${unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}"]`)

test('a comment appears in the bell of an open page immediately, with a link to it', async () => {
  const ada = await aCreator()
  const { page, problems } = await visiting(ada, '/about', { width: 360, height: 740 })
  await bellOf(page, 0).waitFor()
  const { id } = await comment(bao, ada, 'I am in')
  await bellOf(page, 1).waitFor()
  await page.getByRole('status').filter({ hasText: '1 new notification' }).waitFor({ state: 'attached' })

  await bellOf(page, 1).press('Enter')
  const line = page.getByRole('link', { name: `Unread: Bao S. commented on ${ada.title}` })
  await line.waitFor()
  await page.keyboard.press('Escape')
  await line.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  await page.keyboard.press('Space')
  await line.click()
  await arrivesAt(page, (url) => url.pathname === `/campaigns/${ada.slug}` && url.searchParams.get('commentId') === id)
  await untilMark(page, `comment-${id} on`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`comment-${id}`)
  await bellOf(page, 0).waitFor()
  await expect.poll(() => page.locator('details[open] section').count()).toBe(0)
  // The bell shows the change before the server has confirmed it.
  await untilUnread(ada, 0)
  expect(problems).toEqual([])
})

test('an update and a victory reach the supporters, and their links work when opened directly', async () => {
  const ada = await aCreator()
  const mia = await signedUp(product, 'Mia Member')
  await asked(mia, 'PUT', `/campaigns/${ada.id}/pledge`, { isPrivate: false })
  const { page, problems } = await visiting(mia, '/notifications')
  await page.getByText('No notifications yet').waitFor()
  const update = await asked(ada, 'POST', `/campaigns/${ada.id}/updates`, { title: 'They answered', body: 'They answered at last, in one line.' })
  const reported = page.getByRole('main').getByRole('link', { name: /posted an update on/ })
  await reported.waitFor()
  await page.getByRole('main').getByText('They answered', { exact: true }).waitFor()
  const href = (await reported.getAttribute('href')) ?? ''
  const cold = await visiting(mia, href)
  await untilMark(cold.page, `update-${update.id} on`)
  await expect.poll(() => cold.page.evaluate(() => document.activeElement?.id)).toBe(`update-${update.id}`)

  await asked(ada, 'POST', `/campaigns/${ada.id}/victory`, { statement: 'They pay everybody the wage that we asked for.' })
  await page
    .getByRole('main')
    .getByRole('link', { name: `Victory: ${ada.title}` })
    .waitFor()
  await page.getByRole('main').getByText('2 unread', { exact: true }).waitFor()
  expect([...problems, ...cold.problems]).toEqual([])
})

test('marking as read in one place applies in the other tab and on the other device', async () => {
  const ada = await aCreator()
  for (const body of ['One', 'Two', 'Three']) await comment(bao, ada, body)
  await untilUnread(ada, 3)
  const first = await visiting(ada, '/notifications')
  const second = await first.context.newPage()
  await second.goto(`${product.origin}/notifications?filter=unread`)
  const phone = await visiting(ada, '/about', { width: 360, height: 740 })
  await bellOf(phone.page, 3).waitFor()
  await phone.page.getByText('Menu', { exact: true }).click()
  await phone.page.getByRole('link', { name: 'Notifications 3 unread' }).waitFor()

  await first.page.bringToFront()
  await first.page.getByRole('main').getByRole('button', { name: 'Mark all read' }).click()
  await first.page.getByRole('main').getByText('0 unread').waitFor()
  await expect.poll(() => first.page.getByRole('main').getByText('Unread:').count()).toBe(0)
  await bellOf(phone.page, 0).waitFor()
  await second.bringToFront()
  await second.getByText('No unread notifications').waitFor()
  await second.getByText('All caught up!').waitFor()
  await untilUnread(ada, 0)
  expect([...first.problems, ...phone.problems]).toEqual([])
})

test('if marking as read fails, the notification is unread again and the failure is reported', async () => {
  const ada = await aCreator()
  await comment(bao, ada, 'One')
  await untilUnread(ada, 1)
  const { page } = await visiting(ada, '/notifications')
  const main = page.getByRole('main')
  // The lists cannot be refetched either, so the page shows the browser's cached data.
  await page.route('**/rpc/notifications/**', (route) => route.abort())
  const said = await sighting(page, { selector: '.toast', text: "They couldn't be marked as read. Try again." })
  await main.getByRole('button', { name: 'Mark all read' }).click()
  await said()
  await main.getByText('1 unread').waitFor()
  await expect.poll(() => main.getByRole('listitem').filter({ hasText: 'Bao S.' }).locator('.rounded-full.bg-accent').count()).toBe(1)
  await main.getByRole('link', { name: /^Unread: Bao S./ }).click()
  await page.getByRole('alertdialog').getByText('An error occurred while navigating to this notification.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await main.getByRole('link', { name: /^Unread: Bao S./ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/notifications')
})

test('a notification whose content is gone shows a message, does not navigate, and disappears from the list', async () => {
  const ada = await aCreator()
  const { id } = await comment(bao, ada, 'Taken back soon')
  await untilUnread(ada, 1)
  const { page, problems } = await aVisit({ as: { cookie: ada.cookie, origin: product.origin } })
  // Without the stream the page is not notified of the deletion.
  await page.route('**/api/v1/live**', (route) => route.abort())
  await page.goto(`${product.origin}/notifications`)
  await hydrated(page)
  const line = page.getByRole('main').getByRole('link', { name: /^Unread: Bao S./ })
  await line.waitFor()
  await asked(bao, 'DELETE', `/comments/${id}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Bao S./ })
    .click()
  const gone = 'Unable to navigate to this notification. The content may no longer exist.'
  await page.getByRole('alertdialog').getByText(gone, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByText('No notifications yet').waitFor()
  expect(new URL(page.url()).pathname).toBe('/notifications')
  expect(problems).toEqual([])
})

test('the list shows twenty at a time: Load more adds the next, and without JavaScript list, filter and next page are links', async () => {
  const ada = await aCreator()
  for (let n = 1; n <= 23; n += 1) await comment(bao, ada, `Comment ${n}`)
  await untilUnread(ada, 23)
  const { page, problems } = await visiting(ada, '/notifications', { width: 360, height: 740 })
  const lines = page.getByRole('main').getByRole('link', { name: /commented on/ })
  expect(await lines.count()).toBe(20)
  await page.getByRole('link', { name: 'Load more', exact: true }).click()
  await expect.poll(() => lines.count()).toBe(23)
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'Unread' }).click()
  await arrivesAt(page, '**/notifications?filter=unread')
  await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'All' }).click()
  await arrivesAt(page, (url) => url.search === '')

  const plain = await visiting(ada, '/notifications', { javaScript: false })
  const rows = plain.page.getByRole('main').getByRole('link', { name: /commented on/ })
  expect(await rows.count()).toBe(20)
  await plain.page.getByRole('link', { name: 'Load more', exact: true }).click()
  await arrivesAt(plain.page, '**cursor=**')
  expect(await rows.count()).toBe(3)
  await plain.page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'Unread' }).click()
  await arrivesAt(plain.page, '**/notifications?filter=unread')
  expect(await rows.count()).toBe(20)
  await bellOf(plain.page, 23).click()
  await plain.page.getByRole('link', { name: 'See all' }).click()
  await arrivesAt(plain.page, '**/notifications')
  expect(problems).toEqual([])
})

test('a visitor has no bell, and signs in to open the page', async () => {
  const { page } = await aVisit()
  await page.goto(`${product.origin}/notifications?filter=unread`)
  expect(new URL(page.url()).pathname).toBe('/auth')
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/notifications?filter=unread')
  expect(await page.locator('summary[aria-label^="Notifications"]').count()).toBe(0)
})
