import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { writeAudit } from '#platform/server/audit.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { arrivesAt, aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { sighting } from '#tests/support/sighting.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { answersAsUnknown } from '#tests/support/unknown-page.ts'
import { send } from '#tests/support/visitor.ts'

// A product of its own, because the page shows the queues and failures of the whole site.
const product = ownProduct({})
const page = '/operator/jobs'
const people: Record<'admin' | 'moderator' | 'member', string> = { admin: '', moderator: '', member: '' }

/** Writes to the database, because a browser can neither assign a role nor create a failed email. */
beforeAll(async () => {
  const made = { admin: await signedUp(product, 'Olga Runs'), moderator: await signedUp(product, 'Mo Derates'), member: await signedUp(product, 'Ada Reads') }
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  try {
    for (const role of ['admin', 'moderator'] as const) await store.db.updateTable('person').set({ role }).where('id', '=', made[role].id).execute()
    for (let n = 0; n < 25; n++) {
      const late = new Date(Date.now() + 86_400_000)
      const words = { kind: 'campaign_update', address: 'secret@people.test', letter: JSON.stringify({ title: 'A private title' }), tries: 9 }
      const failure = { failed_at: new Date(Date.now() - n * 60_000), last_error: '550 <secret@people.test> unknown', expires_at: late, next_try_at: late }
      await store.db
        .insertInto('mail')
        .values({ id: uuidv7(), ...words, ...failure })
        .execute()
    }
  } finally {
    await store.close()
  }
  for (const role of ['admin', 'moderator', 'member'] as const) people[role] = made[role].cookie
})

test('for everybody but administrators the page is byte for byte like an unknown one, and nothing links to it', async () => {
  for (const cookie of [undefined, people.member, people.moderator]) {
    expect(await answersAsUnknown(product, { path: page, cookie })).not.toContain('Background work')
    if (cookie) expect((await send(product, { method: 'GET', path: '/', cookie })).body).not.toContain('/operator')
  }
})

test('an administrator reads in the log who used a privilege and why, on a page that fits 360 pixels', async () => {
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  const actor = await store.db.selectFrom('person').select('id').where('role', '=', 'moderator').executeTakeFirstOrThrow()
  await writeAudit(store.db, { actorId: actor.id, action: 'discussion.limit', subject: { kind: 'campaign', id: uuidv7() }, reason: 'Insults since noon.' })
  await store.close()
  const { page: tab, problems, context } = await visit({ width: 360 })
  await tab.goto(`${product.origin}${page}`)
  await tab.getByRole('link', { name: 'Audit log', exact: true }).click()
  await tab.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  const row = tab.getByRole('listitem').filter({ hasText: 'Changed the limits of a discussion' })
  await row.getByText('Insults since noon.').waitFor()
  await row.getByRole('link', { name: 'Mo D.' }).waitFor()
  expect(await accessibilityProblems(tab)).toEqual([])
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(problems).toEqual([])
  await context.close()
})

test('a text in the log’s field that names nobody is said there and kept, and no acts are shown', async () => {
  const log = async (person: string) => (await send(product, { method: 'GET', path: `/operator/log?person=${person}`, cookie: people.admin })).body
  const wrong = await log('somebody+else')
  for (const text of ['This is neither the address of a profile nor an id.', 'value="somebody else"', 'aria-invalid="true"']) expect(wrong).toContain(text)
  expect(wrong).not.toMatch(/as CSV|Changed the limits/)
  const right = await log(uuidv7())
  expect(right).toMatch(/Nothing is recorded yet/)
  expect(right).not.toMatch(/aria-invalid="true"/)
})

test('an administrator finds the page in the menu and sees queues, jobs and failed items, without the text of any email', async () => {
  const { page: tab, problems, context } = await visit()
  await tab.goto(product.origin)
  await hydrated(tab)
  await tab.locator('summary', { hasText: 'Account:' }).click()
  await tab.getByRole('link', { name: 'Background work' }).click()
  await tab.getByRole('heading', { level: 1, name: 'Background work' }).waitFor()
  expect(await tab.title()).toContain('Background work')
  const mail = tab.getByRole('table', { name: 'Queues' }).getByRole('row', { name: /^Email/ })
  await expect.poll(() => mail.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['25']))
  await expect
    .poll(() =>
      tab
        .getByRole('table', { name: 'Jobs' })
        .getByRole('row', { name: /^Count pledges/ })
        .count(),
    )
    .toBe(1)
  await expect.poll(() => items(tab).count()).toBe(20)
  await tab.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => items(tab).count()).toBe(25)
  expect(await tab.content()).not.toMatch(/secret@|A private title/)
  await tab.getByText('550 … unknown').first().waitFor()
  expect(await accessibilityProblems(tab)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('dropping and retrying ask for confirmation, run once, and update the numbers without a reload', async () => {
  const { page: tab, problems, context } = await visit()
  await tab.goto(`${product.origin}${page}`)
  await hydrated(tab)
  const failed = () =>
    tab
      .getByRole('table', { name: 'Queues' })
      .getByRole('row', { name: /^Email/ })
      .getByRole('cell')
      .nth(2)
      .textContent()
  expect(await failed()).toContain('25')
  const drop = tab.getByRole('button', { name: 'Drop: Email: update of a campaign' }).first()
  await drop.click()
  const question = tab.getByRole('alertdialog', { name: /^Drop this for good\?/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await tab.route('**/rpc/jobs/drop', (route) => route.abort())
  await drop.click()
  const refused = await sighting(tab, { selector: '.toast', text: 'That did not work. Try again in a moment.' })
  await question.getByRole('button', { name: 'Drop' }).click()
  await refused()
  await tab.unroute('**/rpc/jobs/drop')
  const id =
    (await tab
      .getByText(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
      .first()
      .textContent()) ?? ''
  await drop.click()
  const dropped = await sighting(tab, { selector: '.toast', text: 'Dropped.' })
  await question.getByRole('button', { name: 'Drop' }).click()
  await dropped()
  await expect.poll(failed).toContain('24')
  // The list is fetched apart from the numbers, and the dropped item cannot be tried again.
  await tab.getByText(id).waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'Try again: Email: update of a campaign' }).first().click()
  const back = await sighting(tab, { selector: '.toast', text: 'Put back in its queue.' })
  await tab
    .getByRole('alertdialog', { name: /^Try this again\?/ })
    .getByRole('button', { name: 'Try again' })
    .click()
  await back()
  await expect.poll(failed).toContain('23')
  expect(problems).toEqual([])
  await context.close()
})

test('changes by another administrator appear within seconds; if the server is unavailable, that is shown with the last numbers', async () => {
  const { page: tab, context } = await visit()
  await tab.clock.install()
  await tab.goto(`${product.origin}${page}`)
  await hydrated(tab)
  const rows = tab.getByRole('table', { name: 'Queues' }).getByRole('row', { name: /^Email/ })
  const before = Number(
    await rows
      .getByRole('cell')
      .nth(2)
      .textContent()
      .then((text) => text?.match(/\d+/)?.[0]),
  )
  const { body } = await send(product, { method: 'GET', path: '/api/v1/jobs/failed?limit=1', cookie: people.admin })
  await send(product, { method: 'DELETE', path: `/api/v1/jobs/mail/${body.items[0].id}`, cookie: people.admin })
  await soon(tab, async () => (await rows.getByRole('cell').nth(2).textContent())?.includes(String(before - 1)))
  const stale = tab.getByText(/^State as of .*\. The server isn't responding\.$/)
  await tab.route('**/rpc/**', (route) => route.abort())
  await soon(tab, () => stale.isVisible())
  expect(await rows.count()).toBe(1)
  await tab.unroute('**/rpc/**')
  await soon(tab, () => stale.isHidden())
  await context.setOffline(true)
  await soon(tab, () => stale.isVisible())
  expect(await rows.count()).toBe(1)
  await context.setOffline(false)
  await soon(tab, () => stale.isHidden())
  await context.close()
})

test('the page fits 360 pixels, and works page by page without JavaScript', async () => {
  const { page: tab, context } = await visit({ width: 360, javaScript: false })
  await tab.goto(`${product.origin}${page}`)
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await items(tab).count()).toBe(20)
  expect(await tab.locator('noscript').allInnerTexts()).toContain('Retrying and dropping need JavaScript.')
  await tab.getByRole('link', { name: 'Load more' }).click()
  await arrivesAt(tab, /cursor=/)
  expect(await items(tab).count()).toBeGreaterThan(0)
  await context.close()
})

const visit = (given: { width?: number; javaScript?: boolean } = {}) => aVisit({ ...given, as: { cookie: people.admin, origin: product.origin } })

/** Polls a condition of a page whose clock is installed. Advances that clock by a second before each attempt, at most a minute in all. */
async function soon(tab: Visit['page'], isSo: () => Promise<boolean | undefined>): Promise<void> {
  let seconds = 0
  const look = async () => {
    if (seconds++ < 60) await tab.clock.fastForward(1_000)
    return isSo()
  }
  await expect.poll(look).toBe(true)
}
const items = (tab: Visit['page']) => tab.getByRole('listitem').filter({ hasText: 'Email: update of a campaign' })
