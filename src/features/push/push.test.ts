import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
import { aCommunity, leaves, stands, written } from '#tests/support/communities.ts'
import { aPushService, type Browser } from '#tests/support/push-service.ts'
import { aCampaign, aPerson, call, type Person, theSite, until, useSite } from '#tests/support/site.ts'

let service: Awaited<ReturnType<typeof aPushService>>
let closeSite: () => Promise<void>
beforeAll(async () => {
  service = await aPushService()
  closeSite = await useSite({ ...service.env, OPERATOR_EMAIL: 'operator@holdout.test' })
})
afterAll(async () => {
  await closeSite()
  await service.stop()
})
beforeEach(() => service.answers.clear())

const told = (browser: Browser) => service.received.filter(({ path }) => path === browser.path)
const waiting = async (browser: Browser) => {
  const { store } = await theSite()
  const rows = store.db.selectFrom('push_message as m').innerJoin('push_subscription as s', 's.id', 'm.subscription_id')
  return rows.select(['m.tries', 'm.next_try_at', 'm.failed_at', 'm.last_error', 'm.event_id']).where('s.endpoint', '=', browser.endpoint).execute()
}

/** A person with a browser that is told. */
async function listener(who?: Person) {
  const person = who ?? (await aPerson())
  const browser = service.aBrowser()
  const { status } = await call(person, 'PUT', '/me/push', { body: { endpoint: browser.endpoint, keys: browser.keys } })
  expect(status).toBe(200)
  return { person, browser }
}

async function commented(campaign: { id: string }, who?: Person): Promise<string> {
  const { status, body } = await call(who ?? (await aPerson()), 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'Well said' } })
  expect(status).toBe(201)
  return body.id
}

/** All that happened so far has been handed on to browsers. */
async function handedOn() {
  const { store } = await theSite()
  await until(async () => (await store.db.selectFrom('notification_event').select('id').where('pushed_at', 'is', null).execute()).length === 0)
}

/** Lets what waits be due now. */
async function due(browser: Browser) {
  const { store } = await theSite()
  await store.db
    .updateTable('push_message')
    .set({ next_try_at: new Date(0) })
    .where('subscription_id', 'in', store.db.selectFrom('push_subscription').select('id').where('endpoint', '=', browser.endpoint))
    .execute()
}

test('who is told of something hears of it in the browser once, with its words and its place, sealed and signed', async () => {
  const { person, browser } = await listener()
  const second = await listener(person)
  const campaign = await aCampaign(person, { title: 'No parcels from Globex' })
  const commentId = await commented(campaign)
  await until(() => told(browser).length === 1 && told(second.browser).length === 1)
  const { items } = (await call(person, 'GET', '/notifications')).body
  expect(told(browser)).toEqual([
    {
      path: browser.path,
      title: 'Test P. commented on No parcels from Globex',
      body: '',
      url: `/campaigns/${campaign.slug}?tab=discussion&commentId=${commentId}`,
      tag: items[0].id,
      ttl: 3 * 86_400,
      urgency: 'normal',
      subject: 'mailto:operator@holdout.test',
      audience: service.origin,
    },
  ])
  await handedOn()
  // It leaves the queue when the service has answered.
  await until(async () => (await waiting(browser)).length === 0)
  expect(told(browser)).toHaveLength(1)
})

test('what only a digest tells of, and one’s own acts, come to no browser', async () => {
  const { person, browser } = await listener()
  const campaign = await aCampaign(person)
  const own = await commented(campaign, person)
  await call(await aPerson(), 'PUT', `/likes/campaign_comment/${own}`)
  await until(async () => (await call(person, 'GET', '/notifications')).body.items.length === 1)
  await commented(campaign)
  await until(() => told(browser).length > 0)
  expect(told(browser).map(({ url }) => url.includes(own))).toEqual([false])
})

test('the switch "Campaign updates" stops updates in browsers; the switch for mail does not', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const [quiet, loud] = [await listener(), await listener()]
  for (const { person } of [quiet, loud]) expect((await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).status).toBe(200)
  await call(quiet.person, 'PATCH', '/me/settings', { body: { notifications: { campaignUpdates: false } } })
  await call(loud.person, 'PATCH', '/me/settings', { body: { notifications: { email: false } } })
  const { body: update } = await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { title: 'They answered', body: 'At last' } })
  await until(() => told(loud.browser).length === 1)
  expect(told(loud.browser)[0]).toMatchObject({ body: 'They answered', url: `/campaigns/${campaign.slug}?tab=updates&updateId=${update.id}` })
  await handedOn()
  expect([told(quiet.browser), await waiting(quiet.browser)]).toEqual([[], []])
})

test('what keeps mail from being written keeps no browser waiting', async () => {
  const { store } = await theSite()
  const { person, browser } = await listener()
  await store.db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute()
  await sql`create function refuse_mail() returns trigger language plpgsql as $$
    begin if new.person_id = ${sql.lit(person.id)} then raise exception 'no mail'; end if; return new; end $$`.execute(store.db)
  await sql`create trigger refuse_mail before insert on mail for each row execute function refuse_mail()`.execute(store.db)
  try {
    const campaign = await aCampaign(person)
    const event = store.db.selectFrom('notification_event').selectAll().where('campaign_id', '=', campaign.id).where('type', '=', 'campaign_comment')
    await commented(campaign)
    await until(() => told(browser).length === 1)
    const troubled = await until(async () => (await event.execute()).find(({ mail_tries }) => mail_tries > 0))
    expect(troubled).toMatchObject({ mailed_at: null, mail_failed_at: null, push_tries: 0, failed_at: null, last_error: 'mail: P0001' })
    // Given up for mail: what comes later in the line of push goes on.
    await store.db
      .updateTable('notification_event')
      .set({ mail_tries: 7, mail_next_at: new Date(0), pushed_at: null })
      .where('id', '=', troubled.id)
      .execute()
    const givenUp = await until(async () => (await event.execute()).find(({ mail_failed_at, pushed_at }) => mail_failed_at !== null && pushed_at !== null))
    expect(givenUp).toMatchObject({ mailed_at: null, push_failed_at: null, failed_at: null })
    await store.db.deleteFrom('notification_event').where('id', '=', troubled.id).execute()
  } finally {
    await sql`drop trigger refuse_mail on mail`.execute(store.db)
    await sql`drop function refuse_mail()`.execute(store.db)
  }
})

test('a browser that is gone is not asked again', async () => {
  for (const status of [404, 410]) {
    const { person, browser } = await listener()
    service.answers.set(browser.path, { status })
    await commented(await aCampaign(person))
    await until(async () => (await call(person, 'GET', '/me/push')).body.browsers.length === 0)
    expect(told(browser)).toEqual([])
  }
})

test('a service that is busy or broken is tried again later, as late as it asks for, and at last the operator is told', async () => {
  const { person, browser } = await listener()
  const campaign = await aCampaign(person)
  service.answers.set(browser.path, { status: 429, headers: { 'retry-after': '600' } })
  await commented(campaign)
  const [busy] = await until(async () => {
    const rows = await waiting(browser)
    return rows[0]?.last_error ? rows : null
  })
  expect(busy).toMatchObject({ tries: 1, last_error: 'HTTP_429', failed_at: null })
  expect((busy?.next_try_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(500_000)
  for (let tries = 2; tries <= 8; tries++) {
    service.answers.set(browser.path, { status: 500 + tries })
    await due(browser)
    await until(async () => (await waiting(browser))[0]?.last_error === `HTTP_${500 + tries}`)
    const [row] = await waiting(browser)
    expect([row?.tries, row?.failed_at === null]).toEqual([tries, tries < 8])
  }
  // The next one goes its own way.
  service.answers.clear()
  await commented(campaign)
  await until(() => told(browser).length === 1)
  await until(async () => (await waiting(browser)).length === 1)
  expect(await waiting(browser)).toMatchObject([{ tries: 8, last_error: 'HTTP_508' }])
  // Each try waits for the job's next look.
}, 120_000)

test('of a storm a browser is told thirty times an hour, and then again; the operator sees one failure of it', async () => {
  const { person, browser } = await listener()
  const campaign = await aCampaign(person)
  const loud = await aPerson()
  service.answers.set(browser.path, { status: 400 })
  for (let n = 0; n < 33; n++) await commented(campaign, loud)
  await handedOn()
  await until(async () => (await waiting(browser)).every(({ failed_at }) => failed_at !== null))
  expect(await waiting(browser)).toMatchObject([{ last_error: 'HTTP_400' }])
  const { store } = await theSite()
  const { told: counted } = await store.db.selectFrom('push_subscription').select('told').where('endpoint', '=', browser.endpoint).executeTakeFirstOrThrow()
  expect(counted).toBe(30)
  await store.db
    .updateTable('push_subscription')
    .set({ told_since: new Date(Date.now() - 3_700_000) })
    .where('endpoint', '=', browser.endpoint)
    .execute()
  service.answers.clear()
  await commented(campaign, loud)
  await until(() => told(browser).length === 1)
})

test('what was refused for a while arrives at last, once', async () => {
  const { person, browser } = await listener()
  service.answers.set(browser.path, { status: 503 })
  await commented(await aCampaign(person))
  await until(async () => (await waiting(browser))[0]?.last_error)
  service.answers.clear()
  await due(browser)
  await until(() => told(browser).length === 1)
  await until(async () => (await waiting(browser)).length === 0)
})

test('a redirect is not followed, and what is answered so is not tried again', async () => {
  const { person, browser } = await listener()
  const trap = service.aBrowser()
  service.answers.set(browser.path, { status: 307, headers: { location: trap.endpoint } })
  await commented(await aCampaign(person))
  await until(async () => (await waiting(browser))[0]?.failed_at)
  expect(await waiting(browser)).toMatchObject([{ tries: 1, last_error: 'HTTP_307' }])
  expect(told(trap)).toEqual([])
})

test('services that do not answer keep no other browser waiting', async () => {
  const { person: creator } = await listener()
  const campaign = await aCampaign(creator)
  const { person, browser } = await listener()
  const stuck = await Promise.all(Array.from({ length: 4 }, () => listener(person)))
  for (const each of stuck) service.answers.set(each.browser.path, 'hangs')
  const { body: comment } = await call(person, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'First' } })
  await call(await aPerson(), 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'An answer', parentId: comment.id } })
  await until(() => told(browser).length === 1)
  expect((await waiting(stuck[0]?.browser ?? browser)).length).toBe(1)
  // As if each of them had been asked for the last time: nothing of this is left over for the tests after it.
  for (const each of stuck) await call(person, 'DELETE', '/me/push', { body: { endpoint: each.browser.endpoint } })
})

test('who has left a private community, or may not see a thing any more, is told nothing of it', async () => {
  const owner = await aPerson()
  const community = await aCommunity(owner, { privacy: 'private' })
  const [stays, goes] = [await listener(), await listener()]
  for (const { person } of [stays, goes]) await stands(person, community)
  // Both are due at one time, when the one is gone.
  for (const { browser } of [stays, goes]) service.answers.set(browser.path, { status: 503 })
  const postId = await written(owner, community, { title: 'Only for us', body: 'Secret' })
  expect((await call(owner, 'PUT', `/posts/${postId}/marks`, { body: { isAnnouncement: true } })).status).toBe(200)
  for (const { browser } of [stays, goes]) await until(async () => (await waiting(browser))[0]?.last_error)
  await leaves(goes.person, community)
  service.answers.clear()
  for (const { browser } of [goes, stays]) await due(browser)
  await until(() => told(stays.browser).length === 1)
  expect(told(stays.browser)[0]?.url).toContain(`postId=${postId}`)
  await until(async () => (await waiting(goes.browser)).length === 0)
  expect(told(goes.browser)).toEqual([])
})

test('what has been read before it could be sent is not sent', async () => {
  const { person, browser } = await listener()
  service.answers.set(browser.path, { status: 503 })
  await commented(await aCampaign(person))
  await until(async () => (await waiting(browser))[0]?.last_error)
  await call(person, 'POST', '/notifications/read-all', { body: {} })
  service.answers.clear()
  await due(browser)
  await until(async () => (await waiting(browser)).length === 0)
  expect(told(browser)).toEqual([])
})

test('after signing out elsewhere the browser there is told nothing; nor is one of what happened before it was added', async () => {
  const person = await aPerson()
  const campaign = await aCampaign(person)
  await commented(campaign)
  await handedOn()
  const here = await listener(person)
  const there = await listener(await anotherSession(person))
  await call(person, 'POST', '/me/sessions/end-others', { body: {} })
  const commentId = await commented(campaign)
  await until(() => told(here.browser).length > 0)
  await handedOn()
  expect(told(here.browser).map(({ url }) => url.endsWith(commentId))).toEqual([true])
  expect(told(there.browser)).toEqual([])
})
