import { beforeAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { holdPledges } from '#tests/support/held-pledges.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { answersAsUnknown } from '#tests/support/unknown-page.ts'
import { clientOf, send } from '#tests/support/visitor.ts'

const product = theProduct()
const path = '/moderation/joins'
const cookies = { moderator: '', second: '', member: '', held: '' }
const campaign = { id: '', slug: '', title: '' }

/** A moderator, and a campaign in which the pledges of 22 people were held four days ago. */
beforeAll(async () => {
  const [moderator, second, creator, member] = [
    await signedUp(product, 'Mo Derates', { role: 'moderator' }),
    await signedUp(product, 'Sec Ond', { role: 'moderator' }),
    await signedUp(product, 'Cree Ator'),
    await signedUp(product, 'Ada Reads'),
  ]
  Object.assign(campaign, await clientOf(product)(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Answer the phone' })))
  const people = await Promise.all(Array.from({ length: 22 }, (_, n) => signedUp(product, `Number ${n}`)))
  Object.assign(cookies, { moderator: moderator.cookie, second: second.cookie, member: member.cookie, held: people[0]?.cookie })
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await holdPledges(store, { campaignId: campaign.id, personIds: people.map(({ id }) => id), hoursAgo: 96, state: 'review' }).finally(store.close)
})

test('for everybody but moderators the page of joins is byte for byte like an unknown one, and nothing links to it', async () => {
  for (const cookie of [undefined, cookies.member]) {
    expect(await answersAsUnknown(product, { path, cookie })).not.toContain('Joins and corrections')
    if (cookie) expect((await send(product, { method: 'GET', path: '/', cookie })).body).not.toContain('/moderation')
  }
})

test('people with held pledges ask a moderator to look, and a moderator rejects the group, undoes that, and lets the group in', async () => {
  const person = await aVisit({ width: 360, as: { cookie: cookies.held, origin: product.origin } })
  const own = `${product.origin}/campaigns/${campaign.slug}`
  await person.page.goto(own)
  await person.page.getByText("Your pledge isn't counted yet.").first().waitFor()
  await person.page.getByRole('button', { name: 'Ask a moderator to look' }).first().click()
  await person.page.getByText('You asked a moderator to look.').first().waitFor()

  const { page, problems, context } = await aVisit({ width: 360, as: { cookie: cookies.moderator, origin: product.origin } })
  const decide = async (button: RegExp, sent: string) => {
    await page.getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us from a university.')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: sent }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(product.origin + path)
  await hydrated(page)
  await page.getByText('Held: about 20, from network').waitFor()
  await page.getByText('Asked for a look: under 10').waitFor()
  await decide(/^Reject: network/, 'Reject')
  await page.getByText('Held pledges rejected: about 20').waitFor()
  await decide(/^Undo the correction of Answer the phone/, 'Undo')
  await page.getByText('Held: about 20, from network').waitFor()
  await decide(/^Let in: network/, 'Let in')
  await page.getByText('No pledge is held.').waitFor()
  expect(problems).toEqual([])

  await expect
    .poll(async () => {
      await person.page.goto(own)
      await hydrated(person.page)
      // The page fetches the person's own pledge after it is shown.
      const note = person.page.getByText('Your pledge has been checked and is now counted.')
      return note.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  expect(person.problems).toEqual([])
  await Promise.all([context.close(), person.context.close()])
})

test('a moderator looks for a campaign by a pasted address, on a page that fits 360 pixels and says if there is none', async () => {
  const { page, problems, context } = await aVisit({ as: { cookie: cookies.moderator, origin: product.origin } })
  await page.goto(product.origin)
  await hydrated(page)
  await page.locator('summary', { hasText: 'Account:' }).click()
  await page.getByRole('link', { name: 'Joins and corrections' }).click()
  await page.getByRole('heading', { level: 1, name: 'Joins and corrections' }).waitFor()
  const search = async (address: string) => {
    await page.getByLabel('Address of a Holdout').fill(address)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
  }
  await search('no-such-campaign')
  await page.getByText('There is no Holdout with this address.').waitFor()
  await search(`${product.origin}/campaigns/${campaign.slug}?from=somewhere`)
  await page.getByText(/23 counted supporters/).waitFor()
  await hydrated(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(problems).toEqual([])
  await context.close()
})

test('a correction of the whole site waits until a second moderator agrees, and the moderator who proposed it can withdraw it', async () => {
  const opened = async (cookie: string) => {
    const visit = await aVisit({ width: 360, as: { cookie, origin: product.origin } })
    await visit.page.goto(product.origin + path)
    await hydrated(visit.page)
    return visit
  }
  const own = await opened(cookies.moderator)
  const propose = async () => {
    await own.page.getByLabel('Account when it joined').selectOption('24')
    await own.page.getByRole('button', { name: 'Show how many this matches' }).click()
    await own.page.getByLabel('Reason').fill('Forty accounts within two minutes.')
    await own.page.getByLabel('Public note').fill('A review found pledges that no person made.')
    await own.page.getByRole('button', { name: 'Take them out' }).click()
    await own.page.getByText('Waits for consent').waitFor()
  }
  await propose()
  expect(await own.page.getByRole('button', { name: /^Agree/ }).count()).toBe(0)
  await own.page.getByRole('button', { name: 'Withdraw the correction of The whole site' }).click()
  await own.page.getByText('Declined').waitFor()
  await propose()

  const { page, problems, context } = await opened(cookies.second)
  await page.getByText(/^It is about the whole site or many pledges, .* another moderator has to agree\.$/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Agree to the correction of The whole site' }).click()
  await page.getByText(/agreed by Sec O/).waitFor()
  // Other files share the site, and may have campaigns with ten pledges of new accounts.
  await page.getByText(/^about \d+0 pledges taken out$/).waitFor()
  expect([...problems, ...own.problems]).toEqual([])
  await Promise.all([context.close(), own.context.close()])
})
