import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
import { aCommunity, leaves, setMembership, written } from '#tests/support/communities.ts'
import { ownWords } from '#tests/support/own-words.ts'
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

const notified = (browser: Browser) => service.received.filter(({ path }) => path === browser.path)
const waiting = async (browser: Browser) => {
  const { store } = await theSite()
  const rows = store.db.selectFrom('push_message as m').innerJoin('push_subscription as s', 's.id', 'm.subscription_id')
  return rows.select(['m.tries', 'm.next_try_at', 'm.failed_at', 'm.last_error', 'm.event_id']).where('s.endpoint', '=', browser.endpoint).execute()
}

/** A person with a subscribed browser. */
async function listener(who?: Person) {
  const person = who ?? (await aPerson())
  const browser = service.aBrowser()
  const { status } = await call(person, 'PUT', '/me/push', { body: { endpoint: browser.endpoint, keys: browser.keys } })
  expect(status).toBe(200)
  return { person, browser }
}

async function commented(campaign: { id: string }, who?: Person): Promise<string> {
  const { status, body } = await call(who ?? (await aPerson()), 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: ownWords('Well said') } })
  expect(status).toBe(201)
  return body.id
}

/** Waits until all events so far have been enqueued for push. */
async function allEnqueued() {
  const { store } = await theSite()
  await until(async () => (await store.db.selectFrom('notification_event').select('id').where('pushed_at', 'is', null).execute()).length === 0)
}

/** Makes the queued messages of this browser due now. */
async function due(browser: Browser) {
  const { store } = await theSite()
  await store.db
    .updateTable('push_message')
    .set({ next_try_at: new Date(0) })
    .where('subscription_id', 'in', store.db.selectFrom('push_subscription').select('id').where('endpoint', '=', browser.endpoint))
    .execute()
}

test('a notification is pushed to the person’s browser once, with its text and link, encrypted and signed', async () => {
  const { person, browser } = await listener()
  const second = await listener(person)
  const campaign = await aCampaign(person, { title: 'No parcels from Globex' })
  const commentId = await commented(campaign)
  await until(() => notified(browser).length === 1 && notified(second.browser).length === 1)
  const { items } = (await call(person, 'GET', '/notifications')).body
  expect(notified(browser)).toEqual([
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
  await allEnqueued()
  // The message leaves the queue when the service has responded.
  await until(async () => (await waiting(browser)).length === 0)
  expect(notified(browser)).toHaveLength(1)
})

test('events that wait for the digest mail, and a person’s own acts, are not pushed to them', async () => {
  const { person, browser } = await listener()
  const campaign = await aCampaign(person)
  const own = await commented(campaign, person)
  await call(await aPerson(), 'PUT', `/likes/campaign_comment/${own}`)
  await until(async () => (await call(person, 'GET', '/notifications')).body.items.length === 1)
  await commented(campaign)
  await until(() => notified(browser).length > 0)
  expect(notified(browser).map(({ url }) => url.includes(own))).toEqual([false])
})

test('the switch "Holdout updates" stops push messages about updates; the switch for mail does not', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const [quiet, loud] = [await listener(), await listener()]
  for (const { person } of [quiet, loud]) expect((await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).status).toBe(200)
  await call(quiet.person, 'PATCH', '/me/settings', { body: { notifications: { campaignUpdates: false } } })
  await call(loud.person, 'PATCH', '/me/settings', { body: { notifications: { email: false } } })
  const { body: update } = await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { title: 'They answered', body: 'At last' } })
  await until(() => notified(loud.browser).length === 1)
  expect(notified(loud.browser)[0]).toMatchObject({ body: 'They answered', url: `/campaigns/${campaign.slug}?tab=updates&updateId=${update.id}` })
  await allEnqueued()
  expect([notified(quiet.browser), await waiting(quiet.browser)]).toEqual([[], []])
})

test('an email that fails does not delay push messages', async () => {
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
    await until(() => notified(browser).length === 1)
    const troubled = await until(async () => (await event.execute()).find(({ mail_tries }) => mail_tries > 0))
    expect(troubled).toMatchObject({ mailed_at: null, mail_failed_at: null, push_tries: 0, failed_at: null, last_error: 'mail: P0001' })
    // Push processes the event even after mail has failed permanently.
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

test('an expired subscription is not used again', async () => {
  for (const status of [404, 410]) {
    const { person, browser } = await listener()
    service.answers.set(browser.path, { status })
    await commented(await aCampaign(person))
    await until(async () => (await call(person, 'GET', '/me/push')).body.browsers.length === 0)
    expect(notified(browser)).toEqual([])
  }
})

test('a busy or failing push service is retried with back-off or after its Retry-After, and finally shown to the operator', async () => {
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
  // A failed message does not delay the next one.
  service.answers.clear()
  await commented(campaign)
  await until(() => notified(browser).length === 1)
  await until(async () => (await waiting(browser)).length === 1)
  expect(await waiting(browser)).toMatchObject([{ tries: 8, last_error: 'HTTP_508' }])
  // Each retry waits for the job's next run.
}, 120_000)

test('a browser gets at most thirty push messages an hour, and the operator sees at most one failure of each browser', async () => {
  const { person, browser } = await listener()
  const campaign = await aCampaign(person)
  const loud = await aPerson()
  service.answers.set(browser.path, { status: 400 })
  for (let n = 0; n < 33; n++) await commented(campaign, loud)
  await allEnqueued()
  await until(async () => (await waiting(browser)).every(({ failed_at }) => failed_at !== null))
  expect(await waiting(browser)).toMatchObject([{ last_error: 'HTTP_400' }])
  const { store } = await theSite()
  const { sent_in_hour: counted } = await store.db
    .selectFrom('push_subscription')
    .select('sent_in_hour')
    .where('endpoint', '=', browser.endpoint)
    .executeTakeFirstOrThrow()
  expect(counted).toBe(30)
  await store.db
    .updateTable('push_subscription')
    .set({ hour_began_at: new Date(Date.now() - 3_700_000) })
    .where('endpoint', '=', browser.endpoint)
    .execute()
  service.answers.clear()
  await commented(campaign, loud)
  await until(() => notified(browser).length === 1)
})

test('a message that was refused for a while is delivered once', async () => {
  const { person, browser } = await listener()
  service.answers.set(browser.path, { status: 503 })
  await commented(await aCampaign(person))
  await until(async () => (await waiting(browser))[0]?.last_error)
  service.answers.clear()
  await due(browser)
  await until(() => notified(browser).length === 1)
  await until(async () => (await waiting(browser)).length === 0)
})

test('a redirect is not followed and not retried', async () => {
  const { person, browser } = await listener()
  const trap = service.aBrowser()
  service.answers.set(browser.path, { status: 307, headers: { location: trap.endpoint } })
  await commented(await aCampaign(person))
  await until(async () => (await waiting(browser))[0]?.failed_at)
  expect(await waiting(browser)).toMatchObject([{ tries: 1, last_error: 'HTTP_307' }])
  expect(notified(trap)).toEqual([])
})

test('push services that do not answer do not delay other browsers', async () => {
  const { person: creator } = await listener()
  const campaign = await aCampaign(creator)
  const { person, browser } = await listener()
  const stuck = await Promise.all(Array.from({ length: 4 }, () => listener(person)))
  for (const each of stuck) service.answers.set(each.browser.path, 'hangs')
  const { body: comment } = await call(person, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'First' } })
  await call(await aPerson(), 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'An answer', parentId: comment.id } })
  await until(() => notified(browser).length === 1)
  expect((await waiting(stuck[0]?.browser ?? browser)).length).toBe(1)
  // Deletes the subscriptions with their queued messages, so that nothing is left for the following tests.
  for (const each of stuck) await call(person, 'DELETE', '/me/push', { body: { endpoint: each.browser.endpoint } })
})

test('people who have left a private community, or may not see the content any more, get no message about it', async () => {
  const owner = await aPerson()
  const community = await aCommunity(owner, { privacy: 'private' })
  const [stays, goes] = [await listener(), await listener()]
  for (const { person } of [stays, goes]) await setMembership(person, community)
  // The first tries fail, so that both messages can be made due after one of the two people has left.
  for (const { browser } of [stays, goes]) service.answers.set(browser.path, { status: 503 })
  const postId = await written(owner, community, { title: 'Only for us', body: 'Secret' })
  expect((await call(owner, 'PUT', `/posts/${postId}/marks`, { body: { isAnnouncement: true } })).status).toBe(200)
  for (const { browser } of [stays, goes]) await until(async () => (await waiting(browser))[0]?.last_error)
  await leaves(goes.person, community)
  service.answers.clear()
  for (const { browser } of [goes, stays]) await due(browser)
  await until(() => notified(stays.browser).length === 1)
  expect(notified(stays.browser)[0]?.url).toContain(`postId=${postId}`)
  await until(async () => (await waiting(goes.browser)).length === 0)
  expect(notified(goes.browser)).toEqual([])
})

test('a notification that was read before sending is not pushed', async () => {
  const { person, browser } = await listener()
  service.answers.set(browser.path, { status: 503 })
  await commented(await aCampaign(person))
  await until(async () => (await waiting(browser))[0]?.last_error)
  await call(person, 'POST', '/notifications/read-all', { body: {} })
  service.answers.clear()
  await due(browser)
  await until(async () => (await waiting(browser)).length === 0)
  expect(notified(browser)).toEqual([])
})

test('a browser that was signed out gets no messages, and a new one gets none about earlier events', async () => {
  const person = await aPerson()
  const campaign = await aCampaign(person)
  await commented(campaign)
  await allEnqueued()
  const here = await listener(person)
  const there = await listener(await anotherSession(person))
  await call(person, 'POST', '/me/sessions/end-others', { body: {} })
  const commentId = await commented(campaign)
  await until(() => notified(here.browser).length > 0)
  await allEnqueued()
  expect(notified(here.browser).map(({ url }) => url.endsWith(commentId))).toEqual([true])
  expect(notified(there.browser)).toEqual([])
})
