import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openLimiter } from '#platform/server/http/limits.ts'
import { openLog } from '#platform/server/log.ts'
import { sessionCookie, sessionReader } from '#platform/server/session.ts'
import { type AuthAnswer, aConfirmingToken, aMember, anEmail, cookieOf, password, postAuth } from '#tests/support/accounts.ts'
import { noJoinIntentions } from '#tests/support/joining.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'
import { hashingCost } from './server/hashing.ts'
import { openAuth } from './server/public.ts'

const noMail = { add: async () => {}, runSoon() {}, welcome: async () => {}, waiting: () => 0 }

test('signing up with a new and with a known address gets the same response byte for byte, and starts no session', async () => {
  const email = anEmail()
  const first = await postAuth('sign-up/email', { name: 'Ada Lovelace', email, password })
  const again = await postAuth('sign-up/email', { name: 'Eve Other', email: email.toUpperCase(), password: 'another password' })
  const seen = ({ status, text, headers }: AuthAnswer) => ({ status, text, headers: [...headers.keys()].sort() })
  expect(first.status).toBe(200)
  expect(first.text).toBe('{"message":"Your account is ready. You can sign in now."}')
  expect(seen(again)).toEqual(seen(first))
  expect(first.headers.getSetCookie()).toEqual([])
  expect((await postAuth('sign-in/email', { email, password: 'another password' })).status).toBe(401)
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(200)
})

test('signing up creates an account with the given names, which counts immediately, although its email address is unconfirmed', async () => {
  const { store } = await theSite()
  const email = anEmail()
  const username = `Ada_${uuidv7().slice(-8)}`
  await postAuth('sign-up/email', { name: '  Ada  King Lovelace ', email: ` ${email.toUpperCase()} `, username, password })
  const person = await store.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect(person).toMatchObject({
    full_name: 'Ada King Lovelace',
    first_name: 'Ada King',
    last_name: 'Lovelace',
    display_name: 'Ada King L.',
    username: username.toLowerCase(),
    display_username: username,
    email_verified: false,
    role: 'member',
    counting_from: expect.any(Date),
  })
  // Ids of version 4 are random, so a public id does not contain the time of signing up.
  expect(person.id[14]).toBe('4')
  expect((await postAuth('sign-up/email', { name: 'Other Person', email: anEmail(), username: username.toUpperCase(), password })).body).toMatchObject({
    status: 422,
    data: { fields: { username: 'USERNAME_TAKEN' } },
  })
})

test('the longest allowed full name creates an account', async () => {
  const email = anEmail()
  expect((await postAuth('sign-up/email', { name: `${'n'.repeat(98)} ß`, email, password })).status).toBe(200)
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(200)
})

test('signing in sets a cookie that identifies the person until they sign out', async () => {
  const { store, config, origin } = await theSite()
  const { email, id } = await aMember()
  const signedIn = await postAuth('sign-in/email', { email: email.toUpperCase(), password })
  expect(signedIn.text).not.toContain('token')
  const [line] = signedIn.headers.getSetCookie()
  expect(line).toMatch(/^holdout\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = String(line).split(';')[0] ?? ''
  const viewerOf = sessionReader({ pool: store.pool, secret: config.authSecret, isPublic: false })
  expect(await viewerOf(cookie)).toMatchObject({ id, name: 'New P.', isCounted: true })
  expect(await (await fetch(`${origin}/api/v1/me`, { headers: { origin, cookie } })).json()).toMatchObject({ id, displayName: 'New P.' })
  expect(await (await fetch(`${origin}/api/auth/get-session`, { headers: { cookie } })).json()).toMatchObject({ viewer: { id } })

  const left = await postAuth('sign-out', {}, { cookie })
  expect(left.status).toBe(200)
  expect(left.headers.getSetCookie()[0]).toMatch(/^holdout\.session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await viewerOf(cookie)).toBeNull()
  expect((await postAuth('sign-out', {}, { cookie })).status).toBe(200)
})

test('a session from the version with better-auth stays valid: its cookie is a token of 32 letters and digits, with an HMAC in base64', async () => {
  const { store, config } = await theSite()
  const { id } = await aMember()
  const token = `1d${uuidv7().replaceAll('-', '').slice(2)}`
  const expires_at = new Date(Date.now() + 3_600_000)
  await store.db.insertInto('auth_session').values({ id: uuidv7(), person_id: id, token, expires_at, ip_address: null, user_agent: 'A browser' }).execute()
  const signature = createHmac('sha256', config.authSecret).update(token).digest('base64')
  expect(await me(`holdout.session=${encodeURIComponent(`${token}.${signature}`)}`)).toBe(200)
  expect(await me(`holdout.session=${encodeURIComponent(`${token}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`)}`)).toBe(401)
})

test('every sign-in creates a new token and ends the session that the request was sent with', async () => {
  const { email } = await aMember()
  const first = cookieOf(await postAuth('sign-in/email', { email, password }))
  const second = cookieOf(await postAuth('sign-in/email', { email, password }, { cookie: first }))
  expect(second).not.toBe(first)
  expect(await me(first)).toBe(401)
  expect(await me(second)).toBe(200)
  expect(await me(`${second}x`)).toBe(401)
  expect(await me('holdout.session=made-up.c2lnbmF0dXJl')).toBe(401)
})

test('a session ends when it expires, when it is unused for seven days, and when its person is suspended', async () => {
  const { store } = await theSite()
  const { email, id, cookie } = await aMember()
  const session = () => store.db.updateTable('auth_session').where('person_id', '=', id)
  const days = (number: number) => new Date(Date.now() + number * 86_400_000)
  await session()
    .set({ updated_at: days(-6) })
    .execute()
  expect(await me(cookie)).toBe(200)
  // The session's last use is stored in the background, after the response.
  await until(async () => {
    const { updated_at } = await store.db.selectFrom('auth_session').select('updated_at').where('person_id', '=', id).executeTakeFirstOrThrow()
    return updated_at.getTime() > days(-1).getTime()
  })
  await session()
    .set({ updated_at: days(-8) })
    .execute()
  expect(await me(cookie)).toBe(401)
  await session()
    .set({ updated_at: new Date(), expires_at: days(-1) })
    .execute()
  expect(await me(cookie)).toBe(401)
  await session()
    .set({ expires_at: days(1) })
    .execute()
  expect(await me(cookie)).toBe(200)
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', id).execute()
  expect(await me(cookie)).toBe(401)
  expect((await postAuth('sign-in/email', { email, password })).body).toMatchObject({ code: 'ACCOUNT_SUSPENDED', status: 403 })
  expect((await postAuth('sign-in/email', { email, password: 'wrong' })).status).toBe(401)
})

test('a wrong password and an unknown email address get the same response', async () => {
  const { email } = await aMember()
  const wrong = await postAuth('sign-in/email', { email, password: 'not this one' })
  const unknown = await postAuth('sign-in/email', { email: anEmail(), password })
  expect(wrong.body).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password', status: 401, data: null })
  expect(unknown.text).toBe(wrong.text)
  expect((await postAuth('sign-in/email', { email: 'no address', password })).text).toBe(wrong.text)
  expect(wrong.headers.getSetCookie()).toEqual([])
})

test('the sixth sign-in attempt for an account is refused, even with the right password, from any network, and also for unknown accounts', async () => {
  const { email } = await aMember()
  for (const guessed of [email, anEmail()]) {
    for (let n = 0; n < 5; n++) expect((await postAuth('sign-in/email', { email: guessed, password: `guess ${n}` })).status).toBe(401)
    const sixth = await postAuth('sign-in/email', { email: guessed, password }, { headers: { 'x-forwarded-for': '203.0.113.77' } })
    expect(sixth.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, data: { retryAfter: expect.any(Number) } })
    // The wait is a minute, less the time since the first attempts.
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
  }
})

test('of a hundred concurrent guesses only five are checked', async () => {
  const { email } = await aMember()
  const statuses = await Promise.all(Array.from({ length: 100 }, async (_, n) => (await postAuth('sign-in/email', { email, password: `guess ${n}` })).status))
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(95)
})

test('one network address may try 25 accounts in five minutes, whatever headers it sends', async () => {
  const { store, config, origin, sessions } = await theSite()
  const auth = openAuth({
    store,
    config,
    origin,
    log: openLog('silent'),
    limiter: openLimiter({ exempt: () => false }),
    sessions,
    mail: noMail,
    joinIntentions: noJoinIntentions,
    proofOfWork: { demand: async () => {} },
    onConfirmed: async () => {},
    onSuspensionOver: async () => {},
    statementTokenOf: async (id: string) => id,
  })
  const statuses = []
  for (let n = 0; n < 26; n++) {
    const request = new Request(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}`, 'x-holdout-address': `203.0.113.${n}` },
      body: JSON.stringify({ email: 'no address', password }),
    })
    statuses.push((await auth.handle(request, { address: '198.51.100.1' })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 25 }, () => 401), 429])
})

test('concurrent sign-ups with one email address create one person with one password', async () => {
  const { store } = await theSite()
  const email = anEmail()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => postAuth('sign-up/email', { name: 'Same Person', email, password: `${password} ${n}` })),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const people = await store.db
    .selectFrom('person')
    .innerJoin('auth_account', 'auth_account.person_id', 'person.id')
    .select('password')
    .where('email', '=', email)
    .execute()
  expect(people).toHaveLength(1)
  expect(people[0]?.password?.split('$').slice(0, 4)).toEqual(['scrypt', hashingCost.N, hashingCost.r, hashingCost.p].map(String))
})

test('concurrent sign-ups with one username create one person', async () => {
  const username = `same_${uuidv7().slice(-8)}`
  const answers = await Promise.all(Array.from({ length: 6 }, () => postAuth('sign-up/email', { name: 'Same Name', email: anEmail(), username, password })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.data?.fields?.username === 'USERNAME_TAKEN')).toHaveLength(5)
})

test('one signs in with a space around the password, and with an international domain in both of its forms', async () => {
  const name = `umlaut-${uuidv7()}`
  expect((await postAuth('sign-up/email', { name: 'Ada Umlaut', email: `${name}@München.example`, username: '', password })).status).toBe(200)
  const signIn = async (domain: string, given: string) => (await postAuth('sign-in/email', { email: `${name}@${domain}`, password: given })).status
  expect(await signIn('münchen.example', `${password} `)).toBe(200)
  expect(await signIn('xn--mnchen-3ya.example', `\t${password}`)).toBe(200)
  expect(await signIn('münchen.example', `${password}x`)).toBe(401)
})

test('every broken rule is reported at its field', async () => {
  const { body } = await postAuth('sign-up/email', { name: ' ', email: 'nobody', username: 'é', password: '12345' })
  expect(body).toEqual({
    code: 'FULL_NAME_REQUIRED',
    message: 'Full name is required',
    status: 422,
    data: { fields: { name: 'FULL_NAME_REQUIRED', email: 'EMAIL_INVALID', username: 'USERNAME_CHARACTERS', password: 'PASSWORD_TOO_SHORT' } },
  })
  for (const common of ['123456', 'Password', 'qwerty', 'letmein']) {
    const refused = await postAuth('sign-up/email', { name: 'A', email: anEmail(), password: common })
    expect(refused.body.data).toEqual({ fields: { password: 'PASSWORD_COMMON' } })
  }
})

test('a password that repeats itself, or consists of the person’s names, the email address or the product’s name, is refused like a common one', async () => {
  const person = { name: 'Ada King Lovelace', username: 'countess_ada', email: 'ada.l.king+news@engine.test' }
  const refusedAs = async (guess: string) => (await postAuth('sign-up/email', { ...person, password: guess })).body.data?.fields?.password ?? 'taken'
  for (const repeated of ['      ', 'aaaaaaa', 'xYxyXY', 'abcdabcd']) expect([repeated, await refusedAs(repeated)]).toEqual([repeated, 'PASSWORD_REPEATS'])
  for (const personal of [
    'Ada King Lovelace',
    'adalovelace1815',
    'LovelaceAda!',
    'countess_ada',
    'ada.l.king+news@engine.test',
    'ada.l.king',
    'holdout2026',
    'Holdout!',
    'ADA-holdout',
  ])
    expect([personal, await refusedAs(personal)]).toEqual([personal, 'PASSWORD_PERSONAL'])
  expect(await refusedAs('ada rides at dawn')).toBe('taken')
})

test('a name that appears to speak for the site is refused in every script and spelling', async () => {
  const signUp = (changes: Record<string, string>) => postAuth('sign-up/email', { name: 'Ada Lovelace', email: anEmail(), password, ...changes })
  for (const name of ['Administrator', 'Moderator', 'Holdout Team', '\u041c\u043ederat\u043er', 'H\u03bfldout Support'])
    expect((await signUp({ name })).body.data).toEqual({ fields: { name: 'FULL_NAME_RESERVED' } })
  for (const username of ['adm1n', 'm0derator', 'holdout_team'])
    expect((await signUp({ username })).body.data).toEqual({ fields: { username: 'USERNAME_RESERVED' } })
})

test('unknown fields, wrong shapes, wrong types and large bodies are refused', async () => {
  const { origin } = await theSite()
  const good = { name: 'A', email: anEmail(), password }
  for (const extra of [{ role: 'admin' }, { emailVerified: true }, { id: uuidv7() }, { callbackURL: 'https://evil.example' }, { counting_from: null }])
    expect((await postAuth('sign-up/email', { ...good, ...extra })).body).toMatchObject({ code: 'MALFORMED', status: 400 })
  for (const body of [[], null, 1, 'x', { ...good, password: { length: 9 } }, { email: good.email }])
    expect((await postAuth('sign-in/email', body)).status).toBe(400)
  expect((await postAuth('sign-up/email', { ...good, name: 'x'.repeat(17_000) })).body).toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const { status } = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin, 'content-type': type },
      body: JSON.stringify(good),
    })
    expect(status).toBe(415)
  }
  expect((await postAuth('sign-in/email', good, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
})

test('no other path below /api/auth exists, and no response below it may be cached', async () => {
  const { origin } = await theSite()
  const paths = [
    'ok',
    'error',
    'sign-in/social',
    'sign-in/username',
    'change-password',
    'update-user',
    'delete-user',
    'list-sessions',
    'send-verification-email',
    'verify-password',
    'reset-password/x',
    'link-social',
    'unlink-account',
    'list-accounts',
    'get-access-token',
    'revoke-sessions',
    'callback/google',
    'toString',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${origin}/api/auth/${path}`, { method, headers: { origin } })
      expect({ path, status: answer.status, body: await answer.json() }).toEqual({
        path,
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null },
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  }
  expect((await fetch(`${origin}/api/auth/sign-out`)).status).toBe(405)
})

test('on a public site the session cookie requires https and is bound to the host', async () => {
  const { store, config, sessions } = await theSite()
  const given = {
    store,
    sessions,
    config: { ...config, isPublic: true },
    origin: 'https://holdout.example',
    log: openLog('silent'),
    limiter: openLimiter({ exempt: () => true }),
    mail: noMail,
    joinIntentions: noJoinIntentions,
    proofOfWork: { demand: async () => {} },
    onConfirmed: async () => {},
    onSuspensionOver: async () => {},
    statementTokenOf: async (id: string) => id,
  }
  const { email, id } = await aMember()
  const request = new Request('http://127.0.0.1/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://holdout.example' },
    body: JSON.stringify({ email, password }),
  })
  const [line] = (await openAuth(given).handle(request, { address: '198.51.100.1' })).headers.getSetCookie()
  expect(line).toMatch(/^__Host-holdout\.session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const viewerOf = sessionReader({ pool: store.pool, secret: config.authSecret, isPublic: true })
  expect(await viewerOf(String(line).split(';')[0])).toMatchObject({ id })
  expect(sessionCookie(true)).toBe('__Host-holdout.session')
})

async function me(cookie: string): Promise<number> {
  const { origin } = await theSite()
  return (await fetch(`${origin}/api/v1/me`, { headers: { origin, cookie } })).status
}

test('confirming an email address counts its person’s pledges exactly once, and an invalid link confirms nothing', async () => {
  const { store } = await theSite()
  const person = await aPerson({ isCounted: false })
  const campaign = await aCampaign(await aPerson())
  const other = await aCampaign(await aPerson())
  for (const { id } of [campaign, other]) await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(false)

  const confirm = async (token: string) => (await postAuth('verify-email', { token }, person)).status
  for (const wrong of ['', 'x', 'a.b.c', `${person.id}.x`, `${uuidv7()}.x`]) expect(await confirm(wrong)).toBe(400)
  const token = await aConfirmingToken(person)
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => confirm(token))))).toEqual(new Set([200]))

  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(true)
  for (const { slug } of [campaign, other]) {
    expect((await call(person, 'GET', `/campaigns/${slug}`)).body).toMatchObject({ count: { supporters: 2 }, viewer: { pledge: { state: 'counted' } } })
  }
  await until(async () => (await store.db.selectFrom('pledge_log').select('id').limit(1).execute()).length === 0)
  const target = await store.db.selectFrom('campaign').select('target_id').where('id', '=', campaign.id).executeTakeFirstOrThrow()
  const tally = await store.db
    .selectFrom('tally')
    .select('supporters')
    .where('subject_id', '=', target.target_id ?? '')
    .executeTakeFirstOrThrow()
  expect(tally.supporters).toBe(2)
})

test('a person who joins while confirming the email address is counted once in every campaign', async () => {
  const person = await aPerson({ isCounted: false })
  const creator = await aPerson()
  const campaigns = await Promise.all(Array.from({ length: 8 }, () => aCampaign(creator)))
  const token = await aConfirmingToken(person)
  const confirming = Array.from({ length: 8 }, () => postAuth('verify-email', { token }, person))
  const answers = await Promise.all([...campaigns.map(({ id }) => call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })), ...confirming])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { slug } of campaigns) expect((await call(person, 'GET', `/campaigns/${slug}`)).body.count.supporters).toBe(2)
})

test('a suspended person cannot confirm an email address', async () => {
  const { store } = await theSite()
  const person = await aPerson({ isCounted: false })
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', person.id).execute()
  const token = await aConfirmingToken(person)
  expect((await postAuth('verify-email', { token }, person)).status).toBe(400)
  const row = await store.db.selectFrom('person').select(['email_verified', 'counting_from']).where('id', '=', person.id).executeTakeFirst()
  expect(row).toEqual({ email_verified: false, counting_from: null })
})
