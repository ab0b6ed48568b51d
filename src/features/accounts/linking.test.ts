import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, password } from '#tests/support/accounts.ts'
import { cookiesOf, leave, link, type OAuth, returnFrom, signInThrough, useSiteWithProviders } from '#tests/support/other-site.ts'
import { call, theSite } from '#tests/support/site.ts'

let oauth: OAuth
let close: () => Promise<void>
beforeAll(async () => {
  ;({ oauth, close } = await useSiteWithProviders())
})
afterAll(() => close())

const somebody = (more: object = {}) => ({ sub: uuidv7(), name: 'Ada King Lovelace', email: `${uuidv7()}@people.test`, email_verified: true, ...more })
const me = async (cookie: string) => call({ id: '', cookie }, 'GET', '/me')

test('a signed-in person can link a provider, and must enter the account’s password if it has one', async () => {
  const { store } = await theSite()
  const { email, cookie, id } = await aMember()
  expect((await call({ id, cookie }, 'GET', '/me/ways')).body).toEqual({
    hasPassword: true,
    others: ['google', 'twitch', 'discord', 'facebook'].map((name) => ({ name, isLinked: false, isConfigured: true })),
  })
  for (const body of [{}, { password: 'not this one' }]) {
    const refused = await leave('link/google', { body, cookie })
    expect({ status: refused.status, fields: refused.body.data?.fields }).toEqual({ status: 422, fields: { password: 'CURRENT_PASSWORD_WRONG' } })
  }
  const ada = somebody()
  expect(await link({ oauth, way: 'google', as: ada, cookie, password })).toMatchObject({ location: '/settings?tab=connected-apps&linked=google' })
  expect((await call({ id, cookie }, 'GET', '/me/ways')).body.others[0]).toEqual({ name: 'google', isLinked: true, isConfigured: true })
  const through = await signInThrough({ oauth, way: 'google', as: ada })
  expect((await me(through.cookie)).body.id).toBe(id)
  const person = await store.db.selectFrom('person').select(['email', 'email_verified']).where('id', '=', id).executeTakeFirst()
  expect(person).toEqual({ email, email_verified: false })

  const other = await aMember()
  expect((await link({ oauth, way: 'google', as: ada, cookie: other.cookie, password })).location).toBe(
    '/settings?tab=connected-apps&problem=linked-elsewhere&provider=google',
  )
  expect((await me((await signInThrough({ oauth, way: 'google', as: ada })).cookie)).body.id).toBe(id)
})

test('a person without an email address can link more providers, and unlink all but the last way to sign in', async () => {
  const ada = somebody({ email: undefined })
  const { cookie } = await signInThrough({ oauth, way: 'facebook', as: ada })
  const { id } = (await me(cookie)).body
  const person = { id, cookie }
  expect((await call(person, 'DELETE', '/me/ways/facebook')).body).toMatchObject({ code: 'LAST_WAY_IN', status: 409 })
  expect((await link({ oauth, way: 'discord', as: somebody(), cookie })).location).toContain('linked=discord')
  const both = await Promise.all([call(person, 'DELETE', '/me/ways/facebook'), call(person, 'DELETE', '/me/ways/discord')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { others } = (await call(person, 'GET', '/me/ways')).body
  expect(others.filter(({ isLinked }: { isLinked: boolean }) => isLinked)).toHaveLength(1)
  expect((await call(person, 'DELETE', '/me/ways/twitch')).status).toBe(200)
})

test('a person who returns from a provider in another account’s session, or without a session, links nothing', async () => {
  const [mine, theirs] = [await aMember(), await aMember()]
  oauth.is(somebody())
  const left = await leave('link/google', { body: { password }, cookie: mine.cookie })
  const back = await oauth.through(left.url)
  expect((await returnFrom(back, `${theirs.cookie}; ${cookiesOf(left.lines)}`)).location).toBe(
    '/settings?tab=connected-apps&problem=signed-out&provider=google',
  )
  for (const person of [mine, theirs]) expect((await call(person, 'GET', '/me/ways')).body.others[0].isLinked).toBe(false)
})
