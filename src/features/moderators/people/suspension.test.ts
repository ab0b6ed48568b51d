import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { rankDifferences } from '#features/campaigns/server/recount.ts'
import { postDifferences } from '#features/communities/posts/server/recount.ts'
import { communityDifferences } from '#features/communities/server/recount.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/server/config.ts'
import { aMember, anotherSession, password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { commentOn } from '#tests/support/comments.ts'
import { plantCommunity } from '#tests/support/communities.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { waitingFor } from '#tests/support/locks.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

let admin: Person
let moderator: Person

// A site of its own, because the last administrator of the site matters.
ownSite()
beforeAll(async () => {
  admin = await aPerson({ role: 'admin' })
  moderator = await aPerson({ role: 'moderator' })
})

const reason = 'You posted the home address of a store manager.'
const suspend = (who: Person | null, { id }: { id: string }, given: Record<string, unknown> = {}) =>
  call(who, 'PUT', `/moderation/people/${id}/suspension`, { body: { days: 3, rule: 'private_details', reason, hidesContent: false, ...given } })
const lift = (who: Person | null, { id }: { id: string }, why = 'They apologised.') =>
  call(who, 'DELETE', `/moderation/people/${id}/suspension`, { body: { reason: why } })
const signIn = (email: string) => postAuth('sign-in/email', { email, password })

test('a suspension ends all sessions and streams of the person, also on another process', async () => {
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
    expect((await suspend(moderator, person)).status).toBe(200)
    await until(() => streams.every(({ hasEnded }) => hasEnded()))
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
  // The statement opens without a session, because a site may send no mail.
  const { decisionId, statementToken } = refused.body.data
  const statement = await call(null, 'GET', `/decisions/${decisionId}?token=${statementToken}`)
  expect(statement).toMatchObject({ status: 200, body: { id: decisionId, reason } })
  expect((await call(null, 'GET', `/decisions/${decisionId}?token=${statementToken.toLowerCase()}`)).status).not.toBe(200)
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
  // Each sign-in may find that the suspension is over, but only one can end it.
  await Promise.all([1, 2, 3].map(() => signedIn(person.email)))
})

test('a suspension that hides what the person wrote shows its reason there, and restores all of it when the suspension ends', async () => {
  const { store } = await theSite()
  const [author, other] = [await aPerson(), await aPerson()]
  const [own, kept] = [await aCampaign(author), await aCampaign(author)]
  const draft = await aCampaign(author, { publish: false })
  const elsewhere = await aCampaign(other)
  await call(other, 'PUT', `/campaigns/${own.id}/pledge`, { body: { isPrivate: false } })
  await call(author, 'PUT', `/campaigns/${elsewhere.id}/pledge`, { body: { isPrivate: false } })
  const ids = {
    plain: await commentOn(author, elsewhere.id, 'One'),
    deleted: await commentOn(author, elsewhere.id, 'Two'),
    removed: await commentOn(author, elsewhere.id, 'Three'),
  }
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
  // A decision about a single campaign remains in force when the suspension ends.
  await decide(`/campaigns/${kept.id}`, 'removed')

  await lift(moderator, author)
  expect([await comments(), await statuses(), await differences()]).toEqual([['One'], [200, 410], []])
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
  expect(await statuses()).toEqual([200, 410])
})

test('such a suspension also hides updates, posts and chat messages, and its end restores those that no moderator decided about', async () => {
  const { store, origin } = await theSite()
  const [author, owner] = [await aPerson(), await aPerson()]
  const [own, elsewhere] = [await aCampaign(author), await aCampaign(owner)]
  const community = await plantCommunity(store.db, { owner: owner.id, privacy: 'public', members: [{ id: author.id }] })
  // The author of an update is the creator of its campaign, so the campaign is restored by itself to make its updates readable.
  const update = await done(author, 'POST', `/campaigns/${own.id}/updates`, { body: 'An update' })
  const write = async (body: string) => (await done(author, 'POST', `/communities/${community.id}/posts`, { title: body, body })).id
  const [post, removed] = [await write('A post'), await write('Removed by itself')]
  const reply = await done(owner, 'POST', `/posts/${post}/comments`, { body: 'A reply' })
  const message = await done(author, 'POST', `/campaigns/${elsewhere.id}/chat`, { body: 'A message' })
  await done(moderator, 'PUT', `/posts/${removed}/moderation`, { state: 'removed', rule: 'spam', reason: 'By itself.' })
  const listener = await openListener(origin, [`chat:${elsewhere.id}`], { who: owner })
  const itemsAt = async (path: string) => (await done(owner, 'GET', path)).items.map(({ id }: { id: string }) => id)
  const shown = async () => ({
    updates: await itemsAt(`/campaigns/${own.id}/updates`),
    posts: await itemsAt(`/communities/${community.id}/posts`),
    chat: await itemsAt(`/campaigns/${elsewhere.id}/chat`),
    replies: (await call(null, 'GET', `/comments/${reply.id}`)).status,
    ofTheWeek: (await done(null, 'GET', `/communities/${community.slug}`)).inside.postsThisWeek,
  })
  const everything = { updates: [update.id], posts: [post], chat: [message.id], replies: 200, ofTheWeek: 1 }
  expect(await shown()).toEqual(everything)
  for (const _time of [1, 2]) {
    await suspend(moderator, author, { hidesContent: true })
    await done(moderator, 'PUT', `/campaigns/${own.id}/moderation`, { state: 'visible', reason: 'It is fine.' })
    expect(await shown()).toEqual({ updates: [], posts: [], chat: [], replies: 404, ofTheWeek: 0 })
    expect((await done(moderator, 'GET', `/posts/${removed}`).catch(() => null))?.moderation).toMatchObject({ state: 'removed', reason: 'By itself.' })
    expect((await done(moderator, 'GET', `/campaigns/${elsewhere.id}/chat`)).items).toMatchObject([{ id: message.id, moderation: { state: 'hidden', reason } }])
    await until(() => listener.events.some(({ data }) => Object(data).removed === message.id))
    await lift(moderator, author)
    expect(await shown()).toEqual(everything)
    await until(() => listener.events.some(({ data }) => Object(data).restored?.[0] === message.id))
    listener.events.length = 0
  }
  expect([await communityDifferences(store.db), await postDifferences(store.db)]).toEqual([[], []])
  listener.close()
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

test('content that is being written during the suspension is hidden or refused', async () => {
  const { store } = await theSite()
  const author = await aPerson()
  const [elsewhere, blocked] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  const comments = async ({ id }: { id: string }) => (await call(null, 'GET', `/campaigns/${id}/comments`)).body.items
  const { suspending, commenting } = await store.db.transaction().execute(async (tx) => {
    const [id, body] = [uuidv7(), 'Not committed yet']
    await tx.insertInto('comment').values({ id, campaign_id: elsewhere.id, author_id: author.id, body, body_html: body, root_id: id, depth: 0 }).execute()
    await tx.selectFrom('campaign').select('id').where('id', '=', blocked.id).forUpdate().execute()
    const commenting = call(author, 'POST', `/campaigns/${blocked.id}/comments`, { body: { body: 'Its session was read before' } })
    await waitingFor(tx, 1)
    const suspending = suspend(moderator, author, { hidesContent: true })
    await waitingFor(tx, 2)
    return { suspending, commenting }
  })
  expect((await suspending).status).toBe(200)
  await commenting
  expect([await comments(elsewhere), await comments(blocked)]).toEqual([[], []])

  const late = await aPerson()
  const community = await plantCommunity(store.db, { owner: admin.id, privacy: 'public', members: [{ id: late.id }] })
  const places = [`/campaigns/${blocked.id}/comments`, `/campaigns/${blocked.id}/chat`, `/communities/${community.id}/posts`]
  const { writing } = await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('campaign').select('id').where('id', '=', blocked.id).forUpdate().execute()
    await tx.selectFrom('community').select('id').where('id', '=', community.id).forUpdate().execute()
    const writing = places.map((place) => call(late, 'POST', place, { body: { body: 'Suspended meanwhile' } }))
    await waitingFor(tx, 3)
    expect((await suspend(moderator, late, { hidesContent: true })).status).toBe(200)
    return { writing }
  })
  expect((await Promise.all(writing)).map(({ status }) => status)).toEqual([401, 401, 401])
  for (const place of places) expect((await call(null, 'GET', place)).body.items).toEqual([])
})

test('a suspension that hides campaigns and waits for an open transaction of the person makes nobody wait who publishes', async () => {
  const { store } = await theSite()
  const author = await aPerson()
  const hidden = await aCampaign(author)
  const { suspending } = await store.db.transaction().execute(async (tx) => {
    await sql`select from person where id = ${author.id} for key share`.execute(tx)
    const suspending = suspend(moderator, author, { hidesContent: true })
    await waitingFor(tx, 1)
    await aCampaign(await aPerson())
    return { suspending }
  })
  expect((await suspending).status).toBe(200)
  expect((await call(null, 'GET', `/campaigns/${hidden.id}`)).status).toBe(404)
})

test('a refused suspension does not wait for other transactions', async () => {
  const { store } = await theSite()
  const { id } = await aCampaign(admin)
  await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('campaign').select('id').where('id', '=', id).forUpdate().execute()
    expect((await suspend(moderator, admin, { hidesContent: true })).body.code).toBe('FORBIDDEN')
  })
})

test('moderators can suspend members, administrators also moderators; nobody can suspend themselves or the last administrator, and others get 404', async () => {
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

test('moderators neither change nor lift the suspension of an administrator, except on appeal', async () => {
  const person = await aMember()
  expect((await suspend(moderator, person)).body.isSuspendedByAdmin).toBe(false)
  expect((await suspend(admin, person, { days: 30 })).body.isSuspendedByAdmin).toBe(true)
  const forbidden = { status: 403, body: { code: 'FORBIDDEN' } }
  expect(await suspend(moderator, person, { days: 1 })).toMatchObject(forbidden)
  expect(await lift(moderator, person)).toMatchObject(forbidden)
  const { decisionId, statementToken } = (await signIn(person.email)).body.data
  const appeal = await call(null, 'POST', `/decisions/${decisionId}/appeal`, { body: { body: 'It was the address of a shop.', token: statementToken } })
  expect(appeal.status).toBe(201)
  const granted = { outcome: 'granted', reason: 'It was the address of a shop.' }
  const uninvolved = await aPerson({ role: 'moderator' })
  expect((await call(uninvolved, 'POST', `/moderation/appeals/${appeal.body.id}/decision`, { body: granted })).status).toBe(200)
  expect((await signIn(person.email)).status).toBe(200)
})

test('every suspension and its lifting are recorded with their reasons, and the record can be neither changed nor deleted', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  await suspend(moderator, person, { days: 7, hidesContent: true })
  await lift(admin, person)
  const rows = await store.db.selectFrom('recorded_decision').selectAll().where('subject_id', '=', person.id).orderBy('created_at').execute()
  expect(rows).toMatchObject([
    { subject_kind: 'person', author_id: person.id, moderator_id: moderator.id, state: 'suspended', rule: 'private_details', reason, hides_content: true },
    { subject_kind: 'person', moderator_id: admin.id, state: 'lifted', rule: null, reason: 'They apologised.', until: null, hides_content: false },
  ])
  await expect(store.db.deleteFrom('moderation_decision').where('subject_id', '=', person.id).execute()).rejects.toThrow('never changed')
})
