import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { postAuth } from '#tests/support/accounts.ts'
import { movePublishing } from '#tests/support/campaigns.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { tryToJoin } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import type { DailyList, Receipt } from './contract.ts'
import { areSorted, type Bytes, bytesOfHex, chainOf, chainStart, hashBlocks, hexOf, indexOfLeaf, leafOf, levelsAbove, rootOf, topOfPath } from './proof.ts'
import { makeDailyLists } from './server/daily-lists.ts'
import { leafBytes } from './terms.ts'

// The lists are of all campaigns, so no other test may count on them. Without jobs, because the job would make today's list when it likes.
ownSite({ JOBS: 'off' }, { isPatient: true })

const today = new Date().toISOString().slice(0, 10)
const dayAfter = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const run = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute((await theSite()).store.db)).rows
const makeLists = async (day = today) => makeDailyLists((await theSite()).store, { day })
const show = (who: Person | null, { id }: { id: string }, body: object = {}) => call(who, 'POST', `/campaigns/${id}/receipt`, { body })
const lists = async ({ id }: { id: string }): Promise<DailyList[]> => (await call(null, 'GET', `/campaigns/${id}/lists?limit=100`)).body.items

async function leavesOf({ id }: { id: string }, day = today): Promise<Bytes | null> {
  const { origin } = await theSite()
  const response = await fetch(`${origin}/api/v1/campaigns/${id}/lists/${day}/leaves`)
  return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null
}

/** The root that a receipt leads to, computed as the page does. */
async function rootOfReceipt({ campaignId, secret, list, path }: Receipt): Promise<string | null> {
  if (!list || !path) return null
  const [block, ...siblings] = [path.block, ...path.siblings].map((text) => Uint8Array.from(Buffer.from(text, 'base64')))
  const leaf = await leafOf({ campaignId, secret, day: list.day })
  if (!block || indexOfLeaf(block, leaf) !== path.index % 32) return null
  const top = await topOfPath({ index: path.index, block, siblings }, list.pledges ?? 0)
  return top && hexOf(await rootOf(list.pledges ?? 0, top))
}

test('a list has every counted pledge that is old enough; its leaves give its number and root, and each receipt leads to that root', async () => {
  const { campaign, people } = await aCampaignOf(40)
  await makeLists()
  const [list] = await lists(campaign)
  expect(list).toMatchObject({ day: today, pledges: 40, hasLeaves: true })
  const leaves = await leavesOf(campaign)
  expect(leaves && [leaves.length / leafBytes, areSorted(leaves)]).toEqual([40, true])
  const top = (await levelsAbove(await hashBlocks(leaves ?? new Uint8Array()))).at(-1)?.[0]
  expect(list?.root).toBe(hexOf(await rootOf(40, top ?? null)))
  const indexes = new Set<number>()
  for (const person of people.slice(0, 12)) {
    const { status, body } = await show(person, campaign)
    expect(status).toBe(200)
    expect(JSON.stringify(body).length).toBeLessThan(2_000)
    expect(await rootOfReceipt(body)).toBe(list?.root)
    indexes.add(body.path.index)
  }
  expect(indexes.size).toBe(12)
  // A leaf that is not in the block, and a changed path, lead to no root.
  const { body } = await show(people[0] ?? null, campaign)
  expect(await rootOfReceipt({ ...body, secret: `${body.secret.slice(1)}0` })).toBe(null)
  expect(await rootOfReceipt({ ...body, path: { ...body.path, siblings: body.path.siblings.toReversed().concat(body.path.block) } })).toBe(null)
})

test('a pledge is listed when three whole days have passed, at whatever hour it was made', async () => {
  const { campaign, people } = await aCampaignOf(22)
  const [first, second, confirmed] = people.map(({ id }) => id)
  const made = (id: string | undefined, at: string) =>
    run(sql`update pledge set created_at = ${at}::timestamptz where campaign_id = ${campaign.id} and person_id = ${id}`)
  await made(first, `${dayAfter(-4)}T23:59:59.999Z`)
  await made(second, `${dayAfter(-3)}T00:00:00Z`)
  // The pledge is old, but its email address was confirmed recently, and the pledge was judged again then.
  await run(sql`update person set counting_from = ${`${dayAfter(-3)}T00:00:00Z`}::timestamptz where id = ${confirmed}`)
  await makeLists()
  expect((await lists(campaign))[0]).toMatchObject({ pledges: 20 })
  const isListed = await Promise.all(people.slice(0, 3).map(async (person) => (await show(person, campaign)).body.path !== null))
  expect(isListed).toEqual([true, false, false])
  await makeLists(dayAfter(1))
  expect((await lists(campaign))[0]).toMatchObject({ day: dayAfter(1), pledges: 22 })
})

test('a campaign waits for its list while an old pledge is held, because that person sees it as counted', async () => {
  const { campaign, people } = await aCampaignOf(21)
  const [held] = people
  await run(sql`update pledge set state = 'held', counted_at = null where campaign_id = ${campaign.id} and person_id = ${held?.id}`)
  await run(sql`
    insert into join_signal (campaign_id, person_id, at, network, browser, mail_domain, is_common_domain, is_quick, is_over, signals, held_at)
    values (${campaign.id}, ${held?.id}, now(), 'n', 'b', 'm', false, false, true, '{}', now())`)
  await makeLists()
  expect(await lists(campaign)).toEqual([])
  await run(sql`update pledge set state = 'review' where campaign_id = ${campaign.id} and person_id = ${held?.id}`)
  await makeLists()
  expect((await lists(campaign))[0]).toMatchObject({ pledges: 20 })
  // The page shows that this pledge does not count yet.
  expect((await show(held ?? null, campaign)).body).toMatchObject({ list: { pledges: 20 }, path: null })
})

test('of fewer than 20 pledges only the root is published', async () => {
  const { campaign, people } = await aCampaignOf(19)
  await makeLists()
  expect(await lists(campaign)).toEqual([
    { day: today, pledges: null, root: expect.stringMatching(/^[0-9a-f]{64}$/), chain: expect.anything(), hasLeaves: false },
  ])
  expect(await leavesOf(campaign)).toBe(null)
  expect((await show(people[0] ?? null, campaign)).body).toEqual({ campaignId: campaign.id, secret: expect.any(String), list: null, path: null })
})

test('the chain includes every root; a second run adds nothing, leaves are deleted after 30 days, and roots are kept', async () => {
  const { campaign } = await aCampaignOf(20)
  for (const day of [dayAfter(-31), dayAfter(-1), today, today]) {
    // Makes the pledges old enough for each of these days.
    await run(sql`update pledge set created_at = now() - interval '90 days' where campaign_id = ${campaign.id}`)
    await run(sql`update person set counting_from = null where id in (select person_id from pledge where campaign_id = ${campaign.id})`)
    await makeLists(day)
  }
  const all = (await lists(campaign)).reverse()
  expect(all.map(({ day }) => day)).toEqual([dayAfter(-31), dayAfter(-1), today])
  expect(new Set(all.map(({ root }) => root)).size).toBe(3)
  let before: Bytes = chainStart
  for (const { day, root, chain } of all) {
    before = await chainOf({ before, day, root: bytesOfHex(root) })
    expect(chain).toBe(hexOf(before))
  }
  expect(await leavesOf(campaign, dayAfter(-31))).not.toBe(null)
  await sweepRows((await theSite()).store.db)
  expect(await leavesOf(campaign, dayAfter(-31))).toBe(null)
  expect(await leavesOf(campaign, dayAfter(-1))).not.toBe(null)
  expect((await lists(campaign)).map(({ hasLeaves }) => hasLeaves)).toEqual([true, true, false])
  const page = (await call(null, 'GET', `/campaigns/${campaign.id}/lists?limit=2`)).body
  const rest = (await call(null, 'GET', `/campaigns/${campaign.id}/lists?limit=2&cursor=${page.nextCursor}`)).body
  expect([...page.items, ...rest.items].map(({ day }) => day)).toEqual(all.map(({ day }) => day).reverse())
  expect(rest.nextCursor).toBe(null)
})

test('a receipt requires the password, a pledge and, if the account has an email address, its confirmation', async () => {
  const { campaign } = await aCampaignOf(1)
  const [email, password] = [`receipts-${Date.now()}@people.test`, 'blue pencil rain']
  await postAuth('sign-up/email', { name: 'Ada Lovelace', email, password })
  const answer = await postAuth('sign-in/email', { email, password })
  const [row] = await run<{ id: string }>(sql`select id from person where email = ${email}`)
  const person = { id: row?.id ?? '', cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  expect((await show(null, campaign)).status).toBe(401)
  expect((await show(person, campaign, { password })).status).toBe(404)
  await tryToJoin(person, campaign)
  const needs = async () => (await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).body.receiptNeeds
  // Refused in every state, because the address may be another person’s.
  for (const state of ['counted', 'repeated', 'unconfirmed', 'held']) {
    await run(sql`update pledge set state = ${state} where campaign_id = ${campaign.id} and person_id = ${person.id}`)
    expect(await show(person, campaign, { password })).toMatchObject({ status: 409, body: { code: 'CONFIRM_ADDRESS_FIRST' } })
    expect(await needs()).toBe('confirmed_address')
  }
  await run(sql`update person set email_verified = true where id = ${person.id}`)
  expect(await needs()).toBe('password')
  for (const wrong of [{}, { password: 'green pencil rain' }])
    expect(await show(person, campaign, wrong)).toMatchObject({ status: 422, body: { data: { fields: { password: 'CURRENT_PASSWORD_WRONG' } } } })
  for (const state of ['counted', 'repeated', 'unconfirmed', 'held', 'review']) {
    await run(sql`update pledge set state = ${state} where campaign_id = ${campaign.id} and person_id = ${person.id}`)
    expect(await show(person, campaign, { password })).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^[0-9a-f]{32}$/), path: null } })
  }
  for (let n = 0; n < 5; n++) await show(person, campaign, { password: 'wrong' })
  expect(await show(person, campaign, { password: 'wrong' })).toMatchObject({ status: 429 })
})

test('an old receipt proves nothing after the account was deleted or the pledge disconnected, and the number stays', async () => {
  const { campaign, people } = await aCampaignOf(24)
  await makeLists()
  const [leaving, detaching] = people.slice(-2)
  const before = [(await show(leaving ?? null, campaign)).body, (await show(detaching ?? null, campaign)).body]
  for (const receipt of before) expect(receipt.path).not.toBe(null)
  const exported = JSON.stringify((await call(leaving ?? null, 'GET', '/me/export')).body)
  expect(exported).not.toContain(before[0].secret)
  if (leaving) await left(leaving)
  await run(
    sql`update pledge set address_key = md5(person_id::text) || md5(person_id::text) where campaign_id = ${campaign.id} and person_id = ${detaching?.id} and address_key is null`,
  )
  expect((await call(detaching ?? null, 'DELETE', `/campaigns/${campaign.id}/pledge`)).status).toBe(200)
  expect((await show(detaching ?? null, campaign)).status).toBe(404)
  await makeLists(dayAfter(1))
  expect((await lists(campaign))[0]).toMatchObject({ day: dayAfter(1), pledges: 24 })
  const leaves = (await leavesOf(campaign, dayAfter(1))) ?? new Uint8Array()
  for (const { secret } of before) expect(indexOfLeaf(leaves, await leafOf({ campaignId: campaign.id, day: dayAfter(1), secret }))).toBe(-1)
})

test('if the lists of two days are made at the same time, the chain has the days in their order', async () => {
  for (let round = 0; round < 5; round++) {
    const { campaign } = await aCampaignOf(2)
    await Promise.all([makeLists(dayAfter(1)), makeLists()])
    const made = (await lists(campaign)).toReversed()
    expect([[dayAfter(1)], [today, dayAfter(1)]]).toContainEqual(made.map(({ day }) => day))
    let before: Bytes = chainStart
    for (const { day, root, chain } of made) {
      before = await chainOf({ before, day, root: bytesOfHex(root) })
      expect(chain).toBe(hexOf(before))
    }
  }
})

test('docs/verify-receipts.mjs has at most 60 lines, checks a campaign’s lists over the public API, and detects every change', async () => {
  expect(readFileSync('docs/verify-receipts.mjs', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  // Three blocks, of which the last one is incomplete and has no neighbor.
  const { campaign, people } = await aCampaignOf(70)
  await makeLists(dayAfter(-1))
  await makeLists()
  const [secret, unlisted] = [(await show(people[0] ?? null, campaign)).body.secret, '0'.repeat(32)]
  const lines = (yours: string) => [`${dayAfter(-1)}: 70 pledges, yours is ${yours}`, `${today}: 70 pledges, yours is ${yours}`]
  expect(await verify(campaign, secret)).toMatchObject({ code: 0, output: expect.stringContaining(lines('one of them').join('\n')) })
  expect(await verify(campaign, unlisted)).toMatchObject({ code: 0, output: expect.stringContaining(lines('not one of them').join('\n')) })
  const [leaves, list] = [sql`daily_list_leaves`, sql`daily_list`]
  const ofToday = sql`where campaign_id = ${campaign.id} and day = ${today}::date`
  const first = sql`substring(leaves for 16)`
  for (const [found, change] of [
    ['the number is wrong', sql`update ${list} set pledges = pledges - 1 ${ofToday}`],
    ['the root is wrong', sql`update ${leaves} set leaves = set_byte(leaves, 1119, get_byte(leaves, 1119) # 1) ${ofToday}`],
    ['a leaf occurs twice', sql`update ${leaves} set leaves = overlay(leaves placing ${first} from 17) ${ofToday}`],
    [
      'the chain is wrong',
      sql`update ${list} set root = set_byte(root, 0, get_byte(root, 0) # 1) where campaign_id = ${campaign.id} and day = ${dayAfter(-1)}::date`,
    ],
  ] as const) {
    const before = await run<{ leaves: Buffer; pledges: number }>(sql`select leaves, pledges from ${leaves} join ${list} using (campaign_id, day) ${ofToday}`)
    await run(change)
    expect(await verify(campaign, secret)).toMatchObject({ code: 1, output: expect.stringContaining(found) })
    await run(sql`update ${leaves} set leaves = ${before[0]?.leaves} ${ofToday}`)
    await run(sql`update ${list} set pledges = ${before[0]?.pledges} ${ofToday}`)
  }
})

async function verify({ slug }: { slug: string }, secret: string): Promise<{ code: number; output: string }> {
  const { origin } = await theSite()
  return new Promise((resolve) =>
    execFile(process.execPath, ['docs/verify-receipts.mjs', `${origin}/campaigns/${slug}`], { env: { RECEIPT: secret } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  )
}

test('the lists of a draft or a hidden campaign get the response for an unknown campaign', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const { campaign } = await aCampaignOf(20)
  await makeLists()
  await run(sql`update campaign set moderation = 'hidden' where id = ${campaign.id}`)
  for (const { id } of [draft, campaign]) {
    expect((await call(creator, 'GET', `/campaigns/${id}/lists`)).status).toBe(404)
    expect(await leavesOf({ id })).toBe(null)
  }
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/lists/2026-02-31/leaves`)).status).toBe(400)
})

/** A campaign of this many counted pledges that were made a week ago, the creator's included, by people with confirmed addresses. */
async function aCampaignOf(pledges: number) {
  const people = await Promise.all(Array.from({ length: pledges }, () => aPerson()))
  const [creator, ...others] = people
  if (!creator) throw new Error('A campaign needs a creator')
  const campaign = await aCampaign(creator)
  await Promise.all(others.map((person) => tryToJoin(person, campaign)))
  const ids = people.map(({ id }) => id)
  await run(
    sql`update person set email_verified = true, created_at = created_at - interval '30 days', counting_from = counting_from - interval '30 days' where id = any(${ids}::uuid[])`,
  )
  await run(sql`update pledge set created_at = created_at - interval '7 days', counted_at = counted_at - interval '7 days' where campaign_id = ${campaign.id}`)
  await movePublishing((await theSite()).store.db, [campaign.id], sql`published_at - interval '60 days'`)
  return { campaign, people }
}
