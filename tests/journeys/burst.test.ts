import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm } from '#features/pledges/corrections/server/alarm.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { arrivesAt, aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aMailServer } from '#tests/support/mail-server.ts'
import { type Member, signedUp } from '#tests/support/members.ts'
import { letMidnightPass, makeOlder } from '#tests/support/midnight.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { clientOf, send } from '#tests/support/visitor.ts'

const server = await aMailServer()
// A product of its own, because moderators get a mail.
const product = ownProduct(server.env)
const title = 'Stop the burst of pledges'
const campaign = { id: '', slug: '' }
const people: Record<'moderator' | 'other' | 'genuine', Member> = Object.create(null)
let store: Store

/** A campaign of a month ago with three supporters, and 24 people who join it within a minute. */
beforeAll(async () => {
  const asked = clientOf(product)
  const aPerson = (name: string, role: 'member' | 'moderator' = 'member') => signedUp(product, name, { role, isConfirmed: true })
  people.moderator = await aPerson('Mo Derates', 'moderator')
  people.other = await aPerson('Ot Moderates', 'moderator')
  const [creator, ...early] = [await aPerson('Cree Ator'), await aPerson('Early Bird'), await aPerson('Ella Early')] as const
  const burst = await Promise.all(Array.from({ length: 24 }, (_, n) => aPerson(`Robin Hurry${n}`)))
  people.genuine = burst.at(-1) as Member
  store = await openStore({ url: product.databaseUrl, onError: () => {} })
  Object.assign(campaign, await asked(creator, 'POST', '/campaigns', aCampaignBody({ title })))
  for (const person of early) await asked(person, 'PUT', `/campaigns/${campaign.id}/pledge`, {})
  await makeOlder(store.db, campaign.id, 30)
  for (const person of burst) await asked(person, 'PUT', `/campaigns/${campaign.id}/pledge`, {})
  // The hour may end between two joins.
  await sql`update pledge set created_at = now() where campaign_id = ${campaign.id} and person_id = any(${burst.map(({ id }) => id)}::uuid[])`.execute(store.db)
})
afterAll(async () => {
  await store?.close()
  await server.stop()
})

const supporters = async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.slug}` })).body.count.supporters
const visitOf = (member?: Member) => aVisit({ width: 360, ...(member && { as: { cookie: member.cookie, origin: product.origin } }) })

/** Opens the campaign's page until it shows this, and then how its supporters are counted. */
async function openLadder({ page }: Visit, shown: string) {
  const ladder = page.getByRole('region', { name: 'The count at midnight' }).first()
  await expect
    .poll(async () => {
      await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
      await hydrated(page)
      return (await page.getByText(shown).count()) > 0 && (await page.content()).includes('The count at midnight')
    })
    .toBe(true)
  await page.getByText('How is this counted?').first().click()
  await ladder.waitFor()
  return ladder
}

/** Runs the work while the counter of the campaign is locked, so that a correction cannot go on. */
const whileCounterIsLocked = (work: () => Promise<void>) =>
  store.db.transaction().execute(async (tx) => {
    await sql`select from campaign_stats where campaign_id = ${campaign.id} for update`.execute(tx)
    await work()
  })

test('moderators are alarmed by a burst of joins, one of them takes it out of the count with a public note and brings it back, and visitors read both', async () => {
  // The job looks once a minute.
  await raiseAlarm(store.db)
  const { page, problems, context } = await visitOf(people.moderator)
  for (const { email } of [people.moderator, people.other]) {
    const { text } = await server.next(email, /got 20 joins or more in an hour, far more than usual/)
    expect(text).toContain(`${product.origin}/moderation/joins?campaign=${campaign.slug}`)
  }
  await page.goto(product.origin)
  await hydrated(page)
  await page.locator('summary[aria-label^="Notifications"]').click()
  await page.getByRole('link', { name: `${title} got 20 joins or more in an hour, far more than usual` }).click()
  await arrivesAt(page, `**/moderation/joins?campaign=${campaign.slug}`)
  await page.getByText(/27 counted supporters/).waitFor()
  await hydrated(page)

  await page
    .getByRole('listitem')
    .filter({ hasText: 'about 20' })
    .getByRole('button', { name: /^Select: .*, \d{4}$/ })
    .first()
    .click()
  await expect.poll(() => page.getByLabel('First day (UTC)').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
  await page.getByRole('button', { name: 'Show how many this matches' }).click()
  await page.getByRole('definition').filter({ hasText: 'about 20' }).first().waitFor()
  expect(await page.getByRole('main').textContent()).not.toMatch(/Robin|Hurry/)
  await page.getByRole('textbox', { name: 'Reason' }).fill('All within a minute.')
  await page.getByRole('textbox', { name: 'Public note' }).fill('All of them came from people.test')
  await page.getByRole('button', { name: 'Take them out' }).click()
  await page.getByText('The note must not contain a domain').waitFor()
  await page.getByRole('textbox', { name: 'Public note' }).fill('They were made automatically.')
  expect(await accessibilityProblems(page)).toEqual([])
  const item = page.getByRole('listitem').filter({ hasText: 'They were made automatically.' })
  await whileCounterIsLocked(async () => {
    await page.getByRole('button', { name: 'Take them out' }).click()
    await item.getByText('Running: 0%').waitFor()
  })
  await item.getByText('Done', { exact: true }).waitFor()
  expect(await supporters()).toBe(3)

  await letMidnightPass(store.db, campaign.id)
  const visitor = await visitOf()
  const ladder = await openLadder(visitor, '97 to go to 100')
  const removed = ladder.getByRole('listitem').filter({ hasText: '24 pledges removed.' })
  await removed.getByText('The count went from 27 to 3.').waitFor()
  await removed.getByText('They were made automatically.').waitFor()
  await removed.getByText('If yours was removed by mistake:').waitFor()
  expect(await removed.getByRole('link', { name: 'ask us to look again' }).getAttribute('href')).toBe('/dashboard/pledges')
  expect(await removed.getByRole('link', { name: 'How we count' }).getAttribute('href')).toBe('/about#pledge')
  expect(await accessibilityProblems(visitor.page)).toEqual([])

  const person = await visitOf(people.genuine)
  await person.page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await person.page.getByRole('button', { name: 'Tell us' }).first().click()
  await person.page.getByText('You asked a moderator to look.').first().waitFor()
  expect(await accessibilityProblems(person.page)).toEqual([])
  expect(person.problems).toEqual([])
  await person.context.close()

  await page.reload()
  await hydrated(page)
  await item.getByText('Asked for a look: under 10').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Bring these pledges back' })
  async function undo(which: 'all' | 'asked', note: string) {
    await item.getByRole('button', { name: `Undo the correction of ${title}` }).click()
    expect(await dialog.getByLabel('Which pledges').inputValue()).toBe(which)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us.')
    await dialog.getByRole('textbox', { name: 'Public note' }).fill(note)
    expect(await accessibilityProblems(page, 'dialog')).toEqual([])
    await dialog.getByRole('button', { name: 'Undo' }).click()
  }
  await undo('asked', 'One person was genuine.')
  await item.getByText('Partly undone', { exact: true }).waitFor()
  await undo('all', 'All of them were genuine.')
  await item.getByText('Undone', { exact: true }).waitFor()
  expect(await supporters()).toBe(27)
  expect(problems).toEqual([])
  await context.close()

  await letMidnightPass(store.db, campaign.id)
  await openLadder(visitor, '73 to go to 100')
  const restored = ladder.getByRole('listitem').filter({ hasText: '23 of these pledges restored.' })
  await restored.getByText('The count went from 4 to 27.').waitFor()
  await restored.getByText('All of them were genuine.').waitFor()
  await ladder.getByText(/small corrections, 1 restored\./).waitFor()
  await removed.waitFor()
  expect(visitor.problems).toEqual([])
  await visitor.context.close()
  // One mail a day.
  expect(server.mails.filter(({ subject }) => /joins or more in an hour/.test(subject ?? ''))).toEqual([])
})
