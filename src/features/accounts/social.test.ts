import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLimiter } from '#platform/server/http/limits.ts'
import { openLog } from '#platform/server/log.ts'
import { hostile } from '#tests/support/hostile-paths.ts'
import { noJoinIntentions, pressJoin } from '#tests/support/joining.ts'
import { cookiesOf, leave, type OAuth, returnFrom, signInThrough, useSiteWithProviders } from '#tests/support/other-site.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'
import { openAuth } from './server/public.ts'
import { readProfile } from './server/social/profile.ts'
import type { WayName } from './ways.ts'

let oauth: OAuth
let close: () => Promise<void>
beforeAll(async () => {
  ;({ oauth, close } = await useSiteWithProviders())
})
afterAll(() => close())

const somebody = (more: object = {}) => ({ sub: uuidv7(), name: 'Ada King Lovelace', email: `${uuidv7()}@people.test`, email_verified: true, ...more })
const me = async (cookie: string) => call({ id: '', cookie }, 'GET', '/me')

const noMail = { add: async () => {}, runSoon() {}, welcome: async () => {}, waiting: () => 0 }

test('signing in through a provider creates an account that is signed in and counts, and opens the requested page', async () => {
  const ada = somebody({ picture: 'https://elsewhere.example/ada.png' })
  const arrived = await signInThrough({ oauth, way: 'google', as: ada, returnTo: '/campaigns/create?step=2' })
  expect(arrived).toMatchObject({ status: 302, location: '/campaigns/create?step=2' })
  expect((await me(arrived.cookie)).body).toMatchObject({ name: 'Ada King L.', displayName: 'Ada King L.', avatarUrl: null, isCounted: true })
})

test('of a provider’s profile only names, email address and subject are stored, but no picture and no token', async () => {
  const { store } = await theSite()
  const ada = somebody({ picture: 'https://elsewhere.example/ada.png' })
  await signInThrough({ oauth, way: 'twitch', as: ada })
  const person = await store.db.selectFrom('person').selectAll().where('email', '=', ada.email).executeTakeFirstOrThrow()
  expect(person).toMatchObject({
    full_name: 'Ada King Lovelace',
    first_name: 'Ada King',
    last_name: 'Lovelace',
    display_name: 'Ada King L.',
    username: null,
    avatar_url: null,
    email_verified: true,
    counting_from: expect.any(Date),
  })
  const accounts = await store.db.selectFrom('auth_account').selectAll().where('person_id', '=', person.id).execute()
  expect(accounts).toEqual([
    {
      ...{
        id: expect.any(String),
        person_id: person.id,
        provider_id: 'twitch',
        account_id: ada.sub,
        created_at: expect.any(Date),
        updated_at: expect.any(Date),
      },
      ...{ access_token: null, refresh_token: null, id_token: null, scope: null, password: null },
      ...{ access_token_expires_at: null, refresh_token_expires_at: null },
    },
  ])
})

test('a returning person gets the same account in a new session, also if the provider now gives another email address and name', async () => {
  const { store } = await theSite()
  const ada = somebody()
  const first = await signInThrough({ oauth, way: 'discord', as: ada })
  const { id } = (await me(first.cookie)).body
  const again = await signInThrough({ oauth, way: 'discord', as: { ...ada, name: 'Somebody Else', email: `${uuidv7()}@people.test` }, cookie: first.cookie })
  expect((await me(again.cookie)).body).toMatchObject({ id, displayName: 'Ada King L.' })
  expect((await me(first.cookie)).status).toBe(401)
  expect(again.cookie).not.toBe(first.cookie)
  expect(await store.db.selectFrom('person').select('email').where('id', '=', id).executeTakeFirst()).toEqual({ email: ada.email })
  const tokens = await store.db.selectFrom('auth_account').select(['access_token', 'id_token', 'refresh_token']).where('person_id', '=', id).execute()
  expect(tokens).toEqual([{ access_token: null, id_token: null, refresh_token: null }])
})

test.each([
  ['no address', { email: undefined, email_verified: undefined }],
  ['an unconfirmed address', { email_verified: false }],
  ['no word of whether it is confirmed', { email_verified: undefined }],
  ['something that is no address', { email: 'ada at people' }],
])('if a provider gives %s, the account has no email address, and its pledges stay unconfirmed', async (_, more) => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const { cookie, location } = await signInThrough({ oauth, way: 'facebook', as: somebody(more) })
  expect(location).toBe('/')
  const viewer = (await me(cookie)).body
  expect(viewer).toMatchObject({ displayName: 'Ada King L.', isCounted: false })
  expect(JSON.stringify(viewer)).not.toContain('invalid')
  const row = await store.db.selectFrom('person').select(['email', 'email_verified', 'counting_from']).where('id', '=', viewer.id).executeTakeFirst()
  expect(row).toEqual({ email: null, email_verified: false, counting_from: null })
  await call({ id: viewer.id, cookie }, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  expect((await call({ id: viewer.id, cookie }, 'GET', `/campaigns/${campaign.slug}`)).body).toMatchObject({
    count: { supporters: 1 },
    viewer: { pledge: { state: 'unconfirmed' } },
  })
})

test('names from a provider are shortened to fit, and no name is derived from an email address', async () => {
  const called = async (name: string) => (await me((await signInThrough({ oauth, way: 'google', as: somebody({ name }) })).cookie)).body.displayName
  expect(await called(`${'n'.repeat(150)} Tail`)).toHaveLength(100)
  expect(await called('  Ada\u0000\u202e  Lovelace\n')).toBe('Ada L.')
  expect(await called('')).toBe('Supporter')
  expect(await called('\u200b')).toBe('Supporter')
})

test('the profile of each of the four providers is read in its own format', () => {
  const none = null
  const seen = (way: WayName, profile: Record<string, unknown>) => {
    const { name, email } = readProfile(way, profile)
    return { name, email }
  }
  expect(seen('google', { sub: '1', name: 'Ada L', email: 'Ada@People.test', email_verified: true, picture: 'x' })).toEqual({
    name: 'Ada L',
    email: 'ada@people.test',
  })
  expect(seen('google', { sub: '1', name: 'Ada L', email: 'ada@people.test', email_verified: 'true' })).toEqual({ name: 'Ada L', email: none })
  expect(seen('twitch', { sub: '1', preferred_username: 'ada', email: 'ada@people.test', email_verified: true })).toEqual({
    name: 'ada',
    email: 'ada@people.test',
  })
  expect(seen('discord', { id: '1', username: 'ada', global_name: 'Ada L', email: 'ada@people.test', verified: true })).toEqual({
    name: 'Ada L',
    email: 'ada@people.test',
  })
  expect(seen('discord', { id: '1', username: 'ada', global_name: null, email: 'ada@people.test', verified: false })).toEqual({ name: 'ada', email: none })
  expect(seen('facebook', { id: '1', name: 'Ada L', email: 'ada@people.test', picture: { data: { url: 'x' } } })).toEqual({ name: 'Ada L', email: none })
})

test('without an issuer in the settings, the browser is sent to the provider’s own site, with our callback URL', async () => {
  const { store, config, sessions } = await theSite()
  const providers = Object.fromEntries(Object.entries(config.providers).map(([name, provider]) => [name, { ...provider, issuer: undefined }]))
  const limiter = openLimiter({ exempt: () => true })
  const origin = 'https://holdout.example'
  const auth = openAuth({
    store,
    config: { ...config, providers, isPublic: true },
    origin,
    log: openLog('silent'),
    limiter,
    sessions,
    mail: noMail,
    joinIntentions: noJoinIntentions,
    proofOfWork: { demand: async () => {} },
    onConfirmed: async () => {},
    onSuspensionOver: async () => {},
    statementTokenOf: async (id) => id,
  })
  const hosts = { google: 'accounts.google.com', twitch: 'id.twitch.tv', discord: 'discord.com', facebook: 'www.facebook.com' }
  for (const [provider, host] of Object.entries(hosts)) {
    const request = new Request(`${origin}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider }),
    })
    const answer = await auth.handle(request, { address: '198.51.100.1' })
    const url = new URL((await answer.json()).url)
    expect({ host: url.host, protocol: url.protocol, back: url.searchParams.get('redirect_uri') }).toEqual({
      host,
      protocol: 'https:',
      back: `${origin}/api/auth/callback/${provider}`,
    })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-holdout\.state=[^;]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  }
})

test('the authorization request has a state and a challenge, and a cookie binds it to the browser', async () => {
  const left = await leave('sign-in/social', { body: { provider: 'google' } })
  expect(left.body).toEqual({ url: left.url })
  const asked = new URL(left.url).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('state')?.length).toBeGreaterThan(20)
  expect(left.lines).toEqual([expect.stringMatching(/^holdout\.state=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/)])
})

test('a callback that another browser began signs nobody in', async () => {
  oauth.is(somebody())
  const attackers = await leave('sign-in/social', { body: { provider: 'google' } })
  const back = await oauth.through(attackers.url)
  const own = await leave('sign-in/social', { body: { provider: 'google' } })
  for (const cookie of ['', cookiesOf(own.lines), 'holdout.state=made-up']) {
    const arrived = await returnFrom(back, cookie)
    expect(arrived).toMatchObject({ status: 302, cookie: '' })
    expect(arrived.location).toMatch(/^\/auth\?problem=connect&provider=google/)
  }
})

test('a callback works once, and not for another provider', async () => {
  oauth.is(somebody())
  const left = await leave('sign-in/social', { body: { provider: 'google' } })
  const back = await oauth.through(left.url)
  const elsewhere = await returnFrom(back.replace('callback/google', 'callback/twitch'), cookiesOf(left.lines))
  expect(elsewhere).toMatchObject({ location: expect.stringMatching(/^\/auth\?problem=connect/), cookie: '' })
  expect((await returnFrom(back, cookiesOf(left.lines))).cookie).toBe('')

  const good = await leave('sign-in/social', { body: { provider: 'google' } })
  const way = await oauth.through(good.url)
  expect((await returnFrom(way, cookiesOf(good.lines))).cookie).toMatch(/^holdout\.session=/)
  expect((await returnFrom(way, cookiesOf(good.lines))).cookie).toBe('')
})

test('denying access and an expired code are reported, and the return path is kept', async () => {
  const denied = await signInThrough({ oauth, way: 'google', as: somebody(), returnTo: '/dashboard?x=1', act: 'deny' })
  expect(denied).toMatchObject({
    status: 302,
    location: `/auth?${new URLSearchParams({ problem: 'denied', provider: 'google', returnTo: '/dashboard?x=1' })}`,
    cookie: '',
  })
  oauth.is(somebody())
  const left = await leave('sign-in/social', { body: { provider: 'google' } })
  const back = await oauth.through(left.url)
  oauth.expireCodes()
  expect(await returnFrom(back, cookiesOf(left.lines))).toMatchObject({ location: '/auth?problem=connect&provider=google', cookie: '' })
})

test('a suspended person gets a message and no session', async () => {
  const { store } = await theSite()
  const ada = somebody()
  const { cookie } = await signInThrough({ oauth, way: 'google', as: ada })
  const { id } = (await me(cookie)).body
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', id).execute()
  expect(await signInThrough({ oauth, way: 'google', as: ada })).toMatchObject({ location: '/auth?problem=suspended&provider=google', cookie: '' })
  expect(await store.db.selectFrom('auth_session').select('id').where('person_id', '=', id).execute()).toHaveLength(1)
})

test('a suspended person who returns from another site gets an id with which the page requests the suspension’s end and reason', async () => {
  const ada = somebody()
  const { cookie } = await signInThrough({ oauth, way: 'google', as: ada })
  const { id } = (await me(cookie)).body
  const moderator = await aPerson({ role: 'moderator' })
  const path = `/moderation/people/${id}/suspension`
  await call(moderator, 'PUT', path, { body: { days: 7, rule: 'harassment', reason: 'You insulted a cashier.', hidesContent: false } })
  const { location } = await signInThrough({ oauth, way: 'google', as: ada })
  const returned = new URLSearchParams(location.split('?')[1])
  expect(returned.get('problem')).toBe('suspended')
  const asked = () => call(null, 'GET', `/suspensions/${returned.get('suspension')}`)
  expect((await asked()).body).toEqual({ until: expect.any(String), rule: 'harassment', reason: 'You insulted a cashier.' })
  expect((await call(null, 'GET', `/suspensions/${id}`)).status).toBe(404)
  expect((await call(null, 'GET', `/decisions/${returned.get('suspension')}?token=${returned.get('statement')}`)).status).toBe(200)
  await call(moderator, 'DELETE', path, { body: { reason: 'They apologised.' } })
  expect((await asked()).status).toBe(404)
})

test('no account is created if a provider gives a temporary email address', async () => {
  const { store } = await theSite()
  const email = `${uuidv7()}@mailinator.com`
  const refused = await signInThrough({ oauth, way: 'google', as: somebody({ email }), returnTo: '/campaigns' })
  expect(refused).toMatchObject({ location: '/auth?problem=temporary-address&provider=google&returnTo=%2Fcampaigns', cookie: '' })
  expect(await store.db.selectFrom('person').select('id').where('email', '=', email).execute()).toEqual([])
})

test('no return path of a provider sign-in leads to another site', async () => {
  const { origin } = await theSite()
  const ada = somebody()
  for (const returnTo of hostile) {
    if (typeof returnTo !== 'string') {
      expect([200, 400]).toContain((await leave('sign-in/social', { body: { provider: 'google', returnTo } })).status)
      continue
    }
    const left = await leave('sign-in/social', { body: { provider: 'google', returnTo } })
    expect({ returnTo, status: left.status }).toEqual({ returnTo, status: 200 })
  }
  for (const returnTo of hostile.filter((raw) => typeof raw === 'string').slice(0, 40)) {
    const { location } = await signInThrough({ oauth, way: 'google', as: ada, returnTo })
    expect({ returnTo, location }).toEqual({ returnTo, location: '/' })
  }
  expect((await signInThrough({ oauth, way: 'google', as: ada, returnTo: '/campaigns?causes=a%2Cb#x' })).location).toBe('/campaigns?causes=a%2Cb#x')
  expect(new URL('/', origin).origin).toBe(origin)
}, 120_000)

test('ten concurrent first sign-ins of one person create one account', async () => {
  const { store } = await theSite()
  const ada = somebody({ email: undefined })
  const before = Number(
    (
      await store.db
        .selectFrom('person')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  const arrived = await Promise.all(Array.from({ length: 10 }, () => signInThrough({ oauth, way: 'google', as: ada })))
  expect(arrived.some(({ cookie }) => cookie !== '')).toBe(true)
  const after = Number(
    (
      await store.db
        .selectFrom('person')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
  expect(after - before).toBe(1)
})

test('a provider that is not configured has no endpoint', async () => {
  expect((await leave('sign-in/social', { body: { provider: 'apple' } })).status).toBe(400)
  expect((await leave('link/apple')).status).toBe(404)
  expect((await leave('link/google')).status).toBe(401)
})

test('after a provider sign-in, a join intention is executed if the form carried it; otherwise the person is asked', async () => {
  const campaign = await aCampaign(await aPerson())
  const pledgeIn = async (cookie: string) => (await call({ id: '', cookie }, 'GET', `/campaigns/${campaign.id}`)).body.viewer.pledge
  const returnTo = `/campaigns/${campaign.slug}?tab=discussion`
  const press = () => pressJoin({ campaignId: campaign.id, fields: { returnTo } })
  const carrying = await press()
  const arrived = await signInThrough({ oauth, way: 'google', as: somebody(), returnTo: '/elsewhere', join: carrying.join, cookie: carrying.cookie })
  expect([arrived.location, await pledgeIn(arrived.cookie)]).toEqual([returnTo, { state: 'counted', isPrivate: true }])

  const other = await press()
  const through = await signInThrough({ oauth, way: 'google', as: somebody(), returnTo, cookie: other.cookie })
  expect([through.location, await pledgeIn(through.cookie)]).toEqual([returnTo, null])
  const { items } = (await call({ id: '', cookie: `${through.cookie}; ${other.cookie}` }, 'GET', '/me/join-intentions')).body
  expect(items).toMatchObject([{ id: other.join }])

  // The row's id without this browser's press joins nothing.
  const forged = await signInThrough({ oauth, way: 'google', as: somebody(), returnTo: '/campaigns', join: other.join })
  expect([forged.location, await pledgeIn(forged.cookie)]).toEqual(['/campaigns', null])

  // Denying access at the other site leads back to a form that still carries the intention.
  const denied = await signInThrough({ oauth, way: 'google', as: somebody(), returnTo, join: other.join, cookie: other.cookie, act: 'deny' })
  expect(Object.fromEntries(new URL(denied.location, 'https://site.test').searchParams)).toMatchObject({ returnTo, join: other.join, problem: 'denied' })
})

test('while the site is read-only, signing in through a provider creates no account, but works for people who have one', async () => {
  const { store } = await theSite()

  const [known, unknown] = [somebody(), somebody()]
  await signInThrough({ oauth, way: 'google', as: known })
  await sql`insert into site_switch (name, campaign_id, text) values ('read_only', null, '')`.execute(store.db)
  try {
    await until(async () => (await call(await aPerson(), 'PATCH', '/me/settings', { body: {} })).body?.code === 'READ_ONLY')
    expect((await signInThrough({ oauth, way: 'google', as: unknown })).location).toContain('problem=closed')
    expect((await signInThrough({ oauth, way: 'google', as: known })).cookie).not.toBe('')
    expect(await store.db.selectFrom('person').select('id').where('email', '=', unknown.email).execute()).toEqual([])
  } finally {
    await sql`delete from site_switch where name = 'read_only'`.execute(store.db)
  }
})
