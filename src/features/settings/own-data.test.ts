import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
import { plantCommunity, plantInvite, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const fileOf = (who: Person) => call(who, 'GET', '/me/export')

test('the file holds all that a person wrote, did and set, comes as a download, and holds no token or password', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const session = await anotherSession(person)
  await store.db
    .insertInto('auth_account')
    .values({
      id: session.sessionId,
      person_id: person.id,
      provider_id: 'google',
      account_id: 'there-7',
      access_token: 'SECRET-A',
      refresh_token: 'SECRET-B',
      id_token: 'SECRET-C',
      password: 'SECRET-D',
    })
    .execute()
  await call(person, 'PATCH', '/me/settings', { body: { bio: 'I buy next door.', notifications: { dms: false } } })
  const campaign = await aCampaign(person)
  const draft = await aCampaign(person, { publish: false, title: 'Not yet told' })
  await call(person, 'PATCH', `/campaigns/${campaign.id}`, { body: { supportersGoal: 40 } })
  const say = (path: string, body: unknown) => call(person, 'POST', `/campaigns/${campaign.id}${path}`, { body })
  await say('/updates', { title: 'First week', body: 'They have asked us to talk.' })
  const { body: comment } = await say('/comments', { body: 'I have stopped.' })
  await call(person, 'PUT', `/likes/campaign_comment/${comment.id}`, { body: {} })
  await say('/chat', { body: 'Anybody here from Leeds?' })
  await call(person, 'POST', '/contact', { body: { category: 'support', message: 'Where is my goal?' } })
  const picture = await uploaded(person, { purpose: 'avatar' })

  const { status, body, headers } = await fileOf(person)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="holdout-my-data-\d{4}-\d\d-\d\d\.json"$/)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('cache-control')).toContain('no-store')
  expect(body).toMatchObject({
    profile: { id: person.id, email: `${person.id}@people.test`, bio: 'I buy next door.', notifications: { directMessages: false, email: true } },
    pledges: [{ campaign: campaign.slug, state: 'counted' }],
    campaigns: [{ slug: campaign.slug, actions: expect.any(Array) }],
    drafts: [{ id: draft.id, slug: null, title: 'Not yet told' }],
    campaignEdits: [{ campaign: campaign.slug, changes: expect.anything() }],
    updates: [{ title: 'First week', body: 'They have asked us to talk.' }],
    comments: [{ id: comment.id, body: 'I have stopped.' }],
    likes: [{ comment: comment.id }],
    chatMessages: [{ body: 'Anybody here from Leeds?' }],
    contactMessages: [{ category: 'support', message: 'Where is my goal?', email: `${person.id}@people.test`, sentAt: expect.any(String) }],
    pictures: [{ id: picture.id, purpose: 'avatar', address: `/media/${picture.id}-512.webp` }],
    sessions: [expect.anything(), expect.anything()],
    waysIn: [{ provider: 'google', accountThere: 'there-7' }],
  })
  const text = JSON.stringify(body)
  for (const who of [person, session]) expect(text).not.toContain(decodeURIComponent(who.cookie).split(/[=.]/)[2])
  expect(text).not.toContain('SECRET')
})

test('what a person said and did in communities is in the file, with which community, and nothing that others said there', async () => {
  const { db } = (await theSite()).store
  const [person, other] = [await aPerson(), await aPerson()]
  const own = await plantCommunity(db, { owner: person.id, privacy: 'private', words: { rules: 'Be kind' } })
  const joined = await plantCommunity(db, { owner: other.id, privacy: 'private', members: [{ id: person.id, role: 'mod' }] })
  const asked = await plantCommunity(db, { owner: other.id, privacy: 'private', members: [{ id: person.id, status: 'pending' }] })
  const postId = await plantPost(db, { communityId: joined.id, authorId: person.id, text: 'My post' })
  const theirs = await plantPost(db, { communityId: joined.id, authorId: other.id, text: 'ZEBRA post' })
  const commentId = await plantPostComment(db, { postId: theirs, authorId: person.id, text: 'My comment' })
  await plantPostComment(db, { postId, authorId: other.id, text: 'ZEBRA comment' })
  await db.insertInto('community_post_like').values({ post_id: theirs, person_id: person.id }).execute()
  await db.insertInto('comment_like').values({ comment_id: commentId, person_id: person.id }).execute()
  const { token } = await plantInvite(db, { communityId: joined.id, by: person.id })
  const { body } = await fileOf(person)
  expect(body).toMatchObject({
    ownedCommunities: [{ slug: own.slug, rules: 'Be kind', privacy: 'private' }],
    communities: [
      { slug: own.slug, role: 'owner', status: 'active' },
      { slug: joined.slug, role: 'mod', status: 'active' },
      { slug: asked.slug, role: 'member', status: 'pending' },
    ],
    communityPosts: [{ id: postId, community: joined.slug, body: 'My post' }],
    comments: [{ id: commentId, campaign: null, community: joined.slug, post: theirs, body: 'My comment' }],
    likes: [{ comment: commentId, campaign: null, community: joined.slug }],
    communityPostLikes: [{ post: theirs, community: joined.slug }],
    communityInvites: [{ community: joined.slug, uses: 0 }],
    communityCampaigns: [],
  })
  const text = JSON.stringify(body)
  for (const hidden of ['ZEBRA', token, other.id]) expect(text).not.toContain(hidden)
})

test('the file holds nothing that anybody else wrote or is', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(other)
  const say = (path: string, body: unknown) => call(other, 'POST', `/campaigns/${campaign.id}${path}`, { body })
  const { body: comment } = await say('/comments', { body: 'ZEBRA comment' })
  await say('/chat', { body: 'ZEBRA chat' })
  await say('/updates', { body: 'ZEBRA update' })
  await call(other, 'POST', '/contact', { body: { category: 'general', message: 'ZEBRA message' } })
  await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await call(person, 'PUT', `/likes/campaign_comment/${comment.id}`, { body: {} })
  const { body } = await fileOf(person)
  expect(body).toMatchObject({
    pledges: [{ campaign: campaign.slug }],
    likes: [{ comment: comment.id }],
    campaigns: [],
    comments: [],
    updates: [],
    chatMessages: [],
    contactMessages: [],
  })
  expect(JSON.stringify(body)).not.toMatch(/ZEBRA/)
  expect(JSON.stringify(body)).not.toContain(other.id)
})

test('the file holds what a person was told and where, by the service of a browser alone, and neither whose act it was nor any key', async () => {
  const { db } = (await theSite()).store
  const [person, other] = [await aPerson(), await aPerson()]
  const { id: campaign_id } = await aCampaign(other)
  const id = uuidv7()
  const done = { delivered_at: new Date(), mailed_at: new Date(), pushed_at: new Date() }
  await db
    .insertInto('notification_event')
    .values({ id, type: 'campaign_victory', campaign_id, actor_id: other.id, ...done })
    .execute()
  await db.insertInto('notification').values({ person_id: person.id, event_id: id, is_read: true }).execute()
  await db.insertInto('notification_mailing').values({ person_id: person.id, sent: 2 }).execute()
  await db
    .insertInto('push_subscription')
    .values({ id, person_id: person.id, endpoint: `https://push.test:8443/ZEBRA/${id}`, p256dh: 'ZEBRA', auth: 'ZEBRA' })
    .execute()
  const { body } = await fileOf(person)
  expect(body).toMatchObject({
    notifications: [{ type: 'campaign_victory', at: expect.any(String), isRead: true }],
    notifiedBrowsers: [{ service: 'https://push.test:8443', since: expect.any(String) }],
    notificationMails: [{ sent: 2, nextDigest: null }],
  })
  expect(JSON.stringify(body)).not.toContain('ZEBRA')
  expect(JSON.stringify(body)).not.toContain(other.id)
  expect((await fileOf(other)).body).toMatchObject({ notifications: [], notifiedBrowsers: [], notificationMails: [] })
})
