import { afterAll, beforeAll, expect, test } from 'vitest'
import { rankDifferences } from '#features/campaigns/server/recount.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/server/config.ts'
import { aMember, anotherSession, password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { aCampaign, aPerson, call, type Person, theSite, until, useSite } from '#tests/support/site.ts'

let close: () => Promise<void>
let admin: Person
let moderator: Person

// A site of its own, because the last administrator of the site matters.
beforeAll(async () => {
  close = await useSite({})
  admin = await aPerson({ role: 'admin' })
  moderator = await aPerson({ role: 'moderator' })
})
afterAll(() => close())

const reason = 'You posted the home address of a store manager.'
const suspend = (who: Person | null, { id }: { id: string }, given: Record<string, unknown> = {}) =>
  call(who, 'PUT', `/moderation/people/${id}/suspension`, { body: { days: 3, rule: 'private_details', reason, hidesContent: false, ...given } })
const lift = (who: Person | null, { id }: { id: string }, why = 'They apologised.') =>
  call(who, 'DELETE', `/moderation/people/${id}/suspension`, { body: { reason: why } })
const signIn = (email: string) => postAuth('sign-in/email', { email, password })

test('a suspension ends all sessions and streams of the person within a second, also on another process', async () => {
  const { origin, config } = await theSite()
  const [person, neighbour] = [await aPerson(), await aPerson()]
  const device = await anotherSession(person)
  const second = await serve({
    config: readConfig({ PORT: '0', DATA_DIR: config.dataDir, LOG_LEVEL: 'silent', DEMO: 'off', DATABASE_URL: config.databaseUrl }),
    assets: null,
    print: () => {},
    renderPage: () => new Response(''),
  })
  try {
    const streams = [await openListener(origin, ['me'], { who: person }), await openListener(second.origin, ['me'], { who: device })]
    const others = await openListener(second.origin, ['me'], { who: neighbour })
    await until(() => [...streams, others].every(({ hasBegun }) => hasBegun()))
    const began = performance.now()
    expect((await suspend(moderator, person)).status).toBe(200)
    await until(() => streams.every(({ hasEnded }) => hasEnded()))
    expect(performance.now() - began).toBeLessThan(1_000)
    for (const at of [origin, second.origin])
      for (const { cookie } of [person, device]) expect((await fetch(`${at}/api/v1/me`, { headers: { cookie } })).status).toBe(401)
    const { id } = await aCampaign(neighbour)
    expect((await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })).status).toBe(401)
    expect((await call(person, 'POST', `/campaigns/${id}/comments`, { body: { body: 'Hello' } })).status).toBe(401)
    expect(others.hasEnded()).toBe(false)
    others.close()
  } finally {
    await second.stop()
  }
})

test('the sign-in of a suspended person is refused with the end and the reason, and works again afterwards', async () => {
  const { store } = await theSite()
  const person = await aMember()
  const before = Date.now()
  const { body } = await suspend(moderator, person)
  expect(body).toMatchObject({ id: person.id, suspension: { reason, hidesContent: false } })
  const until3 = Date.parse(body.suspension.until)
  expect(Math.abs(until3 - before - 3 * 86_400_000)).toBeLessThan(60_000)
  const refused = await signIn(person.email)
  expect(refused).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED', data: { until: body.suspension.until, reason } } })
  expect(refused.body.data.text).toMatch(/suspended until .*UTC\. Rule 3: No private details about private people\. Why: You posted/)
  expect((await postAuth('sign-in/email', { email: person.email, password: 'a wrong one' })).text).not.toContain('suspended')

  expect((await suspend(moderator, person, { days: null })).body.suspension.until).toBeNull()
  expect((await signIn(person.email)).body.data.text).toBe(`This account is suspended. Rule 3: No private details about private people. Why: ${reason}`)
  expect((await lift(moderator, person)).body).toMatchObject({ suspension: null })
  await signedIn(person.email)
  expect((await lift(moderator, person)).body.code).toBe('NOT_SUSPENDED')

  await suspend(moderator, person, { days: 1 })
  await store.db
    .updateTable('person')
    .set({ suspended_until: new Date(Date.now() - 1_000) })
    .where('id', '=', person.id)
    .execute()
  // Each of them may find the suspension over, and only one can end it.
  await Promise.all([1, 2, 3].map(() => signedIn(person.email)))
})

test('a suspension that hides what the person wrote hides it with its reason, and all of it comes back when the suspension ends', async () => {
  const { store } = await theSite()
  const [author, other] = [await aPerson(), await aPerson()]
  const [own, kept] = [await aCampaign(author), await aCampaign(author)]
  const draft = await aCampaign(author, { publish: false })
  const elsewhere = await aCampaign(other)
  await call(other, 'PUT', `/campaigns/${own.id}/pledge`, { body: { isPrivate: false } })
  await call(author, 'PUT', `/campaigns/${elsewhere.id}/pledge`, { body: { isPrivate: false } })
  const comment = async (body: string) => (await call(author, 'POST', `/campaigns/${elsewhere.id}/comments`, { body: { body } })).body.id
  const ids = { plain: await comment('One'), deleted: await comment('Two'), removed: await comment('Three') }
  await call(author, 'DELETE', `/comments/${ids.deleted}`)
  const decide = (path: string, state: string) => call(moderator, 'PUT', `${path}/moderation`, { body: { state, reason: 'By itself.' } })
  await decide(`/comments/${ids.removed}`, 'removed')
  const comments = async () => (await call(null, 'GET', `/campaigns/${elsewhere.id}/comments`)).body.items.map(({ body }: { body: string }) => body)
  const statuses = () => Promise.all([own, kept].map(async ({ id }) => (await call(null, 'GET', `/campaigns/${id}`)).status))
  const differences = async () => (await rankDifferences(store.db)).filter((line) => [own, kept].some(({ slug }) => line.includes(slug)))

  expect((await suspend(moderator, author, { hidesContent: true })).body.suspension.hidesContent).toBe(true)
  expect([await comments(), await statuses(), await differences()]).toEqual([[], [404, 404], []])
  expect((await call(moderator, 'GET', `/campaigns/${own.id}`)).body).toMatchObject({ moderation: { state: 'hidden', reason }, count: { supporters: 2 } })
  expect((await call(moderator, 'GET', `/comments/${ids.plain}`)).body.moderation).toMatchObject({ state: 'hidden', reason })
  expect((await call(moderator, 'GET', `/comments/${ids.removed}`)).body.moderation).toMatchObject({ state: 'removed', reason: 'By itself.' })
  // A decision about one campaign stands when the suspension ends.
  await decide(`/campaigns/${kept.id}`, 'removed')

  await lift(moderator, author)
  expect([await comments(), await statuses(), await differences()]).toEqual([['One'], [200, 404], []])
  expect((await call(null, 'GET', `/campaigns/${own.id}`)).body).toMatchObject({ moderation: null, count: { supporters: 2 } })
  expect((await call(null, 'GET', `/campaigns/${elsewhere.id}`)).body.count.supporters).toBe(2)
  const state = await store.db.selectFrom('campaign').select('status').where('id', '=', draft.id).executeTakeFirstOrThrow()
  expect(state.status).toBe('draft')

  await suspend(moderator, author, { hidesContent: true })
  expect(await comments()).toEqual([])
  await store.db
    .updateTable('person')
    .set({ suspended_until: new Date(Date.now() - 1_000) })
    .where('id', '=', author.id)
    .execute()
  await until(async () => (await comments()).length === 1)
  expect(await statuses()).toEqual([200, 404])
})

test('a suspension never changes a count, and a private pledge stays private', async () => {
  const [creator, person] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator)
  await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  const count = async () => (await call(null, 'GET', `/campaigns/${id}`)).body.count
  const before = await count()
  for (const hidesContent of [false, true]) {
    const answer = await suspend(moderator, person, { days: null, hidesContent })
    expect(JSON.stringify(answer.body)).not.toContain(id)
    expect(await count()).toEqual(before)
  }
  await lift(moderator, person)
  expect(await count()).toEqual(before)
})

test('moderators suspend members, administrators also moderators, nobody themselves or the last administrator, and others get 404', async () => {
  const [member, colleague] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const unknown = await call(member, 'GET', '/moderation/nope')
  for (const who of [null, member]) {
    const refused = await suspend(who, await aPerson(), { days: 'x' })
    expect([refused.status, refused.body.code]).toEqual([unknown.status, unknown.body.code])
    expect((await lift(who, member)).status).toBe(404)
  }
  for (const who of [moderator, colleague, admin]) expect((await suspend(moderator, who)).body.code).toBe('FORBIDDEN')
  expect((await suspend(admin, admin)).body.code).toBe('FORBIDDEN')
  expect((await suspend(admin, colleague)).status).toBe(200)
  expect((await lift(moderator, colleague)).body.code).toBe('FORBIDDEN')
  const another = await aPerson({ role: 'admin' })
  const answers = await Promise.all([suspend(admin, another), suspend(another, admin)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { store } = await theSite()
  await store.db.updateTable('person').set({ suspended_at: null, suspended_until: null }).where('id', '=', admin.id).execute()
  admin = await anotherSession(admin)
  expect((await suspend(moderator, { id: '01900000-0000-7000-8000-000000000000' })).status).toBe(404)
  expect(await suspend(moderator, member, { reason: ' ' })).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  expect((await suspend(moderator, member, { days: 2 })).status).toBe(400)
  expect((await call(member, 'GET', '/me')).status).toBe(200)
})

test('every suspension and its lifting are recorded with their reasons, and the record can be neither changed nor deleted', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  await suspend(moderator, person, { days: 7, hidesContent: true })
  await lift(admin, person)
  const rows = await store.db.selectFrom('moderation_decision').selectAll().where('subject_id', '=', person.id).orderBy('created_at').execute()
  expect(rows).toMatchObject([
    { subject_kind: 'person', author_id: person.id, moderator_id: moderator.id, state: 'suspended', rule: 'private_details', reason, hides_content: true },
    { subject_kind: 'person', moderator_id: admin.id, state: 'lifted', rule: null, reason: 'They apologised.', until: null, hides_content: false },
  ])
  await expect(store.db.deleteFrom('moderation_decision').where('subject_id', '=', person.id).execute()).rejects.toThrow('never changed')
})
