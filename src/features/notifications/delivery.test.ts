import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { aConfirmingToken, postAuth } from '#tests/support/accounts.ts'
import { commentOn } from '#tests/support/comments.ts'
import { aCommunity, plantPost, setMembership } from '#tests/support/communities.ts'
import { allNotified, bellOf } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { contradictionsIn } from '#tests/support/recount.ts'
import { aCampaign, aPerson, left, type Person, theSite, until } from '#tests/support/site.ts'
import { clearOld } from './server/clear.ts'

const typesOf = async (who: Person) => (await bellOf(who)).map(({ type }) => type)
const joins = (who: Person, id: string, isPrivate = false) => done(who, 'PUT', `/campaigns/${id}/pledge`, { isPrivate })
const says = (who: Person, id: string, parentId?: string) => commentOn(who, id, 'Well said', parentId ? { parentId } : {})

test('an update is delivered to all supporters, also unconfirmed ones, and to nobody else', async () => {
  const [creator, supporter, unconfirmed, suspended, stranger] = await Promise.all([aPerson(), aPerson(), aPerson({ isCounted: false }), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  for (const each of [supporter, unconfirmed, suspended]) await joins(each, id)
  const { db } = (await theSite()).store
  await db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', suspended.id).execute()
  await done(creator, 'POST', `/campaigns/${id}/updates`, { body: 'They answered' })
  expect(await typesOf(supporter)).toEqual(['campaign_update'])
  expect(await typesOf(unconfirmed)).toEqual(['campaign_update'])
  expect(await typesOf(stranger)).toEqual([])
  expect(await typesOf(creator)).toEqual(['pledge'])
  const rows = await db.selectFrom('notification').select('event_id').where('person_id', '=', suspended.id).execute()
  expect(rows).toEqual([])
})

test('a victory is delivered once, and its update is not delivered as well', async () => {
  const [creator, supporter] = await Promise.all([aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  await joins(supporter, id)
  await done(creator, 'POST', `/campaigns/${id}/victory`, { statement: 'They gave in, all of it' })
  await done(creator, 'POST', `/campaigns/${id}/victory`, { statement: 'They gave in, all of it' })
  expect(await typesOf(supporter)).toEqual(['campaign_victory'])
})

test('a comment is delivered to the campaign’s creator, a reply to the author of its parent, and one person gets one notification', async () => {
  const [creator, one, other] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  const first = await says(one, id)
  const own = await says(creator, id)
  const answer = await says(other, id, first)
  const toCreator = await says(other, id, own)
  await says(one, id, first)
  expect((await bellOf(one)).map(({ type, commentId }) => [type, commentId])).toEqual([['comment_reply', answer]])
  const notified = (await bellOf(creator)).map(({ type, commentId }) => [type, commentId])
  expect(notified.slice(1)).toEqual([
    ['comment_reply', toCreator],
    ['campaign_comment', answer],
    ['campaign_comment', first],
  ])
  expect(notified).toHaveLength(4)
  expect(await typesOf(other)).toEqual([])
})

test('likes of one comment are grouped while unread, each counted once, and form a new group after reading', async () => {
  const [creator, author, ...fans] = await Promise.all(Array.from({ length: 6 }, () => aPerson()))
  if (!creator || !author) throw new Error('nobody there')
  const { id } = await aCampaign(creator)
  const comment = await says(author, id)
  const like = (who: Person, method = 'PUT') => done(who, method, `/likes/campaign_comment/${comment}`)
  await like(author)
  expect(await bellOf(author)).toEqual([])
  for (const fan of fans.slice(0, 3)) await like(fan)
  await like(fans[0] as Person, 'DELETE')
  await like(fans[0] as Person)
  const grouped = await bellOf(author)
  expect(grouped).toMatchObject([{ type: 'comment_like', others: 2, isRead: false }])
  await done(author, 'PATCH', `/notifications/${grouped[0]?.id}`, { isRead: true })
  await like(fans[3] as Person)
  expect(await bellOf(author)).toMatchObject([
    { type: 'comment_like', others: 0, isRead: false, actor: { id: fans[3]?.id } },
    { type: 'comment_like', others: 2, isRead: true },
  ])
})

test('new supporters are one notification that names only those with a public pledge; without any it has a number only', async () => {
  const [creator, open, hidden] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  await joins(open, id)
  expect(await bellOf(creator)).toMatchObject([{ type: 'pledge', others: 0, actor: { id: open.id } }])
  await joins(hidden, id, true)
  expect(await bellOf(creator)).toMatchObject([{ type: 'pledge', others: 1, actor: { id: open.id } }])
  await done(open, 'PATCH', `/campaigns/${id}/pledge`, { isPrivate: true })
  expect(await bellOf(creator)).toMatchObject([{ type: 'pledge', others: 1, actor: null }])
})

test('a reached goal is delivered once to the creator and all supporters', async () => {
  const [creator, one, two, late] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  const { db } = (await theSite()).store
  await db.updateTable('campaign').set({ supporters_goal: 3 }).where('id', '=', id).execute()
  await joins(one, id)
  expect(await typesOf(creator)).toEqual(['pledge'])
  await joins(two, id)
  await allNotified()
  await joins(late, id)
  for (const each of [creator, one, two]) {
    const reached = (await bellOf(each)).filter(({ type }) => type === 'campaign_milestone')
    expect(reached).toMatchObject([{ number: 3, actor: null }])
  }
  expect(await typesOf(late)).toEqual([])
})

test('ten supporters are a milestone for the creator only, unless ten is the goal', async () => {
  const [creator, first, ...rest] = await Promise.all(Array.from({ length: 10 }, () => aPerson()))
  if (!creator || !first) throw new Error('nobody there')
  const [plain, withGoal] = [await aCampaign(creator), await aCampaign(creator, { supportersGoal: 10 })]
  for (const { id } of [plain, withGoal]) await Promise.all([first, ...rest].map((each) => joins(each, id)))
  const milestones = async (who: Person) => (await bellOf(who)).filter(({ type }) => type === 'campaign_milestone')
  expect(await milestones(creator)).toMatchObject([{ number: 10 }, { number: 10 }])
  expect(await milestones(first)).toMatchObject([{ number: 10, campaign: { id: withGoal.id } }])
})

test('a goal that a confirmation reaches after the campaign’s end notifies nobody, and a recount accepts that', async () => {
  const [creator, late] = [await aPerson(), await aPerson({ isCounted: false })]
  const { id } = await aCampaign(creator, { supportersGoal: 2 })
  await joins(late, id)
  await done(creator, 'POST', `/campaigns/${id}/archive`, { reason: 'A reason' })
  const { store } = await theSite()
  const token = await aConfirmingToken(late)
  expect((await postAuth('verify-email', { token }, late)).status).toBe(200)
  expect((await done(null, 'GET', `/campaigns/${id}`)).count.supporters).toBe(2)
  expect(await typesOf(creator)).toEqual([])
  expect((await contradictionsIn(store.pool, '.')).filter((line) => line.includes(id))).toEqual([])
})

test('comments and likes in a private community are delivered to members only, not to people who have left', async () => {
  const [owner, author, member] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const community = await aCommunity(owner, { privacy: 'private' })
  for (const each of [author, member]) await setMembership(each, community)
  const post = (await done(author, 'POST', `/communities/${community}/posts`, { body: 'News from next door' })).id
  const comment = (await done(member, 'POST', `/posts/${post}/comments`, { body: 'Oh' })).id
  await done(owner, 'PUT', `/likes/community_post/${post}`)
  await done(author, 'POST', `/posts/${post}/comments`, { body: 'Indeed', parentId: comment })
  expect((await typesOf(author)).toSorted()).toEqual(['community_comment', 'community_like'])
  expect(await typesOf(member)).toEqual(['community_reply'])
  await done(member, 'DELETE', `/communities/${community}/membership`)
  await done(owner, 'POST', `/posts/${post}/comments`, { body: 'And you?', parentId: comment })
  expect(await typesOf(member)).toEqual([])
  const { db } = (await theSite()).store
  await until(async () => (await db.selectFrom('notification').select('event_id').where('person_id', '=', member.id).execute()).length === 0)
})

test('an announcement is delivered once to each active member, however often it is made', async () => {
  const [owner, member, waiting, stranger] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson()])
  const community = await aCommunity(owner)
  await setMembership(member, community)
  await setMembership(waiting, community, { status: 'pending' })
  const { db } = (await theSite()).store
  const post = await plantPost(db, { communityId: community, authorId: owner.id })
  const mark = (isAnnouncement: boolean) => done(owner, 'PUT', `/posts/${post}/marks`, { isAnnouncement })
  for (const isAnnouncement of [true, false, true]) {
    await mark(isAnnouncement)
    await allNotified()
  }
  expect(await typesOf(member)).toEqual(['community_announcement'])
  for (const each of [owner, waiting, stranger]) expect(await typesOf(each)).toEqual([])
})

test('an announcement that is withdrawn during its fan-out and made again is delivered once to every member', async () => {
  const [owner, ...members] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const community = await aCommunity(owner)
  for (const each of members) await setMembership(each, community)
  const { db } = (await theSite()).store
  const post = await plantPost(db, { communityId: community, authorId: owner.id })
  const mark = (isAnnouncement: boolean) => done(owner, 'PUT', `/posts/${post}/marks`, { isAnnouncement })
  await mark(true)
  await allNotified()
  // Restores the state between two batches of a fan-out.
  const [first = '', rest = ''] = members.map(({ id }) => id).sort()
  const later = new Date(Date.now() + 3_600_000)
  const notified = db.updateTable('notification_event').set({ delivered_at: null, delivered_through: first, tries: 1, next_try_at: later })
  const { id } = await notified.where('post_id', '=', post).returning('id').executeTakeFirstOrThrow()
  await db.deleteFrom('notification').where('event_id', '=', id).where('person_id', '=', rest).execute()
  await mark(false)
  await mark(true)
  for (const each of members) expect(await typesOf(each)).toEqual(['community_announcement'])
})

test('owner and mods are notified of a request to join once, and the person of the approval', async () => {
  const [owner, mod, member, asker] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson()])
  const community = await aCommunity(owner, { privacy: 'private' })
  const { db } = (await theSite()).store
  await db.updateTable('community').set({ approves_members: true }).where('id', '=', community).execute()
  await setMembership(mod, community, { role: 'mod' })
  await setMembership(member, community)
  await done(asker, 'PUT', `/communities/${community}/membership`, {})
  await done(asker, 'DELETE', `/communities/${community}/membership`)
  await done(asker, 'PUT', `/communities/${community}/membership`, {})
  for (const each of [owner, mod]) expect(await bellOf(each)).toMatchObject([{ type: 'community_join_request', actor: { id: asker.id } }])
  expect(await typesOf(member)).toEqual([])
  await done(owner, 'PUT', `/communities/${community}/requests/${asker.id}`)
  expect(await typesOf(asker)).toEqual(['community_join_approved'])
})

test('notifications of removed content disappear from every bell: an update, a comment with replies, a whole post', async () => {
  const [creator, one, other] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  await joins(one, id)
  const update = (await done(creator, 'POST', `/campaigns/${id}/updates`, { body: 'Too early' })).id
  const comment = await says(one, id)
  await says(other, id, comment)
  expect((await typesOf(one)).toSorted()).toEqual(['campaign_update', 'comment_reply'])
  await done(creator, 'DELETE', `/updates/${update}`)
  await done(one, 'DELETE', `/comments/${comment}`)
  expect(await typesOf(one)).not.toContain('campaign_update')
  expect((await typesOf(creator)).filter((type) => type === 'campaign_comment')).toHaveLength(1)
  const { db } = (await theSite()).store
  const orphans = sql<{ n: number }>`select count(*)::int as n from notification n where not exists (select from notification_event e where e.id = n.event_id)`
  await until(async () => (await orphans.execute(db)).rows[0]?.n === 0)
})

test('notifications are deleted with the recipient’s account, membership or community', async () => {
  const [owner, author, member, guest, leaver] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson(), aPerson()])
  const community = await aCommunity(owner)
  for (const each of [author, member, guest, leaver]) await setMembership(each, community)
  const { db } = (await theSite()).store
  const post = await plantPost(db, { communityId: community, authorId: author.id })
  await done(owner, 'PUT', `/posts/${post}/marks`, { isAnnouncement: true })
  for (const each of [author, member, guest, leaver]) expect(await typesOf(each)).toEqual(['community_announcement'])
  const kept = async (who: Person) => (await db.selectFrom('notification').select('event_id').where('person_id', '=', who.id).execute()).length
  await left(leaver)
  await until(async () => (await kept(leaver)) === 0)
  await done(guest, 'DELETE', `/communities/${community}/membership`)
  expect(await typesOf(guest)).toEqual(['community_announcement'])
  await done(owner, 'PATCH', `/communities/${community}`, { privacy: 'private' })
  await until(async () => (await kept(guest)) === 0)
  await done(owner, 'PUT', `/communities/${community}/bans/${member.id}`)
  await until(async () => (await kept(member)) === 0)
  expect(await kept(author)).toBe(1)
})

test('an event that cannot be delivered is retried with back-off, is given up in the end, and delays no other', async () => {
  const { db } = (await theSite()).store
  const [creator, one, other] = await Promise.all([aPerson(), aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  await sql`create function refuse_poison() returns trigger language plpgsql as $$
    begin if new.person_id = ${sql.lit(one.id)} then raise exception 'poison'; end if; return new; end $$`.execute(db)
  await sql`create trigger refuse_poison before insert on notification for each row execute function refuse_poison()`.execute(db)
  // The trigger stores the delay of each retry, and postpones the retry until the test has read it and makes it due.
  await sql`create function hold_poison() returns trigger language plpgsql as $$
    begin if new.tries > old.tries and new.last_error = 'poison' then
      new.mail_next_at = new.next_try_at - clock_timestamp() + 'epoch'::timestamptz; new.next_try_at = clock_timestamp() + interval '1 day';
    end if; return new; end $$`.execute(db)
  await sql`create trigger hold_poison before update on notification_event for each row execute function hold_poison()`.execute(db)
  try {
    const [toOne, toOther] = [await says(one, id), await says(other, id)]
    await says(creator, id, toOne)
    await says(creator, id, toOther)
    await until(async () => (await typesOf(other)).length === 1)
    const poison = db.selectFrom('notification_event').select(['id', 'tries', 'failed_at', 'mail_next_at']).where('last_error', '=', 'poison')
    for (let tries = 1; tries <= 8; tries++) {
      const event = await until(async () => (await poison.execute()).find((each) => each.tries === tries))
      expect(event.failed_at !== null).toBe(tries === 8)
      expect(event.mail_next_at.getTime()).toBeGreaterThan(Math.min(600, 5 * 2 ** (tries - 1)) * 1_000 - 4_000)
      if (tries < 8) await db.updateTable('notification_event').set({ next_try_at: new Date() }).where('id', '=', event.id).execute()
    }
    expect(await typesOf(one)).toEqual([])
  } finally {
    for (const name of ['refuse_poison', 'hold_poison']) await sql.raw(`drop function ${name}() cascade`).execute(db)
  }
  // Each retry waits for the job's next run.
})

test('read notifications are deleted after half a year, unread ones after a little more than a year', async () => {
  const { db } = (await theSite()).store
  const [creator, supporter] = await Promise.all([aPerson(), aPerson()])
  const { id } = await aCampaign(creator)
  const daysAgo = async (days: number, isRead: boolean) => {
    const event_id = uuidv7({ msecs: Date.now() - days * 86_400_000 })
    const now = new Date()
    await db.insertInto('notification_event').values({ id: event_id, type: 'campaign_victory', campaign_id: id, delivered_at: now, mailed_at: now }).execute()
    await db.insertInto('notification').values({ person_id: supporter.id, event_id, is_read: isRead }).execute()
    return event_id
  }
  const kept = [await daysAgo(399, false), await daysAgo(181, false), await daysAgo(179, true)]
  for (const [days, isRead] of [
    [401, false],
    [401, true],
    [181, true],
  ] as const)
    await daysAgo(days, isRead)
  await clearOld({ db, isEnding: () => false })
  await until(async () => {
    const rows = await db.selectFrom('notification').select('event_id').where('person_id', '=', supporter.id).orderBy('event_id').execute()
    return rows.map(({ event_id }) => event_id).join() === kept.join()
  })
})
