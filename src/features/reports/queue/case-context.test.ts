import { expect, test } from 'vitest'
import { plantCommunity, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { caseAbout, casesAbout, moderating } from '#tests/support/moderation.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const report = (who: Person, kind: string, id: string, reason = 'spam') => done(who, 'POST', '/reports', { kind, id, reason })
const linesOf = async (who: Person, path: string): Promise<string[]> =>
  (await done(who, 'GET', path)).lines.map(({ place, text }: { place: string; text: string }) => `${place}: ${text}`)
const contextOf = async (who: Person, id: string) => linesOf(who, `/moderation/reports/${(await caseAbout(who, id)).id}/context`)

test('a case names the author for moderators, and what a reported comment answers', async () => {
  const [author, other, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { id } = await aCampaign(author)
  const parent = (await call(other, 'POST', `/campaigns/${id}/comments`, { body: { body: 'Where does he live?' } })).body
  const answer = (await call(author, 'POST', `/campaigns/${id}/comments`, { body: { body: 'At 5 Elm Street', parentId: parent.id } })).body
  await call(other, 'POST', '/reports', { body: { kind: 'comment', id: answer.id, reason: 'harassment' } })
  expect(await caseAbout(moderator, answer.id)).toMatchObject({
    author: { id: author.id, name: 'Test P.' },
    replyTo: { by: 'Test P.', excerpt: 'Where does he live?' },
  })
})

test('a case shows all comments that a reported comment answers, without those that are gone', async () => {
  const [author, other, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { id } = await aCampaign(author)
  const comment = async (body: string, parentId?: string) => (await done(other, 'POST', `/campaigns/${id}/comments`, { body, parentId })).id as string
  const first = await comment('Who runs the shop?')
  const second = await comment('The manager.', first)
  const third = await comment('Which one?', second)
  const fourth = await comment('At 5 Elm Street', third)
  await report(author, 'comment', fourth)
  expect(await contextOf(moderator, fourth)).toEqual(['parent: Who runs the shop?', 'parent: The manager.', 'parent: Which one?'])
  await moderating('/comments', { rule: 'spam', reason: 'Copied.' })(moderator, second, 'removed')
  expect(await contextOf(moderator, fourth)).toEqual(['parent: Who runs the shop?', 'parent: Which one?'])
})

test('a case shows three chat messages before a reported one and three after it, without hidden ones', async () => {
  const [author, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const { id } = await aCampaign(author)
  const ids: string[] = []
  for (const body of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'])
    ids.push((await done(await aPerson(), 'POST', `/campaigns/${id}/chat`, { body })).id)
  const [reported = '', hidden = ''] = [ids[4], ids[6]]
  await report(author, 'chat_message', reported)
  await moderating('/chat', { rule: 'spam', reason: 'Copied.' })(moderator, hidden, 'hidden')
  expect(await contextOf(moderator, reported)).toEqual(['before: two', 'before: three', 'before: four', 'after: six', 'after: eight', 'after: nine'])
})

test('a case shows the community of a post, and the discussion around a comment on it; owner and mods read the same, and nobody in another community', async () => {
  const { db } = (await theSite()).store
  const [owner, member, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const place = await plantCommunity(db, { owner: owner.id, privacy: 'public', members: [{ id: member.id }] })
  const elsewhere = await aPerson()
  await plantCommunity(db, { owner: elsewhere.id, privacy: 'public' })
  const postId = await plantPost(db, { communityId: place.id, authorId: member.id, text: 'Buy these shoes' })
  const comment = (text: string) => plantPostComment(db, { postId, authorId: member.id, text })
  const [, reported] = [await comment('Which ones?'), await comment('These'), await comment('Thanks')]
  await report(owner, 'comment', reported)
  await report(owner, 'post', postId)
  const around = [expect.stringMatching(/^post: .*Buy these shoes/s), 'before: Which ones?', 'after: Thanks']
  const cases: { id: string; subjectId: string }[] = await casesAbout(moderator, reported, postId)
  const [id, ofPost] = [reported, postId].map((subject) => cases.find(({ subjectId }) => subjectId === subject)?.id)
  expect(await linesOf(moderator, `/moderation/reports/${id}/context`)).toEqual(around)
  expect(await linesOf(moderator, `/moderation/reports/${ofPost}/context`)).toEqual([expect.stringMatching(/^community: /)])
  expect(await linesOf(owner, `/community-reports/${id}/context`)).toEqual(around)
  for (const who of [elsewhere, member, moderator]) expect((await call(who, 'GET', `/community-reports/${id}/context`)).status).toBe(404)
  for (const who of [owner, member]) expect((await call(who, 'GET', `/moderation/reports/${id}/context`)).status).toBe(404)
})

test('moderators who have not joined a private community read what is reported there, and nothing around it', async () => {
  const { db } = (await theSite()).store
  const [owner, member, outside, inside] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  const { id } = await plantCommunity(db, { owner: owner.id, privacy: 'private', members: [{ id: member.id }, { id: inside.id }] })
  const postId = await plantPost(db, { communityId: id, authorId: owner.id, text: 'Our secret plan' })
  const reported = await plantPostComment(db, { postId, authorId: owner.id, text: 'Find her at home' })
  await report(member, 'comment', reported, 'harassment')
  expect(await caseAbout(outside, reported)).toMatchObject({ isOpenToYou: false, subject: { excerpt: 'Find her at home' } })
  expect(await contextOf(outside, reported)).toEqual([])
  expect(await contextOf(inside, reported)).toEqual([expect.stringContaining('Our secret plan')])
})
