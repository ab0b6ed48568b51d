import { expect, test } from 'vitest'
import { aCommunity, setMembership, written } from '#tests/support/communities.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { grantAppeal, moderating, statusOf } from '#tests/support/moderation.ts'
import { allNotified } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const reason = 'It says where a store manager lives.'
const moderate = moderating('/posts', { rule: 'private_details', reason })

/** A post with a picture, by a member of a new community. */
async function aPost(privacy: 'public' | 'private') {
  const [owner, author, member, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const communityId = await aCommunity(owner, { privacy })
  for (const who of [author, member]) await setMembership(who, communityId)
  const picture = await uploaded(author)
  const id = await written(author, communityId, { title: 'Her house', body: 'She lives at 5 Oak Road.', mediaIds: [picture.id] })
  return { owner, author, member, moderator, communityId, id, file: `/media/${picture.id}-40.webp` }
}

test('a post that a moderator hid or removed is gone with its discussion for everyone but its author and moderators, and comes back whole', async () => {
  const { db } = (await theSite()).store
  const { owner, author, member, moderator, communityId, id, file } = await aPost('public')
  const { id: commentId } = await done(member, 'POST', `/posts/${id}/comments`, { body: 'Shame on you' })
  await done(member, 'PUT', `/likes/community_post/${id}`)
  await done(owner, 'PUT', `/posts/${id}/marks`, { isAnnouncement: true })
  await allNotified()
  const list = `/communities/${communityId}/posts`
  const notified = async (who: Person) => (await done(who, 'GET', '/notifications')).items.length
  const week = async () =>
    Number((await db.selectFrom('community_rank').select('posts_week').where('community_id', '=', communityId).executeTakeFirst())?.posts_week)
  expect([await notified(member), await week(), await statusOf(null, file)]).toEqual([1, 1, 200])

  for (const state of ['hidden', 'removed']) {
    expect((await moderate(moderator, id, state)).body).toMatchObject({ id, moderation: { state, rule: 'private_details', reason } })
    for (const who of [null, owner, member]) {
      expect(await done(who, 'GET', list)).toMatchObject({ items: [], newest: null })
      for (const path of [`/posts/${id}`, `/posts/${id}/comments`, `/comments/${commentId}`]) expect((await call(who, 'GET', path)).status, path).toBe(404)
      expect(await statusOf(who, file)).toBe(404)
    }
    for (const who of [author, moderator]) {
      expect((await done(who, 'GET', list)).items).toMatchObject([{ id, title: 'Her house', moderation: { state, reason } }])
      expect(await statusOf(who, file)).toBe(200)
    }
    expect([await notified(member), await week()]).toEqual([0, 0])
    for (const who of [author, owner, member]) {
      expect((await call(who, 'POST', `/posts/${id}/comments`, { body: { body: 'More' } })).status).toBe(404)
      expect((await call(who, 'PUT', `/likes/community_post/${id}`)).status).toBe(404)
      expect((await call(who, 'DELETE', `/posts/${id}`)).status).toBe(404)
      expect((await call(who, 'PATCH', `/posts/${id}`, { body: { body: 'Other words' } })).status).toBe(404)
      expect((await call(who, 'PUT', `/posts/${id}/marks`, { body: { isPinned: true } })).status).toBe(404)
    }
  }
  expect((await moderate(moderator, id, 'visible')).body).toMatchObject({ moderation: null, likes: 1, comments: 1, isAnnouncement: true })
  expect((await done(null, 'GET', list)).items).toMatchObject([{ id, title: 'Her house' }])
  expect([await notified(member), await week(), await statusOf(null, file)]).toEqual([1, 1, 200])
})

test('the live stream of a post ends for its readers when it is hidden', async () => {
  const { origin } = await theSite()
  const { member, moderator, communityId, id } = await aPost('public')
  const listener = await openListener(origin, [`post:${id}`, `community:${communityId}`], { who: member })
  const states = (topic: string) => listener.events.filter((event) => event.topic === topic)
  await until(() => states(`post:${id}`).length > 0)
  await moderate(moderator, id, 'hidden')
  await until(() => states(`community:${communityId}`).at(-1)?.data.posts.length === 0)
  listener.close()
  const again = await openListener(origin, [`post:${id}`, `community:${communityId}`], { who: member })
  await until(() => again.events.some(({ topic }) => topic === `community:${communityId}`))
  expect(again.events.filter(({ topic }) => topic === `post:${id}`)).toEqual([])
  again.close()
})

test('a hidden post of a private community loses its picture for the members; moderators outside see it while it is in their queue, or on an appeal', async () => {
  const { author, member, moderator, communityId, id, file } = await aPost('private')
  const inside = await aPerson({ role: 'moderator' })
  await setMembership(inside, communityId)
  expect(await statusOf(member, file)).toBe(302)
  expect((await moderate(moderator, id, 'hidden')).status).toBe(404)
  const seen = async () => [await statusOf(member, file), await statusOf(author, file), await statusOf(inside, file), await statusOf(moderator, file)]
  expect((await moderate(inside, id, 'hidden')).status).toBe(200)
  expect(await seen()).toEqual([404, 200, 200, 200])
  const { moderation } = (await moderate(inside, id, 'removed')).body
  expect(await seen()).toEqual([404, 200, 200, 404])
  await grantAppeal(moderation.decisionId, { author, moderator })
  expect((await done(member, 'GET', `/posts/${id}`)).moderation).toBe(null)
})

test('moderators do not decide about their own posts', async () => {
  const { db } = (await theSite()).store
  const { moderator, communityId } = await aPost('public')
  await setMembership(moderator, communityId)
  const own = await written(moderator, communityId)
  expect((await moderate(moderator, own, 'hidden')).status).toBe(403)
  const rows = await db.selectFrom('community_post').select(['moderation', 'in_week']).where('community_id', '=', communityId).execute()
  expect(rows).toEqual([
    { moderation: null, in_week: true },
    { moderation: null, in_week: true },
  ])
})
