import { expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
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
    drafts: [{ slug: draft.slug, title: 'Not yet told' }],
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
