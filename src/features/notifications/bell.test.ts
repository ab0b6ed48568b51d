import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { plantCommunity, plantPost, plantPostComment, setMembership } from '#tests/support/communities.ts'
import { type LiveListener, openListener } from '#tests/support/live-listener.ts'
import { plantNotification } from '#tests/support/notifications.ts'
import { aCampaign, aPerson, aSession, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { bellStates } from './server/bell-queries.ts'

let creator: Person
let campaign: { id: string; slug: string }
beforeAll(async () => {
  creator = await aPerson()
  campaign = await aCampaign(creator)
})
const open: LiveListener[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

const db = async () => (await theSite()).store.db
const victoryFor = async (who: Person) => plantNotification(await db(), { personId: who.id, type: 'campaign_victory', campaign_id: campaign.id })
async function manyFor(who: Person, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await victoryFor(who))
  return ids.reverse()
}
const listOf = async (who: Person, query = '') => (await call(who, 'GET', `/notifications${query}`)).body
const idsOf = async (who: Person, query = '') => (await listOf(who, query)).items.map(({ id }: { id: string }) => id)
const bellOf = async (who: Person) => (await call(who, 'GET', '/notifications/unread')).body
const mark = (who: Person, id: string, isRead: boolean) => call(who, 'PATCH', `/notifications/${id}`, { body: { isRead } })

/** Opens a live stream of this person. `last` returns the newest unread count that it has received. */
async function openPage(who: Person) {
  const stream = await openListener((await theSite()).origin, ['me'], { who })
  open.push(stream)
  await until(stream.hasBegun)
  const last = () => stream.events.filter(({ topic }) => topic === 'me').at(-1)?.data.unread
  return { ...stream, last }
}

test('notifications are listed newest first, ten, twenty or a hundred per page, without gaps or repeats', async () => {
  const who = await aPerson()
  const ids = await manyFor(who, 25)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await listOf(who, `?limit=10${cursor && `&cursor=${cursor}`}`)
    expect(page.items.length).toBeLessThanOrEqual(10)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids)
})

test('the list can be limited to unread notifications, and every open page of the person receives the new count after each change', async () => {
  const who = await aPerson()
  const [newest = '', second = '', third = ''] = await manyFor(who, 3)
  const page = await openPage(who)
  await until(() => page.last() === 3)
  expect((await mark(who, second, true)).body).toEqual({ unread: 2, newest })
  expect(await idsOf(who, '?filter=unread')).toEqual([newest, third])
  expect(await idsOf(who)).toEqual([newest, second, third])
  await until(() => page.last() === 2)
  expect((await mark(who, second, true)).body.unread).toBe(2)
  expect((await mark(who, second, false)).body.unread).toBe(3)
  await until(() => page.last() === 3)
})

test('"Mark all read" marks notifications up to the newest one shown, and a retry with the same key marks no others', async () => {
  const who = await aPerson()
  const [through] = await manyFor(who, 3)
  const later = await victoryFor(who)
  expect((await call(who, 'POST', '/notifications/read-all', { body: { through } })).body).toEqual({ unread: 1, newest: later })
  expect((await call(who, 'POST', '/notifications/read-all', { body: {}, key: 'all-read-1' })).body.unread).toBe(0)
  await victoryFor(who)
  expect((await call(who, 'POST', '/notifications/read-all', { body: {}, key: 'all-read-1' })).body.unread).toBe(1)
})

test('concurrent changes from several tabs succeed, and the count never becomes negative', async () => {
  const who = await aPerson()
  const ids = await manyFor(who, 12)
  const answers = await Promise.all([
    ...ids.flatMap((id) => [mark(who, id, true), mark(who, id, true)]),
    ...Array.from({ length: 4 }, () => call(who, 'POST', '/notifications/read-all', { body: {} })),
  ])
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body.unread).toBeGreaterThanOrEqual(0)
  }
  expect((await bellOf(who)).unread).toBe(0)
})

test('marking an outdated group marks its current version, but only for its recipient and while it is visible', async () => {
  const [who, other, ...fans] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson()])
  const { id: comment } = (await call(who, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'Well said' } })).body
  const ids: string[] = []
  for (const fan of fans) {
    await call(fan, 'PUT', `/likes/campaign_comment/${comment}`)
    ids.push(await until(async () => (await idsOf(who)).find((id: string) => !ids.includes(id))))
  }
  const [before = '', now = ''] = ids
  expect((await mark(other, before, true)).status).toBe(404)
  expect(await mark(who, before, true)).toMatchObject({ status: 200, body: { unread: 0, newest: now } })
  expect((await mark(who, before, false)).body.unread).toBe(1)
  await call(who, 'DELETE', `/comments/${comment}`)
  expect((await mark(who, before, true)).status).toBe(404)
})

test('unread notifications are counted exactly up to 99; 100 means more', async () => {
  const who = await aPerson()
  await manyFor(who, 99)
  expect((await bellOf(who)).unread).toBe(99)
  await manyFor(who, 3)
  expect((await bellOf(who)).unread).toBe(100)
})

test('the count of one person is planned once per connection, because planning it takes longer than running it', async () => {
  const who = await aPerson()
  // More than others have: with statistics, the database would plan anew for somebody who has far fewer.
  await manyFor(who, 150)
  const { db } = (await theSite()).store
  await sql`analyze notification`.execute(db)
  await db.transaction().execute(async (tx) => {
    // PostgreSQL tries five plans for the given values before it takes a general one.
    for (let n = 0; n < 8; n++) await bellStates(tx, [who.id])
    const plans = sql<{
      general: string
    }>`select generic_plans as general from pg_prepared_statements where statement like '%bell.unread%' and statement not like '%unnest%'`
    expect(Number((await plans.execute(tx)).rows[0]?.general)).toBeGreaterThan(0)
  })
})

test('a visitor can subscribe to `me` and receives nothing, and nobody receives another person’s events', async () => {
  const [who, other] = [await aPerson(), await aPerson()]
  const { origin } = await theSite()
  const visitor = await openListener(origin, ['me'])
  const stranger = await openPage(other)
  open.push(visitor)
  const page = await openPage(who)
  await mark(who, await victoryFor(who), false)
  await until(() => page.last() === 1 && visitor.hasBegun())
  expect(visitor.events).toEqual([])
  // The same state may arrive again, because a fan-out refreshes every open bell.
  await until(() => stranger.events.length > 0)
  for (const event of stranger.events) expect(event).toEqual({ topic: 'me', data: { unread: 0, newest: null } })
})

test('a stream receives no more bell events after its session has ended', async () => {
  const who = await aPerson()
  const second = await aSession(who.id)
  const page = await openPage({ id: who.id, cookie: second.cookie })
  expect((await call(who, 'DELETE', `/me/sessions/${second.sessionId}`)).status).toBeLessThan(300)
  await until(page.hasEnded)
  const received = page.events.length
  await mark(who, await victoryFor(who), false)
  const own = await openPage(who)
  await until(() => own.last() === 1)
  expect(page.events.length).toBe(received)
})

/** A person's post in a private community, with a comment by `by` and its notification. */
async function insidePrivate(who: Person, by: Person) {
  const { id } = await plantCommunity(await db(), { owner: creator.id, privacy: 'private', members: [{ id: who.id }, { id: by.id }] })
  const postId = await plantPost(await db(), { communityId: id, authorId: who.id })
  const commentId = await plantPostComment(await db(), { postId, authorId: by.id })
  const about = { community_id: id, post_id: postId, comment_id: commentId, actor_id: by.id }
  const notified = await plantNotification(await db(), { personId: who.id, type: 'community_comment', ...about })
  return { id, postId, commentId, about, notified }
}

test('a person who is banned from a private community receives the lower count within a second and finds none of its notifications', async () => {
  const [who, by] = [await aPerson(), await aPerson()]
  const { id, notified } = await insidePrivate(who, by)
  await plantNotification(await db(), { personId: who.id, type: 'community_join_approved', community_id: id })
  const page = await openPage(who)
  await until(() => page.last() === 2)
  expect((await call(creator, 'PUT', `/communities/${id}/bans/${who.id}`)).status).toBeLessThan(300)
  await until(() => page.last() === 0)
  expect(await idsOf(who)).toEqual([])
  expect(await bellOf(who)).toEqual({ unread: 0, newest: null })
  expect((await mark(who, notified, true)).status).toBe(404)
})

test('notifications about removed content are not listed', async () => {
  const [who, by] = [await aPerson(), await aPerson()]
  const { commentId } = await insidePrivate(who, by)
  expect((await bellOf(who)).unread).toBe(1)
  expect((await call(by, 'DELETE', `/comments/${commentId}`)).status).toBeLessThan(300)
  expect(await listOf(who)).toEqual({ items: [], nextCursor: null })
  expect((await bellOf(who)).unread).toBe(0)
})

test('a group counts and names the people who still like the content; without likes it is not listed', async () => {
  const [who, first, second, third] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const comment = (await call(who, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'No more of it.' } })).body
  const likers = [who, first, second, third]
  for (const one of likers) expect((await call(one, 'PUT', `/likes/campaign_comment/${comment.id}`)).status).toBe(200)
  // Replaces the delivered notifications with one that the test inserts. While they are being delivered, the deletion would meet the job's locks.
  const undelivered = async () => (await sql`select from notification_event where comment_id = ${comment.id} and delivered_at is null`.execute(await db())).rows
  await until(async () => (await undelivered()).length === 0)
  await sql`delete from notification where person_id = ${who.id}`.execute(await db())
  await sql`delete from notification_event where comment_id = ${comment.id}`.execute(await db())
  const event = { type: 'comment_like', campaign_id: campaign.id, comment_id: comment.id, actor_id: third.id, number: 3 }
  await plantNotification(await db(), { personId: who.id, ...event })
  const line = async () => (await listOf(who)).items[0]
  expect(await line()).toMatchObject({ actor: { id: third.id }, others: 2 })
  await call(third, 'DELETE', `/likes/campaign_comment/${comment.id}`)
  expect(await line()).toMatchObject({ actor: { id: second.id }, others: 1 })
  await call(second, 'DELETE', `/likes/campaign_comment/${comment.id}`)
  expect(await line()).toMatchObject({ actor: { id: first.id }, others: 0 })
  await call(first, 'DELETE', `/likes/campaign_comment/${comment.id}`)
  expect(await line()).toBeUndefined()
  expect((await bellOf(who)).unread).toBe(0)
})

test('people who joined privately, or made their pledge private later, are not named; deleted accounts are shown as "[deleted]"', async () => {
  const [who, quiet, gone] = [await aPerson(), await aPerson(), await aPerson()]
  for (const one of [quiet, gone]) expect((await call(one, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: false } })).status).toBe(200)
  for (const one of [quiet, gone])
    await plantNotification(await db(), { personId: who.id, type: 'pledge', campaign_id: campaign.id, actor_id: one.id, number: 1 })
  const actors = async () => (await listOf(who)).items.map(({ actor }: { actor: unknown }) => actor)
  expect(await actors()).toMatchObject([{ id: gone.id }, { id: quiet.id }])
  await sql`update pledge set is_private = true where person_id = ${quiet.id}`.execute(await db())
  await left(gone)
  const [first, second] = await actors()
  expect(second).toBeNull()
  expect(first).toMatchObject({ name: '[deleted]', isDeleted: true })
})

test('a request to join is listed for the owner and mods, and only while it is pending', async () => {
  const [owner, mod, applicant] = [await aPerson(), await aPerson(), await aPerson()]
  const members = [{ id: mod.id, role: 'mod' } as const, { id: applicant.id, status: 'pending' } as const]
  const { id } = await plantCommunity(await db(), { owner: owner.id, privacy: 'private', approvesMembers: true, members })
  const event = { type: 'community_join_request', community_id: id, actor_id: applicant.id }
  for (const one of [owner, mod]) await plantNotification(await db(), { personId: one.id, ...event })
  expect([(await bellOf(owner)).unread, (await bellOf(mod)).unread]).toEqual([1, 1])
  await setMembership(mod, id, { role: 'member' })
  expect([(await bellOf(owner)).unread, (await bellOf(mod)).unread]).toEqual([1, 0])
  await setMembership(applicant, id)
  expect(await idsOf(owner)).toEqual([])
})

test('an older visible notification is listed and counted even after thousands of hidden ones', async () => {
  const [who, by] = [await aPerson(), await aPerson()]
  const behind = await victoryFor(who)
  const { id, about } = await insidePrivate(who, by)
  await sql`
    with those as
      (insert into notification_event (type, actor_id, community_id, post_id, comment_id, delivered_at, mailed_at, pushed_at)
       select 'community_comment', ${by.id}, ${id}, ${about.post_id}, ${about.comment_id}, now(), now(), now() from generate_series(1, 7000) returning id)
    insert into notification (person_id, event_id) select ${who.id}, id from those`.execute(await db())
  expect((await bellOf(who)).unread).toBe(100)
  await setMembership(who, id, { status: 'banned' })
  expect(await listOf(who)).toMatchObject({ items: [{ id: behind }], nextCursor: null })
  expect((await bellOf(who)).unread).toBe(1)
})
