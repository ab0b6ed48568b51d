import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { makeOlder } from '#tests/support/midnight.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'
import { createPage, fillFour, next, openWizard, someone, titled } from '#tests/support/wizard.ts'

const product = theProduct()
const actions = ['Cancel the subscription', 'Write to them', 'Tell a neighbor']

test('a new supporter ticks the first action and finds it done on the page, after a reload and on the dashboard', async () => {
  const { slug } = await made()
  const { page, context, problems } = await visitOf('Bao Ticks')
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  const panel = page.getByRole('region', { name: "You're in. 2 people have joined." })
  await panel.getByRole('listitem', { name: 'Bring two people' }).getByRole('link', { name: 'WhatsApp' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await panel.getByRole('checkbox', { name: 'Cancel the subscription' }).click()
  await panel.getByText('1 of 3 actions done').waitFor()
  await panel.getByRole('button', { name: 'All 3 actions' }).click()
  // A tick is shown before the answer, and the reload below would cancel the request.
  await Promise.all([page.waitForResponse('**/rpc/pledges/tick'), panel.getByRole('checkbox', { name: 'Write to them' }).click()])
  await expect.poll(() => ticksOf(panel)).toEqual([true, true, false])
  expect(await accessibilityProblems(page)).toEqual([])

  await page.reload()
  await hydrated(page)
  await panel.getByText('2 of 3 actions done').waitFor()
  await page.goto(`${product.origin}/dashboard`)
  await hydrated(page)
  const pledges = page.getByRole('region', { name: 'My Pledges' })
  await pledges.getByText('2 of 3 actions done').waitFor()
  await pledges.getByRole('checkbox', { name: 'Write to them' }).click()
  await pledges.getByText('1 of 3 actions done').waitFor()
  // A tick whose request fails is undone, and the page shows the reason.
  await page.route('**/rpc/pledges/tick', (route) => route.abort())
  await pledges.getByRole('checkbox', { name: 'Tell a neighbor' }).click()
  await pledges.getByText('The site could not be reached.').waitFor()
  await pledges.getByText('1 of 3 actions done').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone the sheet opens once after joining; then the bar shows "Joined", and Share opens the sheet again', async () => {
  const { slug } = await made()
  const { page, context, problems } = await visitOf('Bao Phone', 360)
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  const bar = page.locator('[data-join-bar]')
  const sheet = page.getByRole('dialog', { name: /^You're in/ })
  await bar.getByRole('button', { name: 'Join this Holdout' }).click()
  await sheet.getByText('Do this first').waitFor()
  expect(await accessibilityProblems(page, 'dialog[open]')).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await bar.getByText('Joined').waitFor()
  await page.reload()
  await hydrated(page)
  await page.getByText('0 of 3 actions done').waitFor()
  expect(await sheet.count()).toBe(0)
  // This browser has no share sheet of its own.
  await bar.getByRole('button', { name: 'Share' }).click()
  await sheet.getByRole('button', { name: 'Copy Link' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('on a later visit the box leads with what is new, its steps are folded, it fits the window, and signing out leaves no trace of it', async () => {
  const { id, slug, cookie } = await made()
  const bao = await signedUp(product, 'Bao Returns')
  const join = (who: { cookie: string }) => send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie: who.cookie, body: {} })
  await join(bao)
  const { page, context, problems } = await visitOf('Bao Returns', 1280, bao.cookie)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await page.getByRole('region', { name: "You're in. 2 people have joined." }).getByText('Do this first').waitFor()
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await makeOlder(store.db, id, 1)
  await store.db
    .updateTable('person')
    .set({ counting_from: new Date(Date.now() - 86_400_000) })
    .where('id', '=', bao.id)
    .execute()
  await store.close()
  await page.evaluate(() => {
    const names = Object.keys(localStorage).filter((each) => /^holdout\.visit\.[\w-]+\.[\w-]+$/.test(each))
    for (const name of names) {
      const kept = JSON.parse(localStorage.getItem(name) ?? '')
      kept.last.at = new Date(Date.now() - 3_600_000).toISOString()
      localStorage.setItem(name, JSON.stringify(kept))
    }
  })
  await join(await signedUp(product, 'Cem Joins'))
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${id}/updates`, cookie, body: { title: 'They called', body: 'At last.' } })
  await page.reload()
  const panel = page.getByRole('region', { name: '1 more person since your last visit' })
  await panel.getByRole('link', { name: 'New update: They called' }).waitFor()
  await panel.getByText('0 of 3 actions done').waitFor()
  expect(await panel.getByText('Do this first').isVisible()).toBe(false)
  // The box is as tall as the window at most, also with everything unfolded.
  await panel.getByText('What you can do').click()
  await panel.getByText('Do this first').waitFor()
  expect(await panel.evaluate((element) => element.closest('.lg\\:sticky')?.getBoundingClientRect().height)).toBeLessThan(720)
  expect(await accessibilityProblems(page)).toEqual([])
  const traces = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('holdout.visit')))
  expect(await traces()).not.toEqual([])
  expect(problems).toEqual([])
  await context.clearCookies()
  await page.goto(product.origin)
  await hydrated(page)
  await expect.poll(traces).toEqual([])
  await context.close()
})

test('an organizer goes from the wizard to ten supporters: steps are ticked off when done, the count grows, and at ten the box disappears', async () => {
  const { page, context, problems, cookie } = await someone(product, 'Ada Starts')
  await openWizard(page, createPage(product))
  await fillFour(page, titled('Pay every courier by the hour'))
  await next(page).click()
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await arrivesAt(page, '**/campaigns/pay-every-courier-*')
  const slug = new URL(page.url()).pathname.split('/').at(-1)
  const { id } = (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body
  const box = page.getByRole('region', { name: "It's live. Find your first ten" })
  await box.getByText('0 of 5 steps done').waitFor()
  await box.getByText('1 of 10 supporters').waitFor()
  await box.getByText('Messages ready to copy').click()
  await box.getByRole('button', { name: 'Copy text' }).first().click()
  await box.getByText('1 of 5 steps done').waitFor()
  expect(await accessibilityProblems(page, '#main')).toEqual([])
  await box.getByRole('link', { name: 'Post an update' }).click()

  // The form states the public number without the creator: first nobody, then eight.
  await page.getByText('Nobody else counts as a supporter yet.').waitFor()
  const people = await Promise.all(Array.from({ length: 9 }, (_, n) => signedUp(product, `Supporter ${n}`)))
  const join = (who: (typeof people)[number] | undefined) =>
    send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie: who?.cookie ?? '', body: {} })
  for (const who of people.slice(1)) await join(who)
  await page.reload()
  await hydrated(page)
  await page.getByText('For 8 supporters besides you, and anyone can read it.').waitFor()
  await page.getByLabel('Title').fill('Why I started')
  await page.getByLabel('Update', { exact: true }).fill('They have not answered for two years.')
  await page.getByRole('button', { name: 'Post Update' }).click()
  await box.getByText('2 of 5 steps done').waitFor()
  await box.getByText('9 of 10 supporters').waitFor()

  await join(people[0])
  await page.getByText('Ten people have joined').waitFor()
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await page.getByText('90 to go to 100').waitFor()
  expect(await box.count()).toBe(0)
  const milestone = async () =>
    JSON.stringify((await send(product, { method: 'GET', path: '/api/v1/notifications', cookie })).body).includes('campaign_milestone')
  await expect.poll(milestone).toBe(true)
  expect(problems).toEqual([])
  await context.close()

  // The box is never shown to anybody else.
  const fresh = await made()
  const reader = await visitOf('Bao Reads')
  await reader.page.goto(`${product.origin}/campaigns/${fresh.slug}`)
  await hydrated(reader.page)
  await reader.page.getByRole('region', { name: 'What To Do' }).waitFor()
  expect(await reader.page.getByText('Find your first ten').count()).toBe(0)
  await reader.context.close()
})

const ticksOf = (list: Locator) => list.getByRole('checkbox').evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ checked }) => checked))

async function made(): Promise<{ id: string; slug: string; cookie: string }> {
  const { cookie } = await signedUp(product, 'Ada Starts')
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody({ actions }) })
  return { id: body.id, slug: body.slug, cookie }
}

async function visitOf(name: string, width = 1280, cookie?: string) {
  return aVisit({ width, as: { cookie: cookie ?? (await signedUp(product, name)).cookie, origin: product.origin } })
}
