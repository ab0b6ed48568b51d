import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { leave } from '#tests/support/leave-community.ts'
import { signedUp } from '#tests/support/members.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

async function visiting(who: { cookie: string }, path: string, given: Parameters<typeof aVisit>[0] = {}) {
  const visit = await aVisit({ ...given, as: { cookie: who.cookie, origin: product.origin } })
  await visit.page.goto(`${product.origin}${path}`)
  await hydrated(visit.page)
  return visit
}
const start = (who: { cookie: string }, body: Record<string, unknown>) =>
  send(product, { method: 'POST', path: '/api/v1/communities', cookie: who.cookie, body: { name: 'Taken', description: 'There.', ...body } })
const pressCreate = (page: Page) => page.getByRole('button', { name: 'Create community', exact: true }).click()
const slugField = (page: Page) => page.getByLabel('Slug', { exact: true })

test('a community is created: its slug follows the name, a taken slug is reported, and typed text is kept', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  await start(ada, { slug: 'clean-river' })
  const { page, context, problems } = await visiting(ada, '/communities/create')
  await pressCreate(page)
  for (const text of ['Community name is required', 'Slug is required', 'Description is required']) await page.getByText(text, { exact: true }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('  Clean   River! ')
  await expect.poll(() => slugField(page).inputValue()).toBe('clean-river')
  await page.getByText('This slug is already taken.', { exact: true }).waitFor()
  await slugField(page).fill('Clean River')
  await page.getByText('Slug can only contain lowercase letters, numbers, and hyphens', { exact: true }).waitFor()
  await slugField(page).fill('our-clean-river')
  await page.getByText('This slug is available.', { exact: true }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Our Clean River')
  expect(await slugField(page).inputValue()).toBe('our-clean-river')
  await page.getByLabel('Description', { exact: true }).fill('For everybody who swims.')
  await page.getByLabel('Tags', { exact: false }).first().fill('water, , swimming')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Title of link 1').fill('Map')
  await page.getByLabel('Address of link 1').fill('map.example')
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('For everybody who swims.')
  await pressCreate(page)
  await page.getByText('Enter a web address that starts with https:// or http://, up to 2,048 characters.').waitFor()
  await page.getByLabel('Address of link 1').fill('https://map.example/river')
  const files = page.locator('input[type=file]')
  await files.nth(0).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await aPicture(200, 200) })
  await files.nth(1).setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: await aPicture(2400, 500) })
  await page.locator('form img').nth(1).waitFor()
  await pressCreate(page)
  await arrivesAt(page, '**/communities/our-clean-river')
  await page.getByRole('heading', { level: 1, name: 'Our Clean River' }).waitFor()
  const { body } = await send(product, { method: 'GET', path: '/api/v1/communities/our-clean-river' })
  expect(body).toMatchObject({
    tags: ['water', 'swimming'],
    members: 1,
    inside: { banner: { width: 1920 }, quickLinks: [{ title: 'Map', url: 'https://map.example/river' }] },
  })
  await page.getByRole('navigation', { name: 'Community sections' }).getByRole('link', { name: 'About', exact: true }).click()
  await arrivesAt(page, '**/communities/our-clean-river?tab=about')
  await page.getByRole('link', { name: /Map/ }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a community is created even if a picture fails, and the next page reports that with a link to try again', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context } = await visiting(ada, '/communities/create')
  await page.getByLabel('Name', { exact: true }).fill('Без логотипа')
  await expect.poll(() => slugField(page).inputValue()).toBe('bez-logotipa')
  await page.getByLabel('Description', { exact: true }).fill('A place.')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1') })
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  await pressCreate(page)
  await arrivesAt(page, '**/communities/bez-logotipa')
  await page.getByText(/The community was created, but its logo could not be uploaded:/).waitFor()
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await arrivesAt(page, '**/communities/bez-logotipa/edit')
  await context.close()
})

test('an owner changes a community, makes it private, and deletes it after typing its name', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  await start(ada, { slug: 'lakeside', name: 'Lakeside' })
  const { page, context, problems } = await visiting(ada, '/communities/lakeside')
  await leave(page, 'Lakeside')
  await page.getByText('Owners cannot leave the community. Delete the community instead.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.goto(`${product.origin}/communities/lakeside/edit`)
  await hydrated(page)
  await page.getByLabel('Name', { exact: true }).fill('Lake Side')
  await page.getByRole('radio', { name: /Private/ }).check()
  await page.getByText('Once private, it cannot become public again.').waitFor()
  await page.getByRole('switch', { name: /Approve new members/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await arrivesAt(page, '**/communities/lakeside')
  await page.getByRole('heading', { level: 1, name: 'Lake Side' }).waitFor()

  const bob = await signedUp(product, 'Bob Stone')
  const stranger = await visiting(bob, '/communities/lakeside')
  await stranger.page.getByText('Join this community to see its posts').waitFor()
  expect((await send(product, { method: 'GET', path: '/communities/lakeside/edit', cookie: bob.cookie })).status).toBe(403)
  await stranger.page.getByRole('button', { name: 'Join Lake Side' }).first().click()
  await stranger.page.getByText('Your request is pending').waitFor()
  await stranger.context.close()

  await page.goto(`${product.origin}/communities/lakeside/edit`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Delete community', exact: true }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete community', exact: true })
  expect(await sure.isDisabled()).toBe(true)
  await page.getByLabel(/Type the community's name/).fill('Lake Side')
  await sure.click()
  await arrivesAt(page, '**/communities')
  expect(problems).toEqual([])
  // The page shows its notice for five seconds, which a loaded machine may miss, so the text is read from the response.
  const gone = await send(product, { method: 'GET', path: '/communities/lakeside', cookie: ada.cookie })
  expect(gone).toMatchObject({ body: expect.stringContaining('Community not found') })
  await page.goto(`${product.origin}/communities/lakeside`)
  await arrivesAt(page, '**/communities')
  await context.close()
})

test('creating requires an account, and returns to the form after signing in', async () => {
  const { page, context } = await aVisit()
  await page.goto(`${product.origin}/communities/create`)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth?returnTo=%2Fcommunities%2Fcreate')
  await context.close()
})
