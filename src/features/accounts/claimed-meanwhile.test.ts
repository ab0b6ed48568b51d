import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { link, type OAuth, signInThrough, useSiteWithProviders } from '#tests/support/other-site.ts'
import { aPerson, theSite, until } from '#tests/support/site.ts'

let oauth: OAuth
let close: () => Promise<void>
beforeAll(async () => {
  ;({ oauth, close } = await useSiteWithProviders())
})
afterAll(() => close())

test('a sign-in through a linked provider opens no session if the link is removed meanwhile', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const attacker = { sub: uuidv7(), name: 'At Tacker', email: `${uuidv7()}@people.test`, email_verified: true }
  await link({ oauth, way: 'discord', as: attacker, cookie: person.cookie })
  const before = await sessionsOf(person.id)
  const [held, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const claim = store.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('auth_account').where('person_id', '=', person.id).execute()
    held.resolve()
    await taken.promise
  })
  await held.promise
  const coming = signInThrough({ oauth, way: 'discord', as: attacker })
  await until(async () => (await sessionsOf(person.id)) > before)
  taken.resolve()
  await claim
  expect(await coming).toMatchObject({ location: '/auth?problem=unexpected&provider=discord', cookie: '' })
  expect(await sessionsOf(person.id)).toBe(before)
})

test('a provider that is linked while the session ends is not stored', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const attacker = { sub: uuidv7(), name: 'At Tacker', email: `${uuidv7()}@people.test`, email_verified: true }
  const [held, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const claim = store.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('auth_session').where('person_id', '=', person.id).execute()
    held.resolve()
    await taken.promise
  })
  await held.promise
  const coming = link({ oauth, way: 'discord', as: attacker, cookie: person.cookie })
  await until(async () => (await waysOf(person.id)) > 0)
  taken.resolve()
  await claim
  await coming
  expect(await waysOf(person.id)).toBe(0)
})

async function sessionsOf(personId: string): Promise<number> {
  const { store } = await theSite()
  return (await store.db.selectFrom('auth_session').select('id').where('person_id', '=', personId).execute()).length
}

async function waysOf(personId: string): Promise<number> {
  const { store } = await theSite()
  return (await store.db.selectFrom('auth_account').select('id').where('person_id', '=', personId).execute()).length
}
