import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { leave } from '#tests/support/leave-community.ts'
import { signedUp } from '#tests/support/members.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()
const asked = clientOf(product)
type Someone = { cookie: string; id: string }
type Made = { id: string; slug: string; name: string }
let owner: Someone
let mia: Someone
let nora: Someone
beforeAll(async () => {
  owner = await aPerson('Olga Owner')
  mia = await aPerson('Mia Member')
  nora = await aPerson('Nora New')
})

const aPerson = (name: string) => signedUp(product, name)
const join = (who: Someone, { id }: Made) => asked(who, 'PUT', `/communities/${id}/membership`, {})
let made = 0
async function aCommunity(given: { approves?: boolean; members?: Someone[] } = {}): Promise<Made> {
  made += 1
  const access = given.approves ? { privacy: 'private', approvesMembers: true } : {}
  const place = await asked(owner, 'POST', '/communities', { name: `Keepers ${made}`, slug: `keepers-${made}`, description: 'We keep', ...access })
  for (const who of given.members ?? []) await join(who, place)
  return { ...place, name: `Keepers ${made}` }
}

async function visiting({ slug }: Made, given: { who?: Someone; query?: string } & Parameters<typeof aVisit>[0] = {}): Promise<Visit> {
  const { who, query = '?tab=members', ...rest } = given
  const visit = await aVisit({ ...rest, as: who && { cookie: who.cookie, origin: product.origin } })
  await visit.page.goto(`${product.origin}/communities/${slug}${query}`)
  if (given.javaScript !== false) await hydrated(visit.page)
  return visit
}
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const rows = (page: Page) => page.getByRole('listitem').filter({ hasText: /Joined/ })
async function manage(page: Page, name: string, act: string) {
  await page.getByRole('button', { name: `Manage ${name}` }).click()
  await row(page, name).getByRole('button', { name: act, exact: true }).click()
}
/** Performs an action and waits for the server's response: the page shows the result at once, other pages only after the response. */
async function taken(page: Page, { call, act }: { call: string; act: () => Promise<void> }) {
  const taking = page.waitForResponse(`**/rpc/${call}`)
  await act()
  expect((await taking).status()).toBe(200)
}
/** Begins to watch for a notice, which disappears after a few seconds. */
const notice = (page: Page, text: string) => sighting(page, { selector: '[aria-live=polite] p', text })
const answer = (page: Page, button: string) => page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()

test('an owner admits people by an invite link and by approval; before that they learn what is required', async () => {
  const community = await aCommunity({ approves: true })
  const waiting = await visiting(community, { who: mia })
  await waiting.page.getByText('Join this community to see its posts').waitFor()
  await waiting.page.getByText('The owner or a mod reviews each request to join.').waitFor()
  const ask = waiting.page.locator('#join-prompt').locator('..').getByRole('button', { name: /^Join/ })
  await taken(waiting.page, { call: 'communities/join', act: () => ask.click() })
  await waiting.page.getByText('Your request is pending').waitFor()
  expect(await waiting.page.getByRole('link', { name: 'Members', exact: true }).count()).toBe(0)

  const { page, problems } = await visiting(community, { who: owner, width: 360, height: 740 })
  await page.locator('summary', { hasText: 'Requests' }).click()
  await page.getByRole('button', { name: 'Approve Mia M.' }).waitFor()
  // An action whose request fails is undone, with a notice.
  await page.route('**/rpc/communityMembers/approve', (route) => route.abort())
  const refused = await notice(page, 'Mia M. could not be approved.')
  await page.getByRole('button', { name: 'Approve Mia M.' }).click()
  await refused()
  await page.unroute('**/rpc/communityMembers/approve')
  await page.getByRole('button', { name: 'Approve Mia M.' }).click()
  await page.getByText('No pending requests.').waitFor()
  await row(page, 'Mia M.').waitFor()
  await waiting.page.reload()
  await row(waiting.page, 'Mia M.').getByText('(you)').waitFor()

  await page.getByText('Invite links', { exact: true }).click()
  await page.getByRole('button', { name: 'Create an invite link' }).click()
  const address = await page.getByLabel('Your new invite link').inputValue()
  expect(address).toMatch(new RegExp(`^${product.origin}/communities/${community.slug}\\?invite=[\\w-]{22,}$`))
  const invited = await visiting(community, { who: nora, query: new URL(address).search })
  await invited.page.getByText('You have been invited. With this link you become a member right away.').waitFor()
  const join = invited.page.locator('#join-prompt').locator('..').getByRole('button', { name: /oin/ })
  await taken(invited.page, { call: 'communities/join', act: () => join.click() })
  await invited.page.getByRole('link', { name: 'Members', exact: true }).click()
  await row(invited.page, 'Nora N.').getByText('(you)').waitFor()

  await page.reload()
  await hydrated(page)
  await page.getByText('Invite links', { exact: true }).click()
  await page.getByText('used once').waitFor()
  expect(await page.getByLabel('Your new invite link').count()).toBe(0)
  await page.getByRole('button', { name: /^Withdraw/ }).click()
  await expect.poll(async () => (await asked(owner, 'GET', `/communities/${community.id}/invites`)).items).toEqual([])
  const late = await visiting(community, { who: await aPerson('Lars Late'), query: new URL(address).search })
  await late.page.locator('#join-prompt').locator('..').getByRole('button', { name: /oin/ }).click()
  await late.page.getByText('This invite link is no longer valid.').waitFor()
  expect([...problems, ...waiting.problems, ...invited.problems, ...late.problems]).toEqual([])
})

test('an owner appoints a mod, who can remove and ban members only; a refusal is shown and rolled back; the keyboard focus stays', async () => {
  const community = await aCommunity({ members: [mia, nora] })
  const { page, problems } = await visiting(community, { who: owner })
  expect(await rows(page).count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Manage Olga O.' }).count()).toBe(0)
  await page.route('**/rpc/communityMembers/setRole', (route) => route.abort())
  const refused = await notice(page, "Mia M.'s role could not be changed.")
  await manage(page, 'Mia M.', 'Make mod')
  await refused()
  await row(page, 'Mia M.').getByText('Mod', { exact: true }).waitFor({ state: 'detached' })
  await page.unroute('**/rpc/communityMembers/setRole')
  const manageMia = page.getByRole('button', { name: 'Manage Mia M.' })
  await manageMia.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await taken(page, { call: 'communityMembers/setRole', act: () => page.keyboard.press('Enter') })
  await row(page, 'Mia M.').getByText('Mod', { exact: true }).waitFor()
  await expect.poll(() => manageMia.evaluate((button) => button === document.activeElement)).toBe(true)

  const mod = await visiting(community, { who: mia })
  await row(mod.page, 'Mia M.').getByText('Mod', { exact: true }).waitFor()
  await mod.page.getByRole('button', { name: /^Manage/ }).click()
  const acts = mod.page.getByRole('group', { name: 'Manage Nora N.' }).getByRole('button')
  expect(await acts.allTextContents()).toEqual(['Mute', 'Remove', 'Ban'])
  // An open community has no requests to join, so only the banned people are listed.
  await mod.page.getByRole('region', { name: 'Joining' }).getByText('Banned', { exact: false }).first().waitFor()
  await manage(page, 'Mia M.', 'Remove as mod')
  await row(page, 'Mia M.').getByText('Mod', { exact: true }).waitFor({ state: 'detached' })
  expect([...problems, ...mod.problems]).toEqual([])
})

test('a removed member can join again, and a banned one only after the ban is lifted', async () => {
  const community = await aCommunity({ members: [mia, nora] })
  const { page, problems } = await visiting(community, { who: owner })
  await manage(page, 'Mia M.', 'Remove')
  await page.getByText('Remove Mia M. from this community? They can join again.').waitFor()
  await answer(page, 'Cancel')
  await row(page, 'Mia M.').getByRole('button', { name: 'Remove', exact: true }).click()
  await taken(page, { call: 'communityMembers/remove', act: () => answer(page, 'Remove') })
  await row(page, 'Mia M.').waitFor({ state: 'detached' })
  await page.getByText('2 members', { exact: true }).first().waitFor()
  await join(mia, community)

  await page.route('**/rpc/communityMembers/ban', (route) => route.abort())
  const refused = await notice(page, 'Nora N. could not be banned.')
  await manage(page, 'Nora N.', 'Ban')
  await answer(page, 'Ban')
  await refused()
  await row(page, 'Nora N.').waitFor()
  await page.unroute('**/rpc/communityMembers/ban')
  const nobody = page.getByRole('button', { name: 'Manage Nora N.' })
  if ((await nobody.getAttribute('aria-expanded')) === 'false') await nobody.click()
  await row(page, 'Nora N.').getByRole('button', { name: 'Ban', exact: true }).click()
  await taken(page, { call: 'communityMembers/ban', act: () => answer(page, 'Ban') })
  await row(page, 'Nora N.').waitFor({ state: 'detached' })
  const banned = await visiting(community, { who: nora, query: '' })
  await banned.page.getByText('You cannot join this community.').waitFor()
  expect(await banned.page.getByRole('button', { name: /^Join/ }).count()).toBe(0)

  await page.getByText('Banned', { exact: true }).first().click()
  await taken(page, { call: 'communityMembers/unban', act: () => page.getByRole('button', { name: 'Unban Nora N.' }).click() })
  await page.getByText('Nobody is banned.').waitFor()
  await banned.page.reload()
  await banned.page.getByRole('button', { name: /^Join/ }).first().waitFor()
  expect([...problems, ...banned.problems]).toEqual([])
})

test('an owner transfers the community and stays as a mod; each page shows what its reader may do', async () => {
  const community = await aCommunity({ members: [mia] })
  const { page, problems } = await visiting(community, { who: owner })
  await manage(page, 'Mia M.', 'Transfer ownership')
  await page.getByText('Make Mia M. the owner of this community? You stay on as a mod, and only the new owner can undo this.').waitFor()
  const said = await notice(page, 'Mia M. is now the owner. You are a mod.')
  await answer(page, 'Transfer ownership')
  await said()
  await row(page, 'Mia M.').getByText('Owner', { exact: true }).waitFor()
  await row(page, 'Olga O.').getByText('Mod', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Manage/ }).count()).toBe(0)
  const next = await visiting(community, { who: mia })
  await next.page.getByRole('button', { name: 'Manage Olga O.' }).waitFor()
  await leave(next.page, community.name)
  await next.page.getByText('Owners cannot leave the community. Delete the community instead.').waitFor()
  expect([...problems, ...next.problems]).toEqual([])
})

test('members are found by prefixes of their names, also without JavaScript, and an empty result is stated', async () => {
  const community = await aCommunity({ members: [mia, nora] })
  const { page, problems } = await visiting(community)
  await page.getByRole('searchbox', { name: 'Search members' }).fill('nor')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search members' }).fill('zzz')
  await page.keyboard.press('Enter')
  await page.getByText('No members found.').waitFor()
  const plain = await visiting(community, { javaScript: false })
  await plain.page.getByRole('searchbox', { name: 'Search members' }).fill('mia')
  await plain.page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await arrivesAt(plain.page, ({ search }) => search === '?tab=members&q=mia')
  await row(plain.page, 'Mia M.').waitFor()
  expect(await rows(plain.page).count()).toBe(1)
  expect(problems).toEqual([])
})

test('an owner mutes a member with a reason, which the member reads where the form was, and ends the mute', async () => {
  const community = await aCommunity({ members: [mia] })
  const { page, problems } = await visiting(community, { who: owner })
  await page.getByRole('button', { name: 'Manage Mia M.' }).click()
  await page.getByRole('button', { name: 'Mute Mia M.' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByRole('radio', { name: '7 days' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The same remark under every post.')
  await taken(page, { call: 'communityMembers/mute', act: () => dialog.getByRole('button', { name: 'Mute', exact: true }).click() })
  const muted = await visiting(community, { who: mia, query: '' })
  await muted.page.getByText(/^You are muted in this community until .* Reason: The same remark under every post\.$/).waitFor()
  expect(await muted.page.getByRole('button', { name: 'Write a post' }).count()).toBe(0)

  await page.getByText('Muted', { exact: true }).first().click()
  await taken(page, { call: 'communityMembers/unmute', act: () => page.getByRole('button', { name: 'End the mute of Mia M.' }).click() })
  await page.getByText('Nobody is muted.').waitFor()
  await muted.page.reload()
  await muted.page.getByRole('button', { name: 'Write a post' }).waitFor()
  expect([...problems, ...muted.problems]).toEqual([])
})
