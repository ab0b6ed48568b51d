import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { aConfirmingToken, aMember as aNewMember, anEmail, password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { expectCleanRecount, join } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { phrase } from './terms.ts'

// The tests compare every stored count, so no other test may change this database.
ownSite({}, { isPatient: true })

const someWord = () => `leaver${uuidv7().replaceAll('-', '')}`

test('only the exact phrase deletes an account', async () => {
  const person = await aPerson()
  for (const wrong of ['', 'delete my account', ` ${phrase}`, `${phrase}.`, 'DELETE  MY ACCOUNT']) {
    expect(await call(person, 'DELETE', '/me', { body: { phrase: wrong } })).toMatchObject({
      status: 422,
      body: { code: 'PHRASE_WRONG', data: { fields: { phrase: 'PHRASE_WRONG' } } },
    })
  }
  expect((await call(null, 'DELETE', '/me', { body: { phrase } })).status).toBe(401)
  expect((await call(person, 'GET', '/me')).status).toBe(200)
})

test('no text of a deleted account remains, and nobody can sign in to it from any session', async () => {
  const { store } = await theSite()
  const [email, username] = [anEmail(), someWord().slice(0, 30)]
  const person = await aMember({ email, username })
  const second = await signedIn(email)
  await store.db
    .insertInto('auth_account')
    .values({ id: uuidv7(), person_id: person.id, provider_id: 'google', account_id: `google of ${email}`, access_token: email })
    .execute()
  for (const [identifier, value] of [
    ['reset-password:abc', person.id],
    [`change:${email}`, 'x'],
    ['other', JSON.stringify({ email })],
  ])
    await store.db
      .insertInto('auth_verification')
      .values({ id: uuidv7(), identifier: String(identifier), value: String(value), expires_at: new Date(Date.now() + 60_000) })
      .execute()
  await call(person, 'POST', '/campaigns', { body: {}, key: 'a key' })

  const answer = await leave(person)
  expect(answer).toMatchObject({ status: 200, body: { isDeleted: true } })
  expect(answer.headers.getSetCookie()).toEqual(['holdout.session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
  for (const session of [person, second]) expect((await call(session, 'GET', '/me')).status).toBe(401)
  expect(await signIn(email)).toMatchObject({ status: 401 })
  // A job removes the notifications in batches and keeps the person's id until it is done.
  await until(async () => !(await traces([email, username, person.id])).includes('notification_clearing'))
  expect(await traces([email, username, person.id])).toEqual(['person'])
  const row = await store.db.selectFrom('person').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: null, username: null, display_name: '[deleted]', full_name: '', role: 'member', email_verified: false })
})

test('address and username of a deleted account can be used again', async () => {
  const [email, username] = [anEmail(), someWord().slice(0, 30)]
  const first = await aMember({ email, username })
  await leave(first)
  const again = await aMember({ email, username })
  expect(again.id).not.toBe(first.id)
})

test('public content stays under "[deleted]" and stays counted, and drafts are deleted', async () => {
  const { store } = await theSite()
  const person = await aMember()
  const campaign = await aCampaign(person)
  const draft = await aCampaign(person, { publish: false })
  const reader = await aPerson()
  const path = `/campaigns/${campaign.id}`
  await call(person, 'POST', `${path}/updates`, { body: { title: 'News', body: 'They called' } })
  const { body: said } = await call(person, 'POST', `${path}/comments`, { body: { body: 'Said before' } })
  const { body: answered } = await call(reader, 'POST', `${path}/comments`, { body: { body: 'An answer', parentId: said.id } })
  await call(person, 'PUT', `/likes/campaign_comment/${answered.id}`)
  await call(person, 'POST', `${path}/chat`, { body: { body: 'Hello all' } })
  const { body: before } = await call(null, 'GET', `/campaigns/${campaign.slug}`)
  expect(before.creator.isDeleted).toBe(false)
  await leave(person)

  const nobody = { id: person.id, name: '[deleted]', isDeleted: true }
  const { body: page } = await call(null, 'GET', `/campaigns/${campaign.slug}`)
  expect(page).toMatchObject({ status: 'active', creator: nobody, count: { supporters: before.count.supporters } })
  const lists = [await call(null, 'GET', `${path}/comments`), await call(null, 'GET', `${path}/updates`), await call(null, 'GET', `${path}/chat`)]
  const authors = lists.flatMap(({ body }) => body.items.map((item: any) => item.author ?? item.creator))
  expect(authors).toEqual([nobody, nobody, nobody].map((each) => ({ ...each, avatarUrl: null })))
  const { body: thread } = await call(null, 'GET', `/comments/${said.id}/replies`)
  expect(thread.items).toMatchObject([{ id: answered.id, likes: 1 }])
  expect(await store.db.selectFrom('campaign').select('id').where('id', '=', draft.id).execute()).toEqual([])
  // The campaign continues to accept pledges.
  expect((await call(reader, 'PUT', `${path}/pledge`, { body: {} })).body.count.supporters).toBe(before.count.supporters + 1)
  await expectCleanRecount()
})

test('unused pictures are deleted with the account, files included; those of campaigns stay', async () => {
  const { storage } = await theSite()
  const person = await aPerson()
  const [shown, unused] = [await uploaded(person, { purpose: 'campaign_cover' }), await uploaded(person, { width: 50 })]
  await aCampaign(person, { coverMediaId: shown.id })
  const fileOf = (url: string) => `${url.replace(/^.*\/([0-9a-f-]{36}).*$/, '$1').slice(-2)}/${url.split('/').at(-1)}`
  expect(await storage.get(fileOf(unused.url))).not.toBeNull()
  await leave(person)
  await until(async () => (await storage.get(fileOf(unused.url))) === null)
  expect(await storage.get(fileOf(shown.url))).not.toBeNull()
})

test.each([
  ['the same address', (name: string) => `${name}@people.test`],
  ['another case', (name: string) => `${name.toUpperCase()}@People.Test`],
  ['a tag behind a plus', (name: string) => `${name}+again@people.test`],
])('a deleted account’s address that joins again with %s is not counted twice', async (_what, next) => {
  const name = someWord()
  const campaign = await aCampaign(await aPerson())
  const first = await aMember({ email: `${name}@people.test` })
  expect((await join(first, campaign)).count.supporters).toBe(2)
  await leave(first)
  const again = await aMember({ email: next(name) })
  const answer = await join(again, campaign)
  expect(answer).toMatchObject({ pledge: { state: 'repeated' }, count: { supporters: 2 } })
  expect(await join(again, campaign)).toEqual(answer)
  // The email address counts in another campaign, but only once.
  const other = await aCampaign(await aPerson())
  expect((await join(again, other)).count.supporters).toBe(2)
  await leave(again)
  const third = await aMember({ email: `${name}+third@people.test` })
  expect((await join(third, campaign)).count.supporters).toBe(2)
  expect((await join(third, other)).count.supporters).toBe(2)
  await expectCleanRecount()
})

test('Gmail addresses that differ only in dots or in Gmail’s two domains are the same person', async () => {
  const name = someWord()
  const campaign = await aCampaign(await aPerson())
  const first = await aMember({ email: `${name.slice(0, 10)}.${name.slice(10)}@gmail.com` })
  await join(first, campaign)
  await leave(first)
  const again = await aMember({ email: `${name}+x@googlemail.com` })
  expect((await join(again, campaign)).count.supporters).toBe(2)
})

test('the address of a deleted account that joins again is not counted when it is confirmed', async () => {
  const email = anEmail()
  const campaign = await aCampaign(await aPerson())
  const first = await aMember({ email })
  await join(first, campaign)
  await leave(first)
  const again = await unconfirmed(await aMember({ email }))
  const other = await aCampaign(await aPerson())
  expect(await join(again, campaign)).toMatchObject({ pledge: { state: 'unconfirmed' }, count: { supporters: 2 } })
  await join(again, other)
  await confirm(again)
  expect(await join(again, campaign)).toMatchObject({ pledge: { state: 'repeated' }, count: { supporters: 2 } })
  expect(await join(again, other)).toMatchObject({ pledge: { state: 'counted' }, count: { supporters: 2 } })
  await expectCleanRecount()
})

test('a pledge that never counted leaves no key: the address counts when it joins later', async () => {
  const email = anEmail()
  const campaign = await aCampaign(await aPerson())
  const first = await unconfirmed(await aMember({ email }))
  await join(first, campaign)
  await leave(first)
  expect((await join(await aMember({ email }), campaign)).count.supporters).toBe(2)
  await expectCleanRecount()
})

test('deleting concurrently with itself, joining, posting and publishing leaves nothing half done', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  for (let round = 0; round < 5; round++) {
    const email = anEmail()
    const person = await aMember({ email })
    const draft = await aCampaign(person, { publish: false })
    const acts = await Promise.all([
      leave(person),
      call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} }),
      call(person, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'At the last moment' } }),
      call(person, 'POST', `/campaigns/${draft.id}/publish`, { body: {} }),
      call(person, 'POST', '/campaigns', { body: aCampaignBody({ publish: false }) }),
      leave(person),
    ])
    for (const { status } of acts) expect([200, 201, 401, 404, 409, 422]).toContain(status)
    const { deleted_at } = await store.db.selectFrom('person').select('deleted_at').where('id', '=', person.id).executeTakeFirstOrThrow()
    expect(deleted_at).not.toBeNull()
    const before = (await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters
    const counted = await store.db.selectFrom('pledge').select('state').where('person_id', '=', person.id).where('campaign_id', '=', campaign.id).execute()
    const after = (await join(await aMember({ email }), campaign)).count.supporters
    expect(after - before).toBe(counted.length === 1 ? 0 : 1)
  }
  await expectCleanRecount()
})

test('a concurrent confirmation and deletion count all pledges or none', async () => {
  const campaign = await aCampaign(await aPerson())
  for (let round = 0; round < 5; round++) {
    const email = anEmail()
    const person = await unconfirmed(await aMember({ email }))
    await join(person, campaign)
    const before = (await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters
    const token = await aConfirmingToken(person)
    const [left] = await Promise.all([leave(person), postAuth('verify-email', { token }, person)])
    expect(left.status).toBe(200)
    const now = (await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters
    const again = (await join(await aMember({ email }), campaign)).count.supporters
    // Exactly one of the two pledges counts: the first one, or the one of the new account.
    expect([0, 1]).toContain(now - before)
    expect(again - before).toBe(1)
  }
  await expectCleanRecount()
})

test('two accounts of one mailbox that are deleted concurrently stay counted once, and a third does not count', async () => {
  const name = someWord()
  const campaign = await aCampaign(await aPerson())
  const two = [await aMember({ email: `${name}@people.test` }), await aMember({ email: `${name}+two@people.test` })]
  for (const one of two) await join(one, campaign)
  expect((await Promise.all(two.map(leave))).map(({ status }) => status)).toEqual([200, 200])
  expect((await join(await aMember({ email: `${name}+three@people.test` }), campaign)).count.supporters).toBe(2)
  await expectCleanRecount()
})

test('a draft that was created while its creator’s account was being deleted is accessible to nobody and deleted by the sweep', async () => {
  const { store } = await theSite()
  const [person, late] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(late, { publish: false })
  await leave(person)
  await store.db.updateTable('campaign').set({ creator_id: person.id }).where('id', '=', id).execute()
  for (const who of [person, late, null]) expect((await call(who, 'GET', `/campaigns/${id}`)).status).toBe(404)
  await sweepRows(store.db)
  expect(await store.db.selectFrom('campaign').select('id').where('id', '=', id).execute()).toEqual([])
})

/** A member whose address is confirmed. */
async function aMember(given?: Parameters<typeof aNewMember>[0]): Promise<Awaited<ReturnType<typeof aNewMember>>> {
  const member = await aNewMember(given)
  await (await theSite()).store.db.updateTable('person').set({ email_verified: true }).where('id', '=', member.id).execute()
  return member
}

const leave = (person: Person) => call(person, 'DELETE', '/me', { body: { phrase } })

const signIn = (email: string) => postAuth('sign-in/email', { email, password })

/** Puts the person into the state before the address is confirmed, on a site with mail. */
async function unconfirmed(person: Person): Promise<Person> {
  const { store } = await theSite()
  await store.db.updateTable('person').set({ counting_from: null, email_verified: false }).where('id', '=', person.id).execute()
  return person
}

const confirm = async (person: Person) => postAuth('verify-email', { token: await aConfirmingToken(person) }, person)

/** Names of the tables that contain any of these words. */
async function traces(words: string[]): Promise<string[]> {
  const { store } = await theSite()
  const found: string[] = []
  for (const { name } of (await store.db.introspection.getTables()).filter(({ isView }) => !isView)) {
    const { rows } = await store.pool.query(
      `select 1 from "${name}" t where exists (select from unnest($1::text[]) w where position(w in t::text) > 0) limit 1`,
      [words],
    )
    if (rows.length) found.push(name)
  }
  return found.sort()
}

test('no notification, subscription or queued email of the deleted account remains; other people keep theirs', async () => {
  const { db } = (await theSite()).store
  const [person, other] = [await aPerson(), await aPerson()]
  const { id: campaign_id } = await aCampaign(other)
  const [event_id, about] = [uuidv7(), uuidv7()]
  const later = new Date(Date.now() + 86_400_000)
  const done = { delivered_at: new Date(), mailed_at: new Date(), pushed_at: new Date() }
  await db
    .insertInto('notification_event')
    .values([
      { id: event_id, type: 'campaign_victory', campaign_id, ...done },
      { id: about, type: 'campaign_victory', campaign_id, recipient_id: person.id, ...done },
    ])
    .execute()
  for (const { id: person_id } of [person, other]) {
    await db.insertInto('notification').values({ person_id, event_id }).execute()
    await db.insertInto('notification_group').values({ person_id, type: 'pledge', subject_id: campaign_id, event_id }).execute()
    await db.insertInto('notification_mailing').values({ person_id }).execute()
    await db.insertInto('notification_digest').values({ person_id, event_id }).execute()
    const endpoint = `https://push.test/${person_id}`
    await db.insertInto('push_subscription').values({ id: person_id, person_id, endpoint, p256dh: 'x', auth: 'x' }).execute()
    await db.insertInto('push_message').values({ subscription_id: person_id, event_id, next_try_at: later }).execute()
    const words = { kind: 'campaign_victory', address: 'elsewhere@people.test', letter: '{}' }
    await db
      .insertInto('mail')
      .values({ id: uuidv7(), person_id, event_id, ...words, expires_at: later, next_try_at: later })
      .execute()
  }
  await leave(person)
  const tables = ['notification', 'notification_group', 'notification_mailing', 'notification_digest', 'push_subscription', 'mail'] as const
  // Rows in large tables may be removed by a job shortly afterwards.
  for (const table of tables) {
    const left = () => db.selectFrom(table).select('person_id').where('person_id', 'in', [person.id, other.id]).execute()
    await until(async () => (await left()).every(({ person_id }) => person_id !== person.id))
    expect({ table, left: await left() }).toEqual({ table, left: [{ person_id: other.id }] })
  }
  expect(await db.selectFrom('push_message').select('subscription_id').where('event_id', '=', event_id).execute()).toEqual([{ subscription_id: other.id }])
  expect(await db.selectFrom('notification_event').select('id').where('recipient_id', '=', person.id).execute()).toEqual([])
})
