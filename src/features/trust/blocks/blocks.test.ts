import { expect, test } from 'vitest'
import { postComment } from '#tests/support/comments.ts'
import { plantCommunity, plantPost } from '#tests/support/communities.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'

const set = (who: Person | null, other: Person, kind: string) => call(who, 'PUT', `/me/blocks/${other.id}`, { body: { kind } })
const end = (who: Person, other: Person) => call(who, 'DELETE', `/me/blocks/${other.id}`)
const comments = async (who: Person | null, { id }: { id: string }) => (await call(who, 'GET', `/campaigns/${id}/comments`)).body.items
const chat = async (who: Person | null, { id }: { id: string }) => (await call(who, 'GET', `/campaigns/${id}/chat`)).body
const shown = (items: { body: string }[]) => items.map(({ body }) => body)

async function three() {
  const [one, other, third] = [await aPerson(), await aPerson(), await aPerson()]
  return { one, other, third, campaign: await aCampaign(await aPerson()) }
}

test('a person does not see the comments and chat messages of people they muted; the muted and everybody else notice nothing', async () => {
  const { one, other, third, campaign } = await three()
  const { id } = (await postComment(other, campaign.id, 'By the muted one')).body
  await call(other, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Said by the muted one' } })
  const before = [await comments(other, campaign), await comments(third, campaign), await comments(null, campaign)]
  expect(await set(one, other, 'mute')).toMatchObject({ status: 200, body: { kind: 'mute' } })

  expect(await comments(one, campaign)).toMatchObject([{ id, body: '[deleted]', author: null, isRemoved: true, hiddenAs: 'mute' }])
  expect((await call(one, 'GET', `/comments/${id}`)).body).toMatchObject({ body: '[deleted]', bodyHtml: '', hiddenAs: 'mute' })
  expect(await chat(one, campaign)).toMatchObject({ items: [], hiddenAuthors: [other.id] })
  expect([await comments(other, campaign), await comments(third, campaign), await comments(null, campaign)]).toEqual(before)
  expect((await chat(other, campaign)).hiddenAuthors).toEqual([])
  // The muted person still reads and answers the person who muted them.
  const own = (await postComment(one, campaign.id, 'By the one who mutes')).body
  expect(shown(await comments(other, campaign))).toEqual(['By the one who mutes', 'By the muted one'])
  expect((await postComment(other, campaign.id, 'A reply', { parentId: own.id })).status).toBe(201)

  expect((await end(one, other)).body).toEqual({ kind: null })
  expect(shown(await comments(one, campaign))).toEqual(['By the one who mutes', 'By the muted one'])
  expect((await chat(one, campaign)).items).toHaveLength(1)
})

test('after a block neither person sees, replies to or likes the other’s comments and chat messages', async () => {
  const { one, other, third, campaign } = await three()
  const [first, second] = [
    (await postComment(one, campaign.id, 'By the one who blocks')).body,
    (await postComment(other, campaign.id, 'By the blocked one')).body,
  ]
  for (const who of [one, other]) await call(who, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Hello' } })
  await set(one, other, 'block')

  expect(shown(await comments(one, campaign))).toEqual(['[deleted]', 'By the one who blocks'])
  // The blocked person sees a removed comment.
  expect(await comments(other, campaign)).toMatchObject([{ body: 'By the blocked one' }, { body: '[deleted]', isRemoved: true, hiddenAs: null, author: null }])
  expect(shown(await comments(third, campaign))).toEqual(['By the blocked one', 'By the one who blocks'])
  for (const who of [one, other]) expect((await chat(who, campaign)).items.map(({ author }: { author: Person }) => author.id)).toEqual([who.id])
  for (const [who, theirs] of [
    [one, second],
    [other, first],
  ]) {
    expect(await postComment(who, campaign.id, 'A reply', { parentId: theirs.id })).toMatchObject({ status: 422, body: { code: 'PARENT_UNKNOWN' } })
    expect((await call(who, 'PUT', `/likes/campaign_comment/${theirs.id}`)).status).toBe(404)
  }
  await end(one, other)
  expect((await postComment(other, campaign.id, 'A reply', { parentId: first.id })).status).toBe(201)
})

test('moderators see what was written by people who have blocked them', async () => {
  const { one, campaign } = await three()
  const moderator = await aPerson({ role: 'moderator' })
  await postComment(one, campaign.id, 'Read me')
  await set(one, moderator, 'block')
  expect(shown(await comments(moderator, campaign))).toEqual(['Read me'])
})

test('people who may delete comments or chat messages can read them, also if the author has blocked them', async () => {
  const [owner, mod, member, neighbour] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const { db } = (await theSite()).store
  const members = [{ id: mod.id, role: 'mod' as const }, { id: member.id }, { id: neighbour.id }]
  const community = await plantCommunity(db, { owner: owner.id, privacy: 'private', members })
  const post = await plantPost(db, { communityId: community.id, authorId: owner.id })
  const campaign = await aCampaign(owner)
  for (const who of [owner, mod, neighbour]) await set(member, who, 'block')
  const { id } = (await call(member, 'POST', `/posts/${post}/comments`, { body: { body: 'Out of their sight' } })).body
  await call(member, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Out of their sight' } })
  const read = async (who: Person) => shown((await call(who, 'GET', `/posts/${post}/comments`)).body.items)
  for (const who of [owner, mod]) expect(await read(who)).toEqual(['Out of their sight'])
  expect(await read(neighbour)).toEqual(['[deleted]'])
  const { items, hiddenAuthors } = await chat(owner, campaign)
  expect([shown(items), hiddenAuthors]).toEqual([['Out of their sight'], []])
  expect((await chat(mod, campaign)).items).toEqual([])
  // A mute hides the comments of the muted person from the person who muted them.
  await set(mod, member, 'mute')
  expect(await read(mod)).toEqual(['[deleted]'])
  expect((await call(owner, 'DELETE', `/comments/${id}`)).status).toBe(200)
})

test('an organizer who hid a comment and then blocks its author sees it as hidden by the block', async () => {
  const [organizer, author] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(organizer)
  const { id } = (await postComment(author, campaign.id, 'Hidden here')).body
  expect((await call(organizer, 'PUT', `/comments/${id}/hidden`, { body: { reason: 'About another company.' } })).status).toBe(200)
  await set(organizer, author, 'block')
  expect(await comments(organizer, campaign)).toMatchObject([{ id, body: '[deleted]', moderation: null, hiddenAs: 'block' }])
})

test('a chat response names the people who blocked its reader only if they have written in that chat', async () => {
  const { one, other, third, campaign } = await three()
  await set(one, other, 'block')
  await set(other, third, 'mute')
  expect((await chat(other, campaign)).hiddenAuthors).toEqual([third.id])
  await call(one, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Hello' } })
  expect((await chat(other, campaign)).hiddenAuthors).toEqual([one.id, third.id].sort())
})

test('a muted or blocked person’s comments, replies and likes notify nobody who muted or blocked them, and earlier notifications are gone', async () => {
  const { one, other, third, campaign } = await three()
  const mine = (await postComment(one, campaign.id, 'Mine')).body
  const bell = async () => (await call(one, 'GET', '/notifications')).body.items
  await postComment(other, campaign.id, 'An early reply', { parentId: mine.id })
  await until(async () => (await bell()).length === 1)
  await set(one, other, 'mute')
  expect(await bell()).toEqual([])
  expect((await call(one, 'GET', '/notifications/unread')).body).toMatchObject({ unread: 0 })
  await postComment(other, campaign.id, 'A late reply', { parentId: mine.id })
  await call(other, 'PUT', `/likes/campaign_comment/${mine.id}`)
  await postComment(third, campaign.id, 'By somebody else', { parentId: mine.id })
  await until(async () => (await bell()).length > 0)
  const { db } = (await theSite()).store
  await until(
    async () =>
      !(await db.selectFrom('notification_event').select('id').where('campaign_id', '=', campaign.id).where('delivered_at', 'is', null).executeTakeFirst()),
  )
  expect((await bell()).map(({ actor }: { actor: Person }) => actor.id)).toEqual([third.id])
})

test('blocks and mutes apply to comments on community posts too', async () => {
  const [one, other] = [await aPerson(), await aPerson()]
  const { db } = (await theSite()).store
  const community = await plantCommunity(db, { owner: one.id, privacy: 'public' })
  const post = await plantPost(db, { communityId: community.id, authorId: one.id })
  await call(other, 'PUT', `/communities/${community.id}/membership`, { body: {} })
  expect((await call(other, 'POST', `/posts/${post}/comments`, { body: { body: 'On a post' } })).status).toBe(201)
  await set(one, other, 'mute')
  expect(shown((await call(one, 'GET', `/posts/${post}/comments`)).body.items)).toEqual(['[deleted]'])
  expect(shown((await call(other, 'GET', `/posts/${post}/comments`)).body.items)).toEqual(['On a post'])
})

test('only its owner can read and export a list of blocks and mutes, whose entries are deleted with either account', async () => {
  const [one, blocked, muted] = [await aPerson(), await aPerson(), await aPerson()]
  await set(one, blocked, 'mute')
  await set(one, muted, 'mute')
  await set(one, blocked, 'block')
  const list = async (who: Person) => (await call(who, 'GET', '/me/blocks')).body.items
  expect(await list(one)).toMatchObject([
    { person: { id: muted.id }, kind: 'mute' },
    { person: { id: blocked.id }, kind: 'block' },
  ])
  for (const who of [blocked, muted]) {
    expect(await list(who)).toEqual([])
    expect((await call(who, 'GET', `/me/blocks/${one.id}`)).body).toEqual({ kind: null })
    expect(JSON.stringify((await call(who, 'GET', '/me/export')).body)).not.toContain(one.id)
  }
  expect((await call(one, 'GET', '/me/export')).body.mutedAndBlocked).toMatchObject([{ personId: blocked.id, kind: 'block' }, { personId: muted.id }])
  const [first, next] = [(await call(one, 'GET', '/me/blocks?limit=1')).body, (cursor: string) => call(one, 'GET', `/me/blocks?limit=1&cursor=${cursor}`)]
  expect((await next(first.nextCursor)).body.items).toMatchObject([{ person: { id: blocked.id } }])
  await left(muted)
  expect(await list(one)).toHaveLength(1)
  expect((await set(one, muted, 'mute')).status).toBe(404)
  await left(one)
  const { db } = (await theSite()).store
  expect(await db.selectFrom('person_block').select('kind').where('person_id', '=', one.id).execute()).toEqual([])
})

test('nobody can block or mute themselves, and two people who block each other at the same time both succeed', async () => {
  const [one, other] = [await aPerson(), await aPerson()]
  expect(await set(one, one, 'block')).toMatchObject({ status: 409, body: { code: 'YOURSELF' } })
  expect((await set(null, one, 'block')).status).toBe(401)
  expect((await Promise.all([set(one, other, 'block'), set(other, one, 'block')])).map(({ status }) => status)).toEqual([200, 200])
})
