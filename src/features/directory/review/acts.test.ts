import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { anEntry } from '#tests/support/entries.ts'
import { casesAbout } from '#tests/support/moderation.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

ownSite()

let creator: Person
let moderator: Person
beforeAll(async () => {
  ;[creator, moderator] = await Promise.all([aPerson(), aPerson({ role: 'moderator' })])
})

const reason = 'I looked it up.'
const rename = (who: Person | null, id: string, name: string, why = reason) =>
  call(who, 'PUT', `/moderation/entries/${id}/name`, { body: { name, reason: why } })
const lock = (who: Person | null, id: string, isLocked = true) => call(who, 'PUT', `/moderation/entries/${id}/lock`, { body: { isLocked, reason } })
const remove = (who: Person | null, id: string) => call(who, 'DELETE', `/moderation/entries/${id}`, { body: { reason } })
const publish = (changes: Record<string, unknown>) => call(creator, 'POST', '/campaigns', { body: aCampaignBody(changes) })
const found = async (q: string) => (await done(moderator, 'GET', `/moderation/entries?q=${encodeURIComponent(q)}`)).items
const logged = async (id: string) =>
  (await theSite()).store.db
    .selectFrom('recorded_act')
    .select(['action', 'actor_id', 'reason', 'details', 'names'])
    .where('subject_id', '=', id)
    .orderBy('at')
    .execute()

test('moderators find any entry by a part of its name or by its address', async () => {
  const [target, cause] = [await anEntry('target'), await anEntry('cause')]
  expect(await found(target.name.slice(2).toUpperCase())).toMatchObject([{ id: target.id, isVerified: true, isLocked: false }])
  expect(await found(`https://holdout.test/causes/${cause.slug}`)).toMatchObject([{ id: cause.id, kind: 'causes' }])
  expect(await found('%')).toEqual([])
})

test('a renamed entry keeps its address and its campaigns, and lists and search have the new name', async () => {
  const target = await anEntry('target')
  const campaign = await aCampaign(creator, { target: { id: target.id } })
  const name = `Renamed ${target.id}`
  expect((await rename(moderator, target.id, `  ${name} `)).status).toBe(200)
  expect(await done(null, 'GET', `/targets/${target.slug}`)).toMatchObject({ id: target.id, name })
  expect((await done(null, 'GET', `/campaigns/${campaign.slug}`)).target).toMatchObject({ slug: target.slug, name })
  expect((await done(null, 'GET', `/targets?search=${encodeURIComponent(name)}`)).items).toMatchObject([{ slug: target.slug }])
  const campaignsOf = async (q: string) => (await done(null, 'GET', `/search?q=${encodeURIComponent(q)}`)).items.map(({ id }: { id: string }) => id)
  expect([await campaignsOf(name), await campaignsOf(target.name)]).toEqual([[campaign.id], []])
  expect(await logged(target.id)).toMatchObject([
    { action: 'entries.rename', actor_id: moderator.id, reason, details: {}, names: { name: target.name, to: name } },
  ])
})

test.each([
  ['target', '  ', 'ENTRY_NAME_LENGTH'],
  ['target', 'x'.repeat(81), 'ENTRY_NAME_LENGTH'],
  ['industry', 'x', 'ENTRY_NAME_LENGTH'],
  ['cause', 'Fair, and honest', 'ENTRY_NAME_COMMA'],
] as const)('a %s is not renamed to %j', async (table, name, code) => {
  const { id } = await anEntry(table)
  const { status, body } = await rename(moderator, id, name)
  expect([status, body.data.fields]).toEqual([422, { name: code }])
})

test('no entry gets a name that looks like that of another one; its own in another spelling it may get', async () => {
  const [one, other] = [await anEntry('cause'), await anEntry('cause')]
  const { status, body } = await rename(moderator, one.id, other.name.toUpperCase().replace('E', 'Е'))
  expect([status, body.data.fields]).toEqual([422, { name: 'ENTRY_NAME_TAKEN' }])
  expect((await rename(moderator, one.id, one.name.toUpperCase())).status).toBe(200)
})

test('a locked target, industry and cause take no new campaigns, and the field says so', async () => {
  const industry = await anEntry('industry')
  const [target, within, cause] = [await anEntry('target'), await anEntry('target', { industry_id: industry.id }), await anEntry('cause')]
  for (const { id } of [target, industry, cause]) expect((await lock(moderator, id)).status).toBe(200)
  const refused = async (changes: Record<string, unknown>) => (await publish(changes)).body.data?.fields
  expect(await refused({ target: { id: target.id } })).toEqual({ target: 'TARGET_LOCKED' })
  expect(await refused({ target: { name: target.name.toUpperCase() } })).toEqual({ target: 'TARGET_LOCKED' })
  expect(await refused({ target: { id: within.id } })).toEqual({ target: 'INDUSTRY_LOCKED' })
  expect(await refused({ target: { name: `New ${uuidv7()}`, industry: { id: industry.id } } })).toEqual({ target: 'INDUSTRY_LOCKED' })
  expect(await refused({ causes: [{ id: cause.id }] })).toEqual({ causes: 'CAUSE_LOCKED' })

  for (const { id } of [target, industry, cause]) await lock(moderator, id, false)
  expect((await publish({ target: { id: target.id }, causes: [{ id: cause.id }] })).status).toBe(201)
  expect(await logged(target.id)).toMatchObject([
    { action: 'entries.lock', reason },
    { action: 'entries.unlock', reason },
  ])
})

test('a draft about a locked target is kept and cannot be published; a campaign about it can be edited and joined', async () => {
  const [target, other] = [await anEntry('target'), await anEntry('target')]
  const campaign = await aCampaign(creator, { target: { id: target.id } })
  const elsewhere = await aCampaign(creator)
  await lock(moderator, target.id)
  await lock(moderator, other.id)
  const draft = await aCampaign(creator, { target: { id: target.id }, publish: false })
  expect((await call(creator, 'POST', `/campaigns/${draft.id}/publish`)).body.data.fields).toEqual({ target: 'TARGET_LOCKED' })
  expect((await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { actions: ['Stop paying there'] } })).status).toBe(200)
  const moved = await call(creator, 'PATCH', `/campaigns/${elsewhere.id}`, { body: { target: { id: other.id } } })
  expect(moved.body.data.fields).toEqual({ target: 'TARGET_LOCKED' })
  expect((await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).status).toBeLessThan(300)
})

test('an entry that nothing uses can be deleted, and its address is gone', async () => {
  for (const [table, kind] of [
    ['target', 'targets'],
    ['industry', 'industries'],
    ['cause', 'causes'],
  ] as const) {
    const { id, slug, name } = await anEntry(table)
    expect((await remove(moderator, id)).status).toBe(200)
    expect((await call(null, 'GET', `/${kind}/${slug}`)).status).toBe(404)
    expect((await remove(moderator, id)).status).toBe(404)
    expect(await logged(id)).toMatchObject([{ action: 'entries.delete', reason, details: {}, names: { name, slug } }])
  }
})

test('what a campaign, a draft or a target uses cannot be deleted', async () => {
  const industry = await anEntry('industry')
  const [target, cause, drafted] = [await anEntry('target', { industry_id: industry.id }), await anEntry('cause'), await anEntry('target')]
  await aCampaign(creator, { target: { id: target.id }, causes: [{ id: cause.id }] })
  await aCampaign(creator, { target: { id: drafted.id }, publish: false })
  for (const { id } of [industry, target, cause, drafted]) {
    const { status, body } = await remove(moderator, id)
    expect([status, body.code]).toEqual([409, 'ENTRY_USED'])
  }
})

test('renaming, locking, merging or deleting a reported target ends its reports as settled', async () => {
  const into = await anEntry('target')
  const acts = {
    rename: (id: string) => rename(moderator, id, `Renamed ${id}`),
    lock: (id: string) => lock(moderator, id),
    merge: (id: string) => call(moderator, 'POST', `/moderation/entries/${id}/merge`, { body: { into: into.slug, reason } }),
    remove: (id: string) => remove(moderator, id),
  }
  for (const act of Object.values(acts)) {
    const [{ id }, reader] = [await anEntry('target'), await aPerson()]
    expect((await call(reader, 'POST', '/reports', { body: { kind: 'target', id, reason: 'false_claim', details: 'It has another name.' } })).status).toBe(201)
    expect((await act(id)).status).toBe(200)
    expect((await done(reader, 'GET', '/reports')).items).toMatchObject([{ outcome: 'settled' }])
    expect(await casesAbout(moderator, id)).toEqual([])
  }
})

test('each act needs a reason; for everybody but moderators none exists', async () => {
  const { id, name } = await anEntry('target')
  expect((await rename(moderator, id, `Other ${name}`, ' ')).body.data.fields).toEqual({ reason: 'REASON_MISSING' })
  for (const who of [null, creator]) for (const act of [rename(who, id, 'Other'), lock(who, id), remove(who, id)]) expect((await act).status).toBe(404)
  for (const act of [rename(moderator, uuidv7(), 'Other'), lock(moderator, uuidv7()), remove(moderator, uuidv7())]) expect((await act).status).toBe(404)
})
