import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ownWords } from '#tests/support/own-words.ts'
import { aVisit, hydrated, type Visit } from '../support/browser.ts'
import { signedUp } from '../support/members.ts'
import { sighting } from '../support/sighting.ts'
import { theProduct } from '../support/the-product.ts'
import { clientOf } from '../support/visitor.ts'

// Tests of an open page whose reader's membership changes elsewhere.

const product = theProduct()
const asked = clientOf(product)
type Someone = { cookie: string; id: string }
type Made = { id: string; slug: string; name: string }
let owner: Someone
let mia: Someone
beforeAll(async () => {
  owner = await aPerson('Olga Owner')
  mia = await aPerson('Mia Member')
})

const aPerson = (name: string) => signedUp(product, name)
const join = (who: Someone, { id }: Made) => asked(who, 'PUT', `/communities/${id}/membership`, {})
const approve = (who: Someone, { id }: Made) => asked(owner, 'PUT', `/communities/${id}/requests/${who.id}`)
const remove = (who: Someone, { id }: Made) => asked(owner, 'DELETE', `/communities/${id}/members/${who.id}`)
const ban = (who: Someone, { id }: Made) => asked(owner, 'PUT', `/communities/${id}/bans/${who.id}`)
let made = 0
/** A community with a post in it. */
async function aCommunity(given: object = {}): Promise<Made> {
  made += 1
  const name = `Standing ${made}`
  const place = await asked(owner, 'POST', '/communities', { name, slug: `standing-${made}`, description: 'We stand', ...given })
  await asked(owner, 'POST', `/communities/${place.id}/posts`, { body: ownWords('What is said inside') })
  return { ...place, name }
}
const approving = { privacy: 'private', approvesMembers: true }

async function visiting({ slug }: Made, who: Someone, given: { isDeaf?: boolean } = {}): Promise<Visit> {
  const visit = await aVisit({ as: { cookie: who.cookie, origin: product.origin } })
  if (given.isDeaf) await visit.page.route('**/api/v1/live?**', (route) => route.abort())
  await visit.page.goto(`${product.origin}/communities/${slug}`)
  await hydrated(visit.page)
  return visit
}
const toast = '[aria-live=polite] p'
const words = (page: Page) => page.getByText('What is said inside')
const prompt = (page: Page) => page.getByRole('heading', { name: 'Join this community to see its posts' })

test('a person with a pending request sees the content as soon as it is approved', async () => {
  const community = await aCommunity(approving)
  await join(mia, community)
  const { page, context, problems } = await visiting(community, mia)
  await page.getByText('Your request is pending').waitFor()
  await approve(mia, community)
  await words(page).waitFor()
  await page.getByLabel(`Member of ${community.name}`).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a request that was approved meanwhile cannot be withdrawn: the person becomes a member', async () => {
  const community = await aCommunity(approving)
  await join(mia, community)
  const { page, context, problems } = await visiting(community, mia, { isDeaf: true })
  const takeBack = page.getByRole('button', { name: `Cancel your request to join ${community.name}`, exact: true })
  await takeBack.waitFor()
  await approve(mia, community)
  await takeBack.click()
  await words(page).waitFor()
  expect((await asked(mia, 'GET', `/communities/${community.slug}`)).viewer).toEqual({ status: 'active', role: 'member' })
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

for (const [ending, end] of Object.entries({ removed: remove, banned: ban }))
  test(`the open page of a private community is cleared for a member who is ${ending}, and shows the current state`, async () => {
    const community = await aCommunity({ privacy: 'private' })
    await join(mia, community)
    const { page, context, problems } = await visiting(community, mia)
    await words(page).waitFor()
    await end(mia, community)
    await (ending === 'banned' ? page.getByRole('heading', { name: 'You cannot join this community.' }) : prompt(page)).waitFor()
    expect(await words(page).count()).toBe(0)
    expect(await page.getByText('Write a post').count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

test('the open page of a deleted community shows that it is not found', async () => {
  const community = await aCommunity()
  const { page, context, problems } = await visiting(community, mia)
  await words(page).waitFor()
  const said = await sighting(page, { selector: 'h1', text: 'Community not found' })
  await asked(owner, 'DELETE', `/communities/${community.id}`)
  await said()
  expect(problems).toEqual([])
  await context.close()
})

test('a person who was removed while the page was open learns that from the first refused request', async () => {
  const open = await aCommunity()
  await join(mia, open)
  const { page, context, problems } = await visiting(open, mia)
  await page.getByLabel(`Member of ${open.name}`).waitFor()
  await remove(mia, open)
  const said = await sighting(page, { selector: toast, text: 'Join this community to like its posts.' })
  await page.getByRole('button', { name: /^Like this post/ }).click()
  await said()
  await page.getByRole('button', { name: `Join ${open.name}` }).waitFor()
  await context.close()

  const closed = await aCommunity({ privacy: 'private' })
  await join(mia, closed)
  const inside = await visiting(closed, mia, { isDeaf: true })
  await words(inside.page).waitFor()
  await remove(mia, closed)
  await inside.page.getByRole('link', { name: /^0 comments/ }).click()
  await prompt(inside.page).waitFor()
  expect(await words(inside.page).count()).toBe(0)
  expect([...problems, ...inside.problems]).toEqual([])
  await inside.context.close()
})

test('a viewer without access to the content can read the whole description', async () => {
  const description = `${'We keep our word. '.repeat(20)}And that is all.`
  const community = await aCommunity({ privacy: 'private', description })
  const { page, context } = await visiting(community, mia)
  await page.getByText(description).waitFor()
  await context.close()
})

test('a deleted community is not found when somebody joins it, and disappears from the list', async () => {
  const community = await aCommunity()
  const { page, context, problems } = await aVisit({ as: { cookie: mia.cookie, origin: product.origin } })
  await page.goto(`${product.origin}/communities?sort=new`)
  await hydrated(page)
  const button = page.getByRole('region', { name: 'All Communities' }).getByRole('button', { name: `Join ${community.name}` })
  await button.waitFor()
  await asked(owner, 'DELETE', `/communities/${community.id}`)
  await button.click()
  await page.getByRole('alertdialog', { name: 'Community not found' }).getByRole('button').click()
  await button.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
