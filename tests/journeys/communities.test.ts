import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { leave } from '#tests/support/leave-community.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

type Options = { name: string; privacy?: string; tags?: string[]; approvesMembers?: boolean }

async function made(cookie: string, { name, ...given }: Options): Promise<{ id: string; slug: string }> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const { status, body } = await send(product, {
    method: 'POST',
    path: '/api/v1/communities',
    cookie,
    body: { name, slug, description: `About ${name}`, ...given },
  })
  expect(status).toBe(201)
  return body
}

const all = (page: Page) => page.getByRole('region', { name: 'All Communities' })
const names = (page: Page) => all(page).getByRole('heading', { level: 3 }).allTextContents()
const card = (page: Page, name: string) => all(page).getByRole('article').filter({ hasText: name })
const settle = (page: Page, path: string) => arrivesAt(page, (url) => url.pathname + url.search === path)

test('a visitor finds communities by words, privacy and tag, clears the filters, and is asked to sign in to join', async () => {
  const { cookie } = await signedUp(product, 'Ada Founder')
  await made(cookie, { name: 'Tap Water Only', tags: ['water', 'home', 'thrift', 'health'] })
  await made(cookie, { name: 'Quiet Circle', privacy: 'private', tags: ['water'] })
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/communities?sort=new`)
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Communities' }).waitFor()
  const newest = async () => (await names(page)).slice(0, 2)
  expect(await newest()).toEqual(['Quiet Circle', 'Tap Water Only'])
  expect(await card(page, 'Tap Water Only').textContent()).toMatch(/Public.*1 member.*About Tap Water Only.*waterhomethrift\+1/)

  await page.getByRole('searchbox', { name: 'Search communities' }).pressSequentially('circ', { delay: 20 })
  await settle(page, '/communities?q=circ&sort=new')
  await expect.poll(() => names(page)).toEqual(['Quiet Circle'])
  await page.getByLabel('Privacy').selectOption('Public')
  await settle(page, '/communities?q=circ&privacy=public&sort=new')
  await page.getByText('No communities found', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await settle(page, '/communities?sort=new')
  await expect.poll(newest).toEqual(['Quiet Circle', 'Tap Water Only'])
  await page.getByRole('link', { name: 'Most Members', exact: true }).click()
  await settle(page, '/communities?sort=members')
  await page.getByLabel('Tag').selectOption('thrift')
  await settle(page, '/communities?tag=thrift&sort=members')
  await expect.poll(() => names(page)).toEqual(['Tap Water Only'])
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await settle(page, '/communities?tag=thrift&sort=new')
  await page.goto(`${product.origin}/communities?privacy=secret&sort=popular&tag=nobody-has-this`)
  await settle(page, '/communities')

  await page.goto(`${product.origin}/communities?q=quiet`)
  await card(page, 'Quiet Circle').getByRole('link', { name: 'Join Quiet Circle' }).click()
  await arrivesAt(page, '**/auth?mode=signup&returnTo=%2Fcommunities%3Fq%3Dquiet')
  await page.goto(`${product.origin}/communities/tap-water-only?tab=about`)
  const join = page.getByRole('link', { name: 'Join Tap Water Only' })
  expect(await join.getAttribute('href')).toBe('/auth?mode=signup&returnTo=%2Fcommunities%2Ftap-water-only%3Ftab%3Dabout')
  expect(problems).toEqual([])
  await context.close()
})

test('the list shows 20 communities at first and 20 more on request', async () => {
  for (let n = 0; n < 6; n++) {
    const { cookie } = await signedUp(product, 'Ada Founder')
    for (let m = 0; m < 7; m++) await made(cookie, { name: `Listed ${n}${m}` })
  }
  const { page, context } = await aVisit({ javaScript: false })
  await page.goto(`${product.origin}/communities?q=listed&sort=new`)
  const first = await names(page)
  await page.getByRole('link', { name: 'Load More' }).click()
  await arrivesAt(page, /cursor=/)
  const second = await names(page)
  expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([20, 20, 40])
  await context.close()
})

test('a person joins and leaves without a page load; requests stay pending; a refusal is shown and rolled back; an owner cannot leave', async () => {
  const owner = await signedUp(product, 'Ada Owner')
  await made(owner.cookie, { name: 'Open House' })
  await made(owner.cookie, { name: 'Approved Only', privacy: 'private', approvesMembers: true })
  const { cookie } = await signedUp(product, 'Bao Joins')
  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/communities?sort=new`)
  await hydrated(page)
  const open = card(page, 'Open House')
  await open.getByRole('button', { name: 'Join Open House' }).click()
  await open.getByText('2 members').waitFor()
  // A double click on Join must not leave again, so leaving is inside a menu.
  expect(await open.getByRole('button', { name: 'Leave Open House' }).count()).toBe(0)
  await leave(open, 'Open House')
  await open.getByText(/1 member$/).waitFor()

  const approved = card(page, 'Approved Only')
  await approved.getByText('Joining sends a request, which the owner or a mod answers.').waitFor()
  await Promise.all([page.waitForResponse('**/rpc/communities/join'), approved.getByRole('button', { name: 'Join Approved Only' }).click()])
  await approved.getByText('Requested').waitFor()
  expect(await approved.getByText(/1 member$/).count()).toBe(1)

  await page.route('**/rpc/communities/join', (route) => route.abort())
  await open.getByRole('button', { name: 'Join Open House' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Failed to update membership.' })
  await alert.getByRole('button').click()
  await open.getByRole('button', { name: 'Join Open House' }).waitFor()
  await open.getByText(/1 member$/).waitFor()
  await context.close()

  const own = await aVisit({ as: { cookie: owner.cookie, origin: product.origin } })
  await own.page.goto(`${product.origin}/communities?sort=new`)
  await hydrated(own.page)
  await leave(card(own.page, 'Open House'), 'Open House')
  await own.page.getByRole('alertdialog', { name: 'Owners cannot leave the community.' }).waitFor()
  await own.page.goto(`${product.origin}/dashboard`)
  await own.page.getByRole('link', { name: 'Manage: Approved Only' }).waitFor()
  expect([...problems, ...own.problems]).toEqual([])
  await own.context.close()
})

test('a member who failed to leave a private community still sees its content, and one who has left does not', async () => {
  const owner = await signedUp(product, 'Ada Keeps')
  const { id, slug } = await made(owner.cookie, { name: 'Closed House', privacy: 'private' })
  const { cookie } = await signedUp(product, 'Bao Stays')
  await send(product, { method: 'PUT', path: `/api/v1/communities/${id}/membership`, cookie, body: {} })
  await send(product, { method: 'POST', path: `/api/v1/communities/${id}/posts`, cookie: owner.cookie, body: { body: 'Only for us' } })
  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/communities/${slug}`)
  await hydrated(page)
  await page.getByText('Only for us').waitFor()
  const leaveForSure = async () => {
    await leave(page, 'Closed House')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
  }
  await page.route('**/rpc/communities/leave', (route) => route.abort())
  await leaveForSure()
  await page
    .getByRole('alertdialog', { name: /^Failed to update/ })
    .getByRole('button')
    .click()
  await page.getByText('Only for us').waitFor()
  await page.unroute('**/rpc/communities/leave')
  await leaveForSure()
  await page.getByRole('button', { name: 'Join Closed House' }).first().waitFor()
  await page.getByText('Only for us').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('the list of members shows the viewer’s own joining and leaving immediately', async () => {
  const owner = await signedUp(product, 'Ada Hosts')
  const { slug } = await made(owner.cookie, { name: 'Guest House' })
  const { page, context, problems } = await aVisit({ as: { cookie: (await signedUp(product, 'Bao Enters')).cookie, origin: product.origin } })
  await page.goto(`${product.origin}/communities/${slug}?tab=members`)
  await hydrated(page)
  const own = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Bao E.', exact: true }) })
  await page.getByRole('button', { name: 'Join Guest House' }).click()
  await own.waitFor()
  await leave(page, 'Guest House')
  await own.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('without JavaScript a form searches the list, and private communities are on nobody’s public profile', async () => {
  const { cookie } = await signedUp(product, 'Ada Plain')
  await made(cookie, { name: 'Plain Talkers', privacy: 'private' })
  await made(cookie, { name: 'Plain Walkers' })
  const { page, context } = await aVisit({ javaScript: false })
  await page.goto(`${product.origin}/communities?sort=new`)
  await page.getByLabel('Search communities').fill('plain')
  await page.getByLabel('Privacy').selectOption('Private')
  await page.getByRole('button', { name: 'Apply' }).click()
  await settle(page, '/communities?q=plain&privacy=private&sort=new')
  expect(await names(page)).toEqual(['Plain Talkers'])
  const { body } = await send(product, { method: 'GET', path: '/api/v1/me', cookie })
  await page.goto(`${product.origin}/u/${body.id}`)
  await page.getByRole('link', { name: 'Plain Walkers' }).waitFor()
  expect(await page.getByText('Plain Talkers').count()).toBe(0)
  await context.close()
})
