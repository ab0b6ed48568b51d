import { expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
import { grantAppeal, moderating, statusOf } from '#tests/support/moderation.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, left, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const reason = 'The picture shows where a store manager lives.'
const moderate = moderating('/profiles', { rule: 'private_details', reason })

/** A person with a picture and a text, who has commented on a campaign. */
async function shown() {
  const [person, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const picture = await uploaded(person, { purpose: 'avatar' })
  await done(person, 'PATCH', '/me/settings', { bio: 'She lives at 5 Oak Road.', avatarMediaId: picture.id })
  const { id: campaignId } = await aCampaign(await aPerson())
  await done(person, 'POST', `/campaigns/${campaignId}/comments`, { body: 'Look at me' })
  const avatarUrl: string = (await done(null, 'GET', `/profiles/${person.id}`)).avatarUrl
  return { person, moderator, campaignId, avatarUrl, pictureId: picture.id }
}

test('only their person and moderators see the picture and text of a profile that a moderator hid or removed, and both can be restored', async () => {
  const { person, moderator, campaignId, avatarUrl } = await shown()
  const path = `/profiles/${person.id}`
  const avatarOfComment = async () => (await done(null, 'GET', `/campaigns/${campaignId}/comments`)).items[0].author.avatarUrl
  expect([await avatarOfComment(), await statusOf(null, avatarUrl)]).toEqual([avatarUrl, 200])
  for (const state of ['hidden', 'removed']) {
    expect((await moderate(moderator, person.id, state)).body).toMatchObject({ id: person.id, moderation: { state, rule: 'private_details', reason } })
    for (const who of [null, await aPerson()]) {
      expect(await done(who, 'GET', path)).toMatchObject({ displayName: 'Test P.', bio: '', avatarUrl: null, moderation: null })
      expect(await statusOf(who, avatarUrl)).toBe(404)
    }
    expect(await avatarOfComment()).toBe(null)
    for (const who of [person, moderator]) {
      expect(await done(who, 'GET', path)).toMatchObject({ bio: 'She lives at 5 Oak Road.', avatarUrl, moderation: { state, reason } })
      expect(await statusOf(who, avatarUrl)).toBe(200)
    }
  }
  expect(JSON.stringify(await done(person, 'GET', '/me/export'))).toContain('She lives at 5 Oak Road.')
  expect((await moderate(moderator, person.id, 'visible')).body).toMatchObject({ moderation: null, bio: 'She lives at 5 Oak Road.', avatarUrl })
  expect([await avatarOfComment(), await statusOf(null, avatarUrl)]).toEqual([avatarUrl, 200])
})

test('a new text that the person writes after a removal is shown, and a restoration does not replace it', async () => {
  const { person, moderator, avatarUrl } = await shown()
  await moderate(moderator, person.id, 'removed')
  await done(person, 'PATCH', '/me/settings', { bio: 'I like shops.' })
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ bio: 'I like shops.', avatarUrl: null })
  await moderate(moderator, person.id, 'visible')
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ bio: 'I like shops.', avatarUrl })
})

test('moderators cannot decide about their own profiles, and a granted appeal restores the person’s profile', async () => {
  const { person, moderator } = await shown()
  const other = await aPerson({ role: 'moderator' })
  expect((await moderate(moderator, moderator.id, 'hidden')).status).toBe(403)
  await moderate(moderator, person.id, 'removed')
  // The suspension has its own reason, which must not appear in the statement about the profile.
  await done(moderator, 'PUT', `/moderation/people/${person.id}/suspension`, { days: 1, rule: 'spam', reason: 'Twenty copies.', hidesContent: false })
  await done(moderator, 'DELETE', `/moderation/people/${person.id}/suspension`, { reason: 'A mistake.' })
  const { decisionId } = (await done(other, 'GET', `/profiles/${person.id}`)).moderation
  const again = await anotherSession(person)
  const statement = await done(again, 'GET', `/decisions/${decisionId}`)
  expect(statement).toMatchObject({ kind: 'person', state: 'removed', reason, barrier: null, subject: { kind: 'person', excerpt: 'She lives at 5 Oak Road.' } })
  await grantAppeal(decisionId, { author: again, moderator: other })
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ bio: 'She lives at 5 Oak Road.', moderation: null })
})

test('deleting an account deletes its hidden picture and text too', async () => {
  const { db } = (await theSite()).store
  const { person, moderator } = await shown()
  await moderate(moderator, person.id, 'hidden')
  await left(person)
  expect(await db.selectFrom('moderated_profile').selectAll().where('person_id', '=', person.id).execute()).toEqual([])
  expect((await moderate(moderator, person.id, 'visible')).status).toBe(404)
})
