import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { m } from '#messages'
import { anotherSession } from '#tests/support/accounts.ts'
import { plantCommunity, plantInvite, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const fileOf = (who: Person) => call(who, 'GET', '/me/export')

test('the file contains everything that a person wrote, did and set, is a download, and contains no token or password', async () => {
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
  const { actions } = (await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).body
  await call(person, 'PUT', `/campaigns/${campaign.id}/actions/${actions[0].id}/tick`)
  const sendTo = (path: string, body: unknown) => call(person, 'POST', `/campaigns/${campaign.id}${path}`, { body })
  await sendTo('/updates', { title: 'First week', body: 'They have asked us to talk.' })
  const { body: comment } = await sendTo('/comments', { body: 'I have stopped.' })
  await call(person, 'PUT', `/likes/campaign_comment/${comment.id}`, { body: {} })
  await sendTo('/chat', { body: 'Anybody here from Leeds?' })
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
    actionsDone: [{ campaign: campaign.slug, action: 'Stop buying there', doneAt: expect.any(String) }],
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

test('the file contains the person’s own content and acts in communities, with the community, and nothing that others wrote', async () => {
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

test('the file does not name a community that a moderator hid, except to its owner', async () => {
  const { db } = (await theSite()).store
  const [owner, member, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const community = await plantCommunity(db, { owner: owner.id, privacy: 'public', members: [{ id: member.id }] })
  const postId = await plantPost(db, { communityId: community.id, authorId: member.id, text: 'My post' })
  await plantPostComment(db, { postId, authorId: member.id, text: 'My comment' })
  const decision = { state: 'hidden', rule: 'private_details', reason: 'It names a cashier.' }
  expect((await call(moderator, 'PUT', `/communities/${community.id}/moderation`, { body: decision })).status).toBe(200)
  const { body } = await fileOf(member)
  expect(body).toMatchObject({
    communities: [{ slug: null, name: null, role: 'member' }],
    communityPosts: [{ community: null, body: 'My post' }],
    comments: [{ community: null, body: 'My comment' }],
  })
  expect(JSON.stringify(body)).not.toContain(community.slug)
  expect((await fileOf(owner)).body.ownedCommunities).toMatchObject([{ slug: community.slug }])
})

test('the file contains no text of others, and does not identify the authors of what the person joined or liked', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(other)
  const sendTo = (path: string, body: unknown) => call(other, 'POST', `/campaigns/${campaign.id}${path}`, { body })
  const { body: comment } = await sendTo('/comments', { body: 'ZEBRA comment' })
  await sendTo('/chat', { body: 'ZEBRA chat' })
  await sendTo('/updates', { body: 'ZEBRA update' })
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

test('the file contains the person’s notifications and push services, without the actors and without keys', async () => {
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

/** For each list of the file, the word that the settings page must use for it. */
const described: Record<string, string> = {
  profile: 'profile',
  pledges: 'pledges',
  actionsDone: 'actions you marked as done',
  campaigns: 'campaigns',
  drafts: 'drafts',
  campaignEdits: 'edits',
  updates: 'updates',
  comments: 'comments',
  likes: 'likes',
  ownedCommunities: 'communities',
  communities: 'memberships',
  communityPosts: 'posts',
  communityPostLikes: 'likes',
  communityInvites: 'invite links',
  communityMutes: 'mutes',
  communityCampaigns: 'the campaigns you linked',
  chatMessages: 'chat messages',
  contactMessages: 'messages to us',
  reports: 'reports',
  appeals: 'appeals',
  representations: 'companies you speak for',
  companyStatements: 'statements of companies',
  companyRequests: 'requests to companies',
  mutedAndBlocked: 'muted or blocked',
  pictures: 'pictures',
  sessions: 'sessions',
  notifications: 'notifications',
  notifiedBrowsers: 'browsers',
  notificationMails: 'emails',
  waysIn: 'ways to sign in',
}

test('the description beside the button names every list of the file', async () => {
  const { madeAt: _time, ...lists } = (await fileOf(await aPerson())).body
  expect(Object.keys(lists).sort()).toEqual(Object.keys(described).sort())
  for (const word of Object.values(described)) expect(m.settings_data_text()).toContain(word)
})
