import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCommunity } from '#tests/support/communities.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const month = new Date().toISOString().slice(0, 7)
const reason = 'The order of 3 March names the second sentence.'
const aName = () => `Court of ${crypto.randomUUID()}`
type Demand = { by: string; from: 'government' | 'company'; isNamed: boolean }
const remove = (who: Person, path: string, demand?: Partial<Demand>) =>
  call(who, 'PUT', `${path}/moderation`, { body: { state: 'removed', rule: 'spam', reason, ...(demand && { demand }) } })
const refuse = (who: Person | null, demand: Partial<Demand>, more: object = {}) =>
  call(who, 'POST', '/moderation/demands', {
    body: { by: aName(), from: 'company', isNamed: true, about: 'comment', reason: 'It rests on no law.', ...demand, ...more },
  })
const figures = async () => (await done(null, 'GET', '/transparency')).months.find((each: { month: string }) => each.month === month)

test('a campaign or community that a legal order removed answers 451 and names who demanded it, if the site may; its author reads the same', async () => {
  const [moderator, creator, reader] = [await aPerson({ role: 'moderator' }), await aPerson(), await aPerson()]
  const campaign = await aCampaign(creator)
  const places = [`/campaigns/${campaign.id}`, `/communities/${await aCommunity(creator)}`]
  for (const path of places) {
    for (const isNamed of [true, false]) {
      const by = aName()
      expect((await remove(moderator, path, { by, from: 'government', isNamed })).status).toBe(200)
      const { status, body } = await call(reader, 'GET', path)
      expect({ status, code: body.code, demand: body.data.demand }).toEqual({
        status: 451,
        code: 'LEGAL_ORDER',
        demand: { by: isNamed ? by : null, from: 'government' },
      })
      expect(body.data.text).toContain(isNamed ? `${by} demanded it by law.` : 'An authority demanded it by law. We may not name it.')
      expect(JSON.stringify(body)).not.toContain(reason)
      const { moderation } = await done(creator, 'GET', path)
      expect(moderation).toMatchObject({ state: 'removed', rule: 'illegal', reason })
      const statement = await done(creator, 'GET', `/decisions/${moderation.decisionId}`)
      expect(statement).toMatchObject({ demand: { by: isNamed ? by : null, from: 'government' }, barrier: null })
    }
    // The demand belongs to one decision.
    expect((await remove(moderator, path)).status).toBe(200)
    expect((await call(reader, 'GET', path)).status).toBe(410)
    await done(moderator, 'PUT', `${path}/moderation`, { state: 'visible', reason: 'The order was lifted.' })
    expect((await call(reader, 'GET', path)).status).toBe(200)
  }
})

test('a demand names who makes it, belongs to a removal, and only moderators record one, never about their own content', async () => {
  const [moderator, creator] = [await aPerson({ role: 'moderator' }), await aPerson()]
  const path = `/campaigns/${(await aCampaign(creator)).id}`
  const whole = { by: aName(), from: 'company', isNamed: true } as const
  for (const [by, code] of [
    [' ', 'DEMAND_MISSING'],
    ['x'.repeat(201), 'DEMAND_TOO_LONG'],
  ])
    expect((await remove(moderator, path, { ...whole, by })).body.data.fields).toEqual({ 'demand.by': code })
  for (const state of ['hidden', 'visible'])
    expect((await call(moderator, 'PUT', `${path}/moderation`, { body: { state, reason, demand: whole } })).body.data.fields).toEqual({
      'demand.by': 'DEMAND_WITHOUT_REMOVAL',
    })
  expect((await remove(moderator, path, { by: aName() })).status).toBe(400)
  expect((await remove(creator, path, whole)).status).toBe(403)
  expect((await remove(moderator, `/campaigns/${(await aCampaign(moderator)).id}`, whole)).status).toBe(403)
  expect((await call(null, 'GET', path)).status).toBe(200)
})

test('a refused demand is recorded by moderators alone, with who made it and a reason, and is on the transparency page at once', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  for (const who of [null, await aPerson()]) expect((await refuse(who, {})).status).toBe(404)
  expect((await refuse(moderator, { by: ' ' }, { reason: ' ' })).body.data.fields).toEqual({ by: 'DEMAND_MISSING', reason: 'REASON_MISSING' })
  expect((await refuse(moderator, {}, { about: 'target' })).status).toBe(400)
  const by = aName()
  const listed = async () => (await done(null, 'GET', '/transparency')).demands.map((each: { by: string }) => each.by)
  expect(await listed()).not.toContain(by)
  expect((await refuse(moderator, { by })).status).toBe(201)
  expect(await listed()).toContain(by)
})

test('the transparency page counts demands by month and lists them with what was done, in the API and as CSV, without content and without hidden names', async () => {
  const { origin, store } = await theSite()
  const [moderator, creator] = [await aPerson({ role: 'admin' }), await aPerson()]
  // Not the page's figures, which are kept for some seconds.
  const stored = async (outcome: string): Promise<number> =>
    (await store.db.selectFrom('demand').select('id').where(sql<boolean>`demander || '_' || outcome = ${outcome}`).execute()).length
  const outcomes = ['government_removed', 'government_refused', 'company_refused']
  const before = new Map<string, number>()
  for (const outcome of outcomes) before.set(outcome, await stored(outcome))
  const [court, hidden, company] = [aName(), aName(), aName()]
  const path = `/campaigns/${(await aCampaign(creator, { title: 'What the order is about' })).id}`
  await remove(moderator, path, { by: court, from: 'government', isNamed: true })
  await refuse(moderator, { by: hidden, from: 'government', isNamed: false }, { about: null })
  await refuse(moderator, { by: company })
  const after = await until(async () => {
    const found = await figures()
    return found?.demands_company_refused > (before.get('company_refused') ?? 0) ? found : null
  })
  for (const outcome of outcomes) expect(after[`demands_${outcome}`], outcome).toBe((before.get(outcome) ?? 0) + 1)
  const listed = (await done(null, 'GET', '/transparency')).demands
  expect(listed.slice(0, 3)).toEqual([
    { month, by: company, from: 'company', about: 'comment', outcome: 'refused' },
    { month, by: null, from: 'government', about: null, outcome: 'refused' },
    { month, by: court, from: 'government', about: 'campaign', outcome: 'removed' },
  ])
  const read = async (name: string) => (await fetch(`${origin}/api/v1/${name}`)).text()
  const csv = await until(async () => {
    const text = await read('transparency-demands.csv')
    return text.includes(company) ? text : null
  })
  expect(csv).toContain(`month,demanded_by,demander,about,outcome\r\n${month},${company},company,comment,refused\r\n${month},,government,,refused\r\n`)
  expect(await read('transparency.csv')).toContain(',demands_government_removed,demands_government_refused,demands_company_removed,demands_company_refused,')
  for (const text of [JSON.stringify(listed), csv]) {
    expect(text).not.toContain(hidden)
    expect(text).not.toContain('What the order is about')
  }
  await expect(store.db.deleteFrom('demand').execute()).rejects.toThrow('never changed')
  await expect(store.db.updateTable('demand').set({ is_named: true }).execute()).rejects.toThrow('never changed')
})
