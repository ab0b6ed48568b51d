import { beforeAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { answersAsUnknown } from '#tests/support/unknown-page.ts'
import { clientOf, send } from '#tests/support/visitor.ts'

const product = theProduct()
const path = '/moderation/joins'
const cookies = { moderator: '', member: '' }
const campaign = { id: '', slug: '', title: '' }

/** A campaign that 22 people have joined in this hour besides its creator, and a moderator. */
beforeAll(async () => {
  const asked = clientOf(product)
  const [moderator, creator, member] = await Promise.all(['Mo Derates', 'Cree Ator', 'Ada Reads'].map((name) => signedUp(product, name)))
  if (!moderator || !creator || !member) throw new Error('nobody signed up')
  Object.assign(cookies, { moderator: moderator.cookie, member: member.cookie })
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', moderator.id).execute().finally(store.close)
  Object.assign(campaign, await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Stop the burst of pledges' })))
  const people = await Promise.all(Array.from({ length: 22 }, (_, n) => signedUp(product, `Number ${n}`)))
  for (const person of people) await asked(person, 'PUT', `/campaigns/${campaign.id}/pledge`, {})
})

test('for everybody but moderators the page of joins is byte for byte like an unknown one, and nothing links to it', async () => {
  for (const cookie of [undefined, cookies.member]) {
    expect(await answersAsUnknown(product, { path, cookie })).not.toContain('Joins and corrections')
    if (cookie) expect((await send(product, { method: 'GET', path: '/', cookie })).body).not.toContain('/moderation')
  }
})

test('a moderator finds a burst, takes it out of the count with a public note, and brings it back', async () => {
  const { page, problems, context } = await aVisit({ as: { cookie: cookies.moderator, origin: product.origin } })
  await page.goto(product.origin)
  await hydrated(page)
  await page.locator('summary', { hasText: 'Account:' }).click()
  await page.getByRole('link', { name: 'Joins and corrections' }).click()
  await page.getByRole('heading', { level: 1, name: 'Joins and corrections' }).waitFor()
  await page.getByLabel('Address of a Holdout').fill(`${product.origin}/campaigns/${campaign.slug}?from=somewhere`)
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText(/23 counted supporters/).waitFor()
  await hydrated(page)

  await page
    .getByRole('button', { name: /^Select: 2\d joins in the hour from/ })
    .first()
    .click()
  await expect.poll(() => page.getByLabel('Joined from (UTC)').inputValue()).toMatch(/:00$/)
  await page.getByRole('button', { name: 'Count them' }).click()
  await page.getByText('Selected pledges').waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('All within a minute.')
  await page.getByRole('textbox', { name: 'Public note' }).fill('All of them came from people.test')
  await page.getByRole('button', { name: 'Take them out' }).click()
  await page.getByText('The note must not contain a domain').waitFor()
  await page.getByRole('textbox', { name: 'Public note' }).fill('They were made automatically.')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Take them out' }).click()
  const item = page.getByRole('listitem').filter({ hasText: 'They were made automatically.' })
  await item.getByText('Done', { exact: true }).waitFor()
  const supporters = async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.slug}` })).body.count.supporters
  expect(await supporters()).toBeLessThan(23)

  await item.getByRole('button', { name: 'Undo the correction of Stop the burst of pledges' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bring these pledges back' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us.')
  await dialog.getByRole('textbox', { name: 'Public note' }).fill('They were genuine.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await item.getByText('Undone', { exact: true }).waitFor()
  expect(await supporters()).toBe(23)
  expect(problems).toEqual([])
  await context.close()
})

test('the page of joins fits 360 pixels, and says so if there is no campaign with an address', async () => {
  const { page, problems, context } = await aVisit({ width: 360, as: { cookie: cookies.moderator, origin: product.origin } })
  await page.goto(`${product.origin}${path}?campaign=no-such-campaign`)
  await page.getByText('There is no Holdout with this address.').waitFor()
  await page.goto(`${product.origin}${path}?campaign=${campaign.slug}`)
  await hydrated(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(problems).toEqual([])
  await context.close()
})
