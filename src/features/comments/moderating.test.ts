import { expect, test } from 'vitest'
import { commentOn } from '#tests/support/comments.ts'
import { aCommunity, setMembership, written } from '#tests/support/communities.ts'
import { moderating } from '#tests/support/moderation.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const reason = 'It gives the home address of a store manager.'
const moderate = moderating('/comments', { reason })
const listed = async (who: Person | null, path: string) => (await call(who, 'GET', path)).body.items

test('a comment that a moderator hid or removed is shown to its author and moderators only, and can be fully restored', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const [author, reader] = [await aPerson(), await aPerson()]
  const [moderator, admin] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'admin' })]
  const id = await commentOn(author, campaign.id, 'He lives at 5 Elm Street')
  await call(reader, 'PUT', `/likes/campaign_comment/${id}`)
  const path = `/campaigns/${campaign.id}/comments`
  for (const state of ['hidden', 'removed']) {
    expect((await moderate(moderator, id, state)).body).toMatchObject({ isRemoved: false, moderation: { state, reason } })
    for (const who of [null, reader, creator]) {
      expect((await call(who, 'GET', path)).body).toMatchObject({ items: [], newest: null })
      expect((await call(who, 'GET', `/comments/${id}`)).status).toBe(404)
    }
    for (const who of [author, moderator, admin]) {
      expect(await listed(who, path)).toMatchObject([{ id, body: 'He lives at 5 Elm Street', isRemoved: false, moderation: { state, reason } }])
      expect((await call(who, 'GET', `/comments/${id}`)).status).toBe(200)
    }
    expect((await call(reader, 'PUT', `/likes/campaign_comment/${id}`)).status).toBe(404)
    expect((await call(author, 'PATCH', `/comments/${id}`, { body: { body: 'Nothing' } })).status).toBe(404)
    expect((await call(author, 'DELETE', `/comments/${id}`)).status).toBe(404)
  }
  expect((await moderate(admin, id, 'visible', 'It is the address of the shop.')).body).toMatchObject({ moderation: null })
  expect(await listed(null, path)).toMatchObject([{ id, body: 'He lives at 5 Elm Street', isRemoved: false, moderation: null, likes: 1 }])
})

test('a hidden comment with replies keeps its position without text, also when its last reply is deleted', async () => {
  const campaign = await aCampaign(await aPerson())
  const [author, reader, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const id = await commentOn(author, campaign.id, 'They are thieves')
  const reply = await commentOn(reader, campaign.id, 'Who says so?', { parentId: id })
  await moderate(moderator, id, 'hidden')
  const path = `/campaigns/${campaign.id}/comments`
  expect(await listed(null, path)).toMatchObject([{ id, body: '[deleted]', bodyHtml: '', author: null, isRemoved: true, moderation: null, replies: 1 }])
  await call(reader, 'DELETE', `/comments/${reply}`)
  expect(await listed(null, path)).toEqual([])
  await moderate(moderator, id, 'visible')
  expect(await listed(null, path)).toMatchObject([{ id, body: 'They are thieves' }])
})

test('moderators can decide about other people’s comments only, and must give a reason', async () => {
  const campaign = await aCampaign(await aPerson())
  const [author, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const [id, own] = [await commentOn(author, campaign.id, 'As I said'), await commentOn(moderator, campaign.id, 'So did I')]
  expect((await moderate(moderator, own, 'hidden')).status).toBe(403)
  expect(await moderate(moderator, id, 'hidden', '  ')).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  expect(await moderate(moderator, id, 'hidden', 'x'.repeat(1_001))).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_TOO_LONG' } } } })
  await moderate(moderator, id, 'hidden')
  expect((await moderate(author, id, 'visible')).status).toBe(403)
  expect((await moderate(await aPerson(), id, 'visible')).status).toBe(404)
})

test('hiding a comment removes its notification from the bell, and restoring the comment brings it back', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const [author, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const id = await commentOn(author, campaign.id, 'Hello')
  const unread = async () => (await call(creator, 'GET', '/notifications')).body.items.length
  await until(async () => (await unread()) === 1)
  await moderate(moderator, id, 'removed')
  expect(await unread()).toBe(0)
  await moderate(moderator, id, 'visible')
  expect(await unread()).toBe(1)
})

test('a post’s number of comments excludes hidden ones, and includes them again when they are restored', async () => {
  const [owner, member, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const communityId = await aCommunity(owner)
  await setMembership(member, communityId)
  const postId = await written(owner, communityId)
  const { id } = (await call(member, 'POST', `/posts/${postId}/comments`, { body: { body: 'Said' } })).body
  const counted = async () => (await call(null, 'GET', `/posts/${postId}`)).body.comments
  await moderate(moderator, id, 'hidden')
  expect(await counted()).toBe(0)
  await moderate(moderator, id, 'visible')
  expect(await counted()).toBe(1)
})

test('every decision is recorded with moderator, content, time and reason, and the database refuses to change or delete the record', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [author, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const id = await commentOn(author, campaign.id, 'Hello')
  for (const state of ['hidden', 'visible', 'removed']) await moderate(moderator, id, state)
  const of = { subject_kind: 'comment', subject_id: id, author_id: author.id, moderator_id: moderator.id, reason }
  const decisions = await store.db.selectFrom('recorded_decision').selectAll().where('subject_id', '=', id).orderBy('created_at').execute()
  expect(decisions).toMatchObject([
    { ...of, state: 'hidden' },
    { ...of, state: 'visible' },
    { ...of, state: 'removed' },
  ])
  await expect(store.db.updateTable('moderation_decision').set({ state: 'kept' }).execute()).rejects.toThrow('never changed')
  await expect(store.db.deleteFrom('moderation_decision').where('subject_id', '=', id).execute()).rejects.toThrow('never changed')
  await expect(store.pool.query('truncate moderation_decision cascade')).rejects.toThrow('never changed')
})

test('the export of one’s own data has a comment that a moderator removed', async () => {
  const campaign = await aCampaign(await aPerson())
  const [author, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const id = await commentOn(author, campaign.id, 'My own words')
  await moderate(moderator, id, 'removed')
  expect(JSON.stringify((await call(author, 'GET', '/me/export')).body)).toContain('My own words')
})
