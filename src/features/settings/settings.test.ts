import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { sweepUnusedMedia } from '../media/server/jobs.ts'

const aName = () => `Name_${uuidv7().slice(-12)}`.replaceAll('-', '')
const set = (who: Person, body: unknown) => call(who, 'PATCH', '/me/settings', { body })
const settingsOf = async (who: Person) => (await call(who, 'GET', '/me/settings')).body

test('settings contain the person’s own data, with every switch at its default', async () => {
  const person = await aPerson()
  expect(await settingsOf(person)).toEqual({
    email: `${person.id}@people.test`,
    isEmailConfirmed: false,
    addressConfirmation: 'not_needed',
    hasPassword: false,
    username: '',
    displayName: 'Test P.',
    firstName: 'Test',
    lastName: 'Person',
    bio: '',
    avatarUrl: null,
    allowDms: true,
    pledgesPrivately: true,
    notifications: { email: true, dms: true, campaignUpdates: true, recommendations: true },
  })
})

test('a change of some settings leaves the others, and everybody sees the new name', async () => {
  const person = await aPerson()
  await set(person, { bio: 'I buy next door.', notifications: { dms: false } })
  await set(person, { firstName: '  Ada  King ', lastName: 'Lovelace', displayName: 'Countess', pledgesPrivately: false })
  const { status, body } = await set(person, { notifications: { email: false }, allowDms: false })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    firstName: 'Ada King',
    lastName: 'Lovelace',
    displayName: 'Countess',
    bio: 'I buy next door.',
    allowDms: false,
    pledgesPrivately: false,
    notifications: { email: false, dms: false, campaignUpdates: true, recommendations: true },
  })
  expect(await settingsOf(person)).toEqual(body)
  expect((await call(person, 'GET', '/me')).body).toMatchObject({ name: 'Ada King L.', displayName: 'Countess', pledgesPrivately: false })
})

test('an unconfirmed person cannot change what others see on the profile, and changes every other setting', async () => {
  const person = await aPerson({ isCounted: false })
  for (const body of [{ bio: 'I buy next door.' }, { firstName: 'Ada' }, { displayName: 'Ada' }, { username: aName() }, { avatarMediaId: null }])
    expect((await set(person, body)).body.code).toBe('CONFIRM_EMAIL_FIRST')
  expect((await set(person, { bio: 'I buy next door.', allowDms: false })).status).toBe(403)
  expect((await set(person, { notifications: { dms: false }, pledgesPrivately: false })).status).toBe(200)
  expect(await settingsOf(person)).toMatchObject({ bio: '', allowDms: true, pledgesPrivately: false, firstName: 'Test' })
})

test('an empty display name follows the other names again', async () => {
  const person = await aPerson()
  const username = aName()
  expect((await set(person, { displayName: '  ' })).body.displayName).toBe('Test P.')
  expect((await set(person, { displayName: '', firstName: '', lastName: '', username })).body.displayName).toBe(username)
  expect((await set(person, { displayName: '', username: '' })).body.displayName).toBe('Supporter')
})

test('the display name follows name and username until the person chooses one', async () => {
  const person = await aPerson()
  const [before, after] = [aName(), aName()]
  const shown = async (body: object) => {
    await set(person, body)
    return (await call(null, 'GET', `/profiles/${person.id}`)).body.displayName
  }
  expect(await shown({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada L.')
  expect(await shown({ firstName: '', lastName: '', username: before })).toBe(before)
  expect(await shown({ username: after })).toBe(after)
  expect(await shown({ username: '' })).toBe('Supporter')
  expect(await shown({ bio: 'Still here.' })).toBe('Supporter')
  expect(await shown({ displayName: 'Countess' })).toBe('Countess')
  expect(await shown({ firstName: 'Grace', lastName: 'Hopper', username: before })).toBe('Countess')
  expect(await shown({ displayName: '' })).toBe('Grace H.')
})

test('each rule of a profile is refused at its field, and nothing of the change is stored', async () => {
  const person = await aPerson()
  const wrong: [body: Record<string, unknown>, field: string, code: string][] = [
    [{ bio: 'b'.repeat(501) }, 'bio', 'BIO_TOO_LONG'],
    [{ displayName: 'd'.repeat(101) }, 'displayName', 'DISPLAY_NAME_TOO_LONG'],
    [{ displayName: '[deleted]' }, 'displayName', 'DISPLAY_NAME_RESERVED'],
    [{ displayName: 'Holdout Team' }, 'displayName', 'DISPLAY_NAME_RESERVED'],
    [{ displayName: '\u0410dministrator' }, 'displayName', 'DISPLAY_NAME_RESERVED'],
    [{ firstName: 'Moderator', lastName: 'Anna' }, 'firstName', 'DISPLAY_NAME_RESERVED'],
    [{ username: 'm0derator' }, 'username', 'USERNAME_RESERVED'],
    [{ firstName: 'f'.repeat(60), lastName: 'l'.repeat(41) }, 'lastName', 'FULL_NAME_TOO_LONG'],
    [{ username: 'a b' }, 'username', 'USERNAME_CHARACTERS'],
    [{ username: 'ab' }, 'username', 'USERNAME_TOO_SHORT'],
    [{ username: 'a'.repeat(31) }, 'username', 'USERNAME_TOO_LONG'],
    [{ username: '_Admin_' }, 'username', 'USERNAME_RESERVED'],
    [{ avatarMediaId: uuidv7() }, 'avatarMediaId', 'PICTURE_UNKNOWN'],
  ]
  for (const [body, field, code] of wrong) {
    expect(await set(person, { allowDms: false, ...body })).toMatchObject({ status: 422, body: { code, data: { fields: { [field]: code } } } })
  }
  expect(await settingsOf(person)).toMatchObject({ allowDms: true, displayName: 'Test P.', bio: '' })
  expect((await set(person, { bio: '𝒃'.repeat(500), firstName: 'f'.repeat(59), lastName: 'l'.repeat(40) })).status).toBe(200)
})

test('of ten concurrent requests for one username, in any case, one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => aPerson()))
  const name = aName()
  const answers = await Promise.all(people.map((person, at) => set(person, { username: at % 2 ? name.toUpperCase() : name.toLowerCase() })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'USERNAME_TAKEN', data: { fields: { username: 'USERNAME_TAKEN' } } } })
  }
  const [owner] = people.filter((_, at) => answers[at]?.status === 200)
  // The owner may change the case of the username, and a username that is given up is available again.
  expect((await set(owner as Person, { username: `${name[0]?.toLowerCase()}${name.slice(1).toUpperCase()}` })).status).toBe(200)
  expect((await set(owner as Person, { username: '' })).body.username).toBe('')
  const [other] = people.filter((_, at) => answers[at]?.status !== 200)
  expect((await set(other as Person, { username: name })).status).toBe(200)
})

test('an avatar is a square that everybody sees once it is set, and nobody else after it is removed', async () => {
  const { origin } = await theSite()
  const person = await aPerson()
  const { id, width, height } = (await uploaded(person, { purpose: 'avatar', width: 90, height: 40 })) as any
  expect([width, height]).toEqual([512, 512])
  const seen = async (who: Person | null, wide: number) =>
    (await fetch(`${origin}/media/${id}-${wide}.webp`, { headers: who ? { cookie: who.cookie } : {} })).status
  expect([await seen(null, 128), await seen(person, 128)]).toEqual([404, 200])
  const { body } = await set(person, { avatarMediaId: id })
  expect(body.avatarUrl).toBe(`/media/${id}-128.webp`)
  expect((await call(person, 'GET', '/me')).body.avatarUrl).toBe(body.avatarUrl)
  for (const wide of [64, 128, 256, 512]) expect(await seen(null, wide)).toBe(200)
  expect(await seen(null, 480)).toBe(404)
  expect((await set(person, { avatarMediaId: null })).body.avatarUrl).toBeNull()
  expect([await seen(null, 128), await seen(person, 128)]).toEqual([404, 200])
})

test('another person’s picture, or one with another purpose, cannot be an avatar', async () => {
  const [one, other] = [await aPerson(), await aPerson()]
  const { id } = await uploaded(one, { purpose: 'avatar' })
  const attachment = await uploaded(other, { purpose: 'attachment' })
  for (const avatarMediaId of [id, attachment.id]) expect((await set(other, { avatarMediaId })).body.code).toBe('PICTURE_UNKNOWN')
  expect((await set(one, { avatarMediaId: id })).status).toBe(200)
})

test('the sweep keeps the current avatar and deletes a replaced one with all its files', async () => {
  const { store, storage } = await theSite()
  const person = await aPerson()
  const [first, second] = [await uploaded(person, { purpose: 'avatar' }), await uploaded(person, { purpose: 'avatar' })]
  for (const { id } of [first, second]) await set(person, { avatarMediaId: id })
  await sweepUnusedMedia({ db: store.db, storage, olderThan: new Date(Date.now() + 60_000) })
  const left: string[] = []
  for await (const { name } of storage.list()) left.push(name)
  const filesOf = ({ id }: { id: string }) => left.filter((name) => name.includes(id)).length
  expect([filesOf(first), filesOf(second)]).toEqual([0, 5])
  expect((await settingsOf(person)).avatarUrl).toBe(`/media/${second.id}-128.webp`)
})

test('the new picture and name are shown at what the person wrote earlier', async () => {
  const person = await aPerson()
  const campaign = await aCampaign(person)
  await call(person, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'Said before.' } })
  await call(person, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'Told before.' } })
  await call(person, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Chatted before.' } })
  const { id } = await uploaded(person, { purpose: 'avatar' })
  await set(person, { avatarMediaId: id, firstName: 'Ada', lastName: 'Lovelace' })
  const shown = { name: 'Ada L.', avatarUrl: `/media/${id}-128.webp` }
  const first = async (list: string) => (await call(null, 'GET', `/campaigns/${campaign.id}/${list}`)).body.items[0]
  expect((await first('comments')).author).toMatchObject(shown)
  expect((await first('chat')).author).toMatchObject(shown)
  expect((await first('updates')).creator).toMatchObject(shown)
})
