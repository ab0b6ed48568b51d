import { expect, test } from 'vitest'
import { anEmail, password, postAuth } from '#tests/support/accounts.ts'
import { aPerson, call, theSite } from '#tests/support/site.ts'

test('a new account cannot have the name of a moderator or an administrator, in any spelling', async () => {
  const { store } = await theSite()
  const moderator = await aPerson({ role: 'moderator' })
  await store.db
    .updateTable('person')
    .set({ display_name: 'Carmen D.', first_name: 'Carmen', last_name: 'Duarte', full_name: 'Carmen Duarte' })
    .where('id', '=', moderator.id)
    .execute()
  const fields = async (names: object) => (await postAuth('sign-up/email', { email: anEmail(), password, ...names })).body.data?.fields
  for (const name of ['Carmen Duarte', 'CARMEN D.', 'C\u0430rmen Dur\u00e1n', 'Carrnen D'])
    expect([name, await fields({ name })]).toEqual([name, { name: 'FULL_NAME_RESERVED' }])
  expect(await fields({ name: 'Ada Lovelace', username: 'carmen_d' })).toEqual({ username: 'USERNAME_RESERVED' })
  expect(await fields({ name: 'Carmen Ekberg' })).toBeUndefined()
  const member = await aPerson()
  const change = (body: object) => call(member, 'PATCH', '/me/settings', { body })
  expect((await change({ displayName: 'Carmen\u00a0 D' })).body.data.fields).toEqual({ displayName: 'DISPLAY_NAME_RESERVED' })
  expect((await change({ firstName: 'Carm\u0435n', lastName: 'Dias' })).body.data.fields).toEqual({ firstName: 'DISPLAY_NAME_RESERVED' })
  expect((await change({ firstName: 'Carmen', lastName: 'Ekberg', bio: 'I buy next door.' })).status).toBe(200)
  // Others with the name keep it, and moderators may call themselves what they like.
  await store.db.updateTable('person').set({ display_name: 'Carmen D.' }).where('id', '=', member.id).execute()
  expect((await change({ displayName: 'Carmen D.', bio: 'I still do.' })).status).toBe(200)
  expect((await call(moderator, 'PATCH', '/me/settings', { body: { displayName: 'Carmen D' } })).status).toBe(200)
})
