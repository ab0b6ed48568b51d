import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { recordMarks, untilMark } from '#tests/support/linked-marks.ts'
import { signedUp } from '#tests/support/members.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()
const asked = clientOf(product)
type Someone = { cookie: string; email: string; password: string }
type Made = { id: string; slug: string }
let owner: Someone
let mia: Someone
beforeAll(async () => {
  owner = await signedUp(product, 'Olga Owner')
  mia = await signedUp(product, 'Mia Member')
})

let made = 0
async function aCommunity(members: Someone[]): Promise<Made> {
  made += 1
  const place = await asked(owner, 'POST', '/communities', { name: `Neighbours ${made}`, slug: `neighbours-${made}`, description: 'Shop next door' })
  for (const who of members) await asked(who, 'PUT', `/communities/${place.id}/membership`, {})
  return place
}
const post = (who: Someone, { id }: Made, body: object): Promise<Made> => asked(who, 'POST', `/communities/${id}/posts`, body)

async function visiting({ slug }: Made, given: { who?: Someone; query?: string } & Parameters<typeof aVisit>[0] = {}): Promise<Visit> {
  const visit = await aVisit({ ...given, as: given.who && { cookie: given.who.cookie, origin: product.origin } })
  await recordMarks(visit.page)
  await visit.page.goto(`${product.origin}/communities/${slug}${given.query ?? ''}`)
  if (given.javaScript !== false) await hydrated(visit.page)
  return visit
}
const shownPost = (page: Page, text: string) => page.locator('article[id^="post-"]', { hasText: text })
async function choose(page: Page, text: string, item: string) {
  await shownPost(page, text).locator('summary').click()
  await shownPost(page, text).getByRole('button', { name: item, exact: true }).click()
}

test('a member writes, changes and deletes a post; text that the server refuses, or whose picture fails, is kept', async () => {
  const community = await aCommunity([mia])
  const { page, problems } = await visiting(community, { who: mia, width: 360, height: 740 })
  await page.getByText('No posts yet.').waitFor()
  await page.getByRole('button', { name: 'Write a post' }).click()
  await page.getByLabel('Title').fill('The bakery takes part')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText('Write something first').waitFor()

  const text = page.getByRole('textbox', { name: 'Post', exact: true })
  await text.fill('They **stopped** ordering')
  await page.locator('input[type=file]').setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture(320, 200)) })
  await page.route('**/api/v1/media', (route) => route.abort())
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText(/^Failed to upload image: /).waitFor()
  expect((await asked(mia, 'GET', `/communities/${community.id}/posts`)).items).toEqual([])
  await page.unroute('**/api/v1/media')

  await page.reload()
  await hydrated(page)
  await expect.poll(() => text.inputValue()).toBe('They **stopped** ordering')
  await page.route('**/rpc/communityPosts/post', (route) => route.abort())
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByText(/^Failed to create post: /).waitFor()
  await page.unroute('**/rpc/communityPosts/post')
  await page.locator('input[type=file]').setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture(320, 200)) })
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const mine = shownPost(page, 'The bakery takes part')
  await mine.getByText('They stopped ordering').waitFor()
  await mine.locator('picture img').waitFor()

  await mine.getByRole('button', { name: 'Like this post, 0 so far' }).click()
  await mine.getByRole('button', { name: 'Like this post, 1 so far' }).waitFor()
  await choose(page, 'The bakery takes part', 'Edit')
  await page.getByLabel('Edit your post').fill('They begin again')
  await page.getByRole('button', { name: 'Save' }).click()
  await mine.getByText('(edited)').waitFor()
  await choose(page, 'The bakery takes part', 'Delete')
  await page.getByText('Delete this post?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No posts yet.').waitFor()
  expect(problems).toEqual([])
})

test('the owner pins, announces and locks; another page announces a new post and shows it only on request', async () => {
  const community = await aCommunity([mia])
  await post(mia, community, { title: 'First of all', body: 'One' })
  await post(mia, community, { title: 'Then this', body: 'Two' })
  const reader = await visiting(community, { who: mia })
  const { page, problems } = await visiting(community, { who: owner })
  await choose(page, 'First of all', 'Pin to the top')
  await shownPost(page, 'First of all').getByText('Pinned', { exact: true }).waitFor()
  const names = () => page.locator('article[id^="post-"]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await expect.poll(names).toEqual(['First of all', 'Then this'])
  await choose(page, 'First of all', 'Mark as announcement')
  await shownPost(page, 'First of all').getByText('Announcement', { exact: true }).waitFor()
  await choose(page, 'Then this', 'Lock comments')
  await shownPost(page, 'Then this').getByText('Locked: no new comments').waitFor()

  // The other page shows the changes at once, without reordering its posts.
  await shownPost(reader.page, 'First of all').getByText('Announcement', { exact: true }).waitFor()
  await shownPost(reader.page, 'Then this').getByText('Locked: no new comments').waitFor()
  const before = await shownPost(reader.page, 'Then this').boundingBox()
  await post(owner, community, { title: 'Fresh', body: 'Three' })
  await reader.page.getByRole('button', { name: '1 new post' }).waitFor()
  expect(await shownPost(reader.page, 'Then this').boundingBox()).toEqual(before)
  await reader.page.getByRole('button', { name: '1 new post' }).click()
  await shownPost(reader.page, 'Fresh').waitFor()
  expect([...problems, ...reader.problems]).toEqual([])
})

test('a link opens a post on a later page and marks it for three seconds; it can be read without JavaScript', async () => {
  const community = await aCommunity([mia])
  const { id } = await post(mia, community, { title: 'Far down', body: Array.from({ length: 40 }, (_, n) => `Point ${n}`).join('\n\n') })
  for (let n = 0; n < 11; n++) await post(mia, community, { body: `Newer ${n}` })
  const { page } = await visiting(community, { query: `?postId=${id}` })
  await untilMark(page, `post-${id} on`)
  await untilMark(page, `post-${id} off`)
  await page.getByRole('link', { name: 'Go to the newest posts' }).waitFor()

  const plain = await visiting(community, { javaScript: false })
  await plain.page.getByRole('link', { name: 'Load more' }).click()
  await plain.page.getByRole('link', { name: 'Read the whole post' }).click()
  await plain.page.getByText('Point 39').waitFor()
  expect(await plain.page.getByRole('link', { name: 'Read the whole post' }).count()).toBe(0)
})

test('a person who is not a member is asked to join, and a visitor signs in and returns to the post', async () => {
  const community = await aCommunity([])
  const { id } = await post(owner, community, { body: 'Good morning' })
  const stranger = await visiting(community, { who: await signedUp(product, 'Otto Outside') })
  await stranger.page.getByText('Join this community to post, comment and like.').waitFor()
  const said = await sighting(stranger.page, { selector: '[aria-live=polite] p', text: 'Join this community to like its posts.' })
  await stranger.page.getByRole('button', { name: 'Like this post, 0 so far' }).click()
  await said()
  expect((await asked(owner, 'GET', `/posts/${id}`)).likes).toBe(0)
  const visitor = await visiting(community)
  await visitor.page.getByRole('link', { name: 'Like this post, 0 so far' }).click()
  await arrivesAt(visitor.page, /\/auth\?/)
  expect(new URL(visitor.page.url()).searchParams.get('returnTo')).toContain(`postId=${id}`)
})

test('with the keyboard alone a post is pinned and deleted without losing the focus; a banned member gets a message', async () => {
  const community = await aCommunity([mia])
  const { id } = await post(owner, community, { title: 'Stays', body: 'One' })
  await post(owner, community, { title: 'Goes', body: 'Two' })
  const { page, problems } = await visiting(community, { who: owner })
  const pressed = async (text: string, item: string) => {
    const choice = shownPost(page, text).getByRole('button', { name: item, exact: true })
    // The menu may be visible before it is hydrated; a key press at that moment may be lost together with the focus.
    await expect
      .poll(async () => {
        if (await choice.isVisible()) return true
        await shownPost(page, text).locator('summary').focus()
        await page.keyboard.press('Enter')
        return choice.isVisible()
      })
      .toBe(true)
    await choice.focus()
    await page.keyboard.press('Enter')
  }
  await pressed('Stays', 'Pin to the top')
  await shownPost(page, 'Stays').getByText('Pinned', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${id}`)
  await pressed('Goes', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await shownPost(page, 'Goes').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`post-${id}`)

  const { items } = await asked(owner, 'GET', `/communities/${community.id}/members`)
  const { person } = items.find((member: { role: string }) => member.role === 'member')
  await asked(owner, 'PUT', `/communities/${community.id}/bans/${person.id}`)
  const banned = await visiting(community, { who: mia })
  await banned.page.getByText('You cannot join this community.').waitFor()
  expect(await banned.page.getByText('Join this community to post').count()).toBe(0)
  expect([...problems, ...banned.problems]).toEqual([])
})
