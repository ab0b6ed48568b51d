import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { aCommunity, setMembership, written } from '#tests/support/communities.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { grantAppeal, has, moderating, statusOf } from '#tests/support/moderation.ts'
import { done } from '#tests/support/readers.ts'
import { aPerson, call, theSite, until } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const reason = 'It was made to harass one person.'
const moderate = moderating('/communities', { rule: 'harassment', reason })

/** A community with a member, a post and a logo. */
async function inhabited(privacy: 'public' | 'private' = 'public') {
  const { db } = (await theSite()).store
  const [owner, member, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const id = await aCommunity(owner, { privacy })
  await setMembership(member, id)
  const postId = await written(member, id, { body: 'We know where she lives.' })
  const logo = await uploaded(owner)
  await db.updateTable('community').set({ logo_media_id: logo.id, logo_url: logo.url }).where('id', '=', id).execute()
  const { slug } = await done(owner, 'GET', `/communities/${id}`)
  return { id, slug, owner, member, moderator, postId, file: `/media/${logo.id}-40.webp` }
}

test('a community that a moderator hid or removed is gone for everyone but its owner and moderators, and comes back whole', async () => {
  const { store } = await theSite()
  const { id, slug, owner, member, moderator, postId, file } = await inhabited()
  const lists = [
    '/communities?sort=new&limit=100',
    `/communities?q=${slug}`,
    `/search?q=${slug}`,
    '/trending-communities',
    `/profiles/${owner.id}/communities?of=owned`,
  ]
  const shownIn: string[] = []
  for (const path of lists) if (await has(null, path, id)) shownIn.push(path)
  expect(shownIn.length).toBeGreaterThanOrEqual(3)
  expect(await statusOf(null, file)).toBe(200)

  for (const state of ['hidden', 'removed']) {
    expect((await moderate(moderator, id, state)).body).toMatchObject({ id, moderation: { state, rule: 'harassment', reason } })
    const gone = state === 'hidden' ? 404 : 410
    for (const who of [null, member, await aPerson()]) {
      for (const path of lists) expect(await has(who, path, id), path).toBe(false)
      for (const below of ['/posts', '/members', '/campaigns']) expect((await call(who, 'GET', `/communities/${id}${below}`)).status, below).toBe(404)
      for (const path of [`/posts/${postId}`, `/posts/${postId}/comments`]) expect((await call(who, 'GET', path)).status, path).toBe(404)
      const answer = await call(who, 'GET', `/communities/${slug}`)
      expect(answer.status).toBe(gone)
      expect(JSON.stringify(answer.body)).not.toContain(reason)
      expect(await statusOf(who, file)).toBe(404)
    }
    expect((await done(member, 'GET', '/me/communities?of=joined')).items).toEqual([])
    expect((await done(owner, 'GET', '/me/communities?of=owned')).items).toMatchObject([{ id, members: 2, isModerated: true }])
    for (const who of [owner, moderator]) {
      expect(await done(who, 'GET', `/communities/${slug}`)).toMatchObject({ members: 2, moderation: { state, reason } })
      expect(await statusOf(who, file)).toBe(200)
    }
    for (const who of [owner, member]) {
      expect((await call(who, 'POST', `/communities/${id}/posts`, { body: { body: 'More' } })).status).toBe(404)
      expect((await call(who, 'PUT', `/likes/community_post/${postId}`)).status).toBe(404)
      expect((await call(who, 'PATCH', `/communities/${id}`, { body: { description: 'Other words' } })).status).toBe(404)
      expect((await call(who, 'DELETE', `/communities/${id}/membership`)).status).toBe(404)
      expect((await call(who, 'DELETE', `/communities/${id}`)).status).toBe(404)
    }
    expect((await call(await aPerson(), 'PUT', `/communities/${id}/membership`)).status).toBe(404)
  }
  expect((await recount(store, { check: true })).lines.filter((line) => line.includes(slug))).toEqual([])
  expect((await moderate(moderator, id, 'visible')).body).toMatchObject({ moderation: null, members: 2, inside: { postsThisWeek: 1 } })
  for (const path of shownIn) await until(() => has(null, path, id))
  expect((await done(owner, 'GET', '/me/communities?of=owned')).items).toMatchObject([{ id, members: 2, isModerated: false }])
  expect((await recount(store, { check: true })).lines.filter((line) => line.includes(slug))).toEqual([])
  expect(await statusOf(null, file)).toBe(200)
  expect((await done(null, 'GET', `/posts/${postId}`)).body).toBe('We know where she lives.')
})

test('the answer for a removed community says when and by which rule it was removed, and not the reason for its owner', async () => {
  const { id, slug, moderator } = await inhabited()
  await moderate(moderator, id, 'removed')
  const { status, body } = await call(null, 'GET', `/communities/${slug}`)
  expect({ status, body }).toMatchObject({ status: 410, body: { code: 'REMOVED', data: { rule: 'harassment' } } })
  expect(body.data.text).toMatch(/^Moderators removed it on .+\. Rule 2: No harassment, no hate\.$/)
  expect(JSON.stringify(body)).not.toContain(reason)
})

test('open streams of a community end when it is hidden', async () => {
  const { origin } = await theSite()
  const { id, moderator, member, postId } = await inhabited()
  const listener = await openListener(origin, [`community:${id}`, `post:${postId}`], { who: member })
  await until(() => listener.events.length >= 2)
  await moderate(moderator, id, 'hidden')
  listener.close()
  const again = await openListener(origin, [`community:${id}`, `post:${postId}`, 'stats'], { who: member })
  await until(() => again.events.some(({ topic }) => topic === 'stats'))
  expect(again.events.filter(({ topic }) => topic !== 'stats')).toEqual([])
  again.close()
})

test('moderators do not decide about their own community, and a granted appeal of its owner brings it back', async () => {
  const { id, owner, member, moderator } = await inhabited('private')
  const other = await aPerson({ role: 'moderator' })
  expect((await moderate(moderator, await aCommunity(moderator), 'hidden')).status).toBe(403)
  const { moderation } = (await moderate(moderator, id, 'removed')).body
  for (const who of [member, await aPerson()]) expect((await moderate(who, id, 'visible')).status).toBe(404)
  const statement = await done(owner, 'GET', `/decisions/${moderation.decisionId}`)
  expect(statement).toMatchObject({ kind: 'community', state: 'removed', rule: 'harassment', reason, subject: { kind: 'community', id } })
  await grantAppeal(moderation.decisionId, { author: owner, moderator: other })
  expect((await done(member, 'GET', `/communities/${id}`)).moderation).toBe(null)
})
