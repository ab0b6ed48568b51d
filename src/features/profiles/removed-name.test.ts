import { expect, test } from 'vitest'
import { caseAbout, grantAppeal, has, moderating } from '#tests/support/moderation.ts'
import { allNotified } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const reason = 'It accuses a shop manager of a crime.'
const removeName = (who: Person | null, id: string) => call(who, 'POST', `/profiles/${id}/name-removal`, { body: { rule: 'false_claims', reason } })
const nameOf = async (id: string, who: Person | null = null) => (await done(who, 'GET', `/profiles/${id}`)).displayName
const named = (who: Person, names: object) => call(who, 'PATCH', '/me/settings', { body: names })

/** A person with a defaming name, who runs a campaign and has commented and chatted there, and whose profile is reported. */
async function defaming() {
  const [person, reporter, moderator, second] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  await done(person, 'PATCH', '/me/settings', { displayName: 'Ben Brook stole it', firstName: 'Benbrook', lastName: 'Thief', bio: 'I like shops.' })
  const { id, slug } = await aCampaign(person)
  await done(person, 'POST', `/campaigns/${id}/comments`, { body: 'Look at my name' })
  await done(person, 'POST', `/campaigns/${id}/chat`, { body: 'Look here, too' })
  await done(reporter, 'POST', '/reports', { kind: 'person', id: person.id, reason: 'false_claim' })
  return { person, reporter, moderator, second, id, slug }
}

/** Public answers that name the person as an author or by the profile. */
const placesOf = ({ person, id, slug }: { person: Person; id: string; slug: string }) => [
  ...[`/profiles/${person.id}`, `/campaigns/${slug}`, `/campaigns/${id}/comments`, `/campaigns/${id}/chat`],
]
const readsName = async (places: string[], name: RegExp) => {
  const found = []
  for (const path of places) if (name.test(JSON.stringify(await done(null, 'GET', path)))) found.push(path)
  return found
}

test('a moderator removes a reported name: it is gone from every answer, text and lists stay, and the report and the person get the decision', async () => {
  const { person, reporter, moderator, ...campaign } = await defaming()
  const places = placesOf({ person, ...campaign })
  expect(await readsName(places, /Ben Brook stole it|Benbrook T\./)).toEqual(places)
  expect(await caseAbout(moderator, person.id)).toMatchObject({ kind: 'person', subject: { title: 'Ben Brook stole it' } })
  expect((await removeName(reporter, person.id)).status).toBe(403)
  expect((await removeName(person, person.id)).status).toBe(403)
  expect((await removeName(moderator, person.id)).status).toBe(200)
  expect(await readsName(places, /Brook|Benbrook|Thief/i)).toEqual([])
  expect(await readsName(places, /Name removed/)).toEqual(places)
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ bio: 'I like shops.', moderation: null, counts: { campaigns: 1 } })
  expect(await caseAbout(moderator, person.id)).toBeUndefined()
  expect((await done(reporter, 'GET', '/reports')).items[0]).toMatchObject({ outcome: 'removed' })
  await allNotified()
  const { decision, type } = (await done(person, 'GET', '/notifications')).items.find(({ decision }: { decision: unknown }) => decision)
  expect(type).toBe('content_removed')
  expect(await done(person, 'GET', `/decisions/${decision.id}`)).toMatchObject({
    ...{ kind: 'person', state: 'removed', rule: 'false_claims', reason, isReported: true, isNameRemoved: true, barrier: null },
    subject: { title: 'Name removed', excerpt: 'Ben Brook stole it\nBenbrook T.' },
  })
  expect(await has(person, '/me/export', 'Ben Brook stole it')).toBe(true)
})

test('the person chooses a new name, which is checked as new names are, but not the removed one or what looks like it', async () => {
  const { person, moderator } = await defaming()
  await removeName(moderator, person.id)
  for (const displayName of ['Ben Brook stole it', 'BEN-BROOK  stole it!', 'Вen Вrook stole it'])
    expect([displayName, (await named(person, { displayName })).body]).toEqual([
      displayName,
      expect.objectContaining({ data: { fields: { displayName: 'DISPLAY_NAME_RESERVED' } } }),
    ])
  for (const names of [
    { firstName: 'Benbrook', lastName: 'Thief' },
    { firstName: 'benbrook thief', lastName: '' },
    { firstName: 'Benbrook', lastName: 'T' },
  ])
    expect((await named(person, names)).body).toMatchObject({ data: { fields: { firstName: 'DISPLAY_NAME_RESERVED' } } })
  expect((await named(person, { displayName: 'Moderator' })).status).toBe(422)
  expect(await nameOf(person.id)).toBe('Name removed')
  // Other settings are saved meanwhile.
  expect((await named(person, { bio: 'I still like shops.' })).status).toBe(200)
  expect((await named(person, { firstName: 'Bea', lastName: 'Brown' })).status).toBe(200)
  expect(await nameOf(person.id)).toBe('Bea B.')
  expect((await named(person, { displayName: 'Ben Brook stole it' })).status).toBe(422)
  // A removed name stays away, also where moderators show the profile again.
  await moderating('/profiles', { rule: 'other', reason: 'A mistake.' })(moderator, person.id, 'visible')
  expect(await nameOf(person.id)).toBe('Bea B.')
})

test('a granted appeal restores the name, also after the person has chosen another', async () => {
  for (const isRenamed of [false, true]) {
    const { person, moderator, second, ...campaign } = await defaming()
    const decided = await removeName(moderator, person.id)
    if (isRenamed) await named(person, { displayName: 'Bea', firstName: 'Bea', lastName: 'Brown' })
    const { decisionId } = decided.body.moderation
    const appeal = await done(person, 'POST', `/decisions/${decisionId}/appeal`, { body: 'That is my name.' })
    const open = (await done(second, 'GET', '/moderation/appeals')).items.find(({ id }: { id: string }) => id === appeal.id)
    expect(open.subject.excerpt).toContain('Ben Brook stole it')
    await done(second, 'POST', `/moderation/appeals/${appeal.id}/decision`, { outcome: 'granted', reason: 'So it is.' })
    expect(await readsName(placesOf({ person, ...campaign }), /Ben Brook stole it|Benbrook T\./)).toEqual(placesOf({ person, ...campaign }))
    expect(await done(person, 'GET', '/me/settings')).toMatchObject({ displayName: 'Ben Brook stole it', firstName: 'Benbrook', lastName: 'Thief' })
    expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ moderation: null, bio: 'I like shops.' })
  }
})

test('a name and then the whole profile are removed, and one restoration brings both back; deleting the account deletes the removed name', async () => {
  const { db } = (await theSite()).store
  const { person, moderator, second } = await defaming()
  const moderate = moderating('/profiles', { rule: 'false_claims', reason })
  await removeName(moderator, person.id)
  const { decisionId } = (await moderate(moderator, person.id, 'removed')).body.moderation
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ displayName: 'Name removed', bio: '' })
  expect(await nameOf(person.id, second)).toBe('Ben Brook stole it')
  await grantAppeal(decisionId, { author: person, moderator: second })
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ displayName: 'Ben Brook stole it', bio: 'I like shops.' })
  await removeName(moderator, person.id)
  await left(person)
  expect(await db.selectFrom('moderated_profile').selectAll().where('person_id', '=', person.id).execute()).toEqual([])
})

test('removing a name changes neither a picture that was removed before, which can come back, nor a profile that is hidden for review', async () => {
  const { person, moderator } = await defaming()
  const { id } = await uploaded(person, { purpose: 'avatar' })
  await done(person, 'PATCH', '/me/settings', { avatarMediaId: id })
  const { avatarUrl } = await done(null, 'GET', `/profiles/${person.id}`)
  const picture = moderating('/pictures', { rule: 'false_claims', reason })
  await picture(moderator, id, 'removed')
  await removeName(moderator, person.id)
  await picture(moderator, id, 'visible')
  expect(await done(null, 'GET', `/profiles/${person.id}`)).toMatchObject({ displayName: 'Name removed', avatarUrl })
  const hidden = await defaming()
  await moderating('/profiles', { rule: 'false_claims', reason })(hidden.moderator, hidden.person.id, 'hidden')
  await removeName(hidden.moderator, hidden.person.id)
  expect((await done(hidden.person, 'GET', `/profiles/${hidden.person.id}`)).moderation.state).toBe('hidden')
})
