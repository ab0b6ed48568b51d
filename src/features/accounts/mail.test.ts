import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anEmail, cookieOf, password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const another = 'green river stone'
const server = await aSiteWithMail()
beforeEach(() => {
  server.mails.length = 0
})

test('on a site with mail, an account counts from the moment the mailed link confirms its email address', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aMember()
  const { email } = person
  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(false)
  await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(1)
  const mail = await server.next(email)
  const { href, token } = linkIn(mail, 'confirm')
  expect(mail.html).toContain(href.replaceAll('&', '&amp;'))
  // A scanner that only opens the link changes nothing.
  const { origin } = await theSite()
  expect(href.startsWith(origin)).toBe(true)
  await fetch(href)
  expect((await fetch(`${origin}/api/auth/verify-email?token=${token}`)).status).toBe(405)
  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(false)
  // In another browser, without signing in.
  expect(await postAuth('verify-email', { token })).toMatchObject({ status: 200, body: { message: 'Your email is confirmed. You are counted.' } })
  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(true)
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(2)
  // A used link changes nothing and still answers that the address is confirmed.
  expect(await postAuth('verify-email', { token })).toMatchObject({ status: 200, body: { message: 'Your email is confirmed. You are counted.' } })
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(2)
})

test('a confirming link stops working when it is replaced, after a day, and when its address or account is gone', async () => {
  const { store } = await theSite()
  const confirm = async (token: string) => (await postAuth('verify-email', { token })).body.code ?? 'confirmed'
  const linkTo = async ({ email }: { email: string }) => linkIn(await server.next(email, /^Confirm your e-?mail address$/), 'confirm').token

  const replaced = await aMember()
  const first = await linkTo(replaced)
  await postAuth('send-confirmation', {}, replaced)
  const second = await linkTo(replaced)
  expect([await confirm(first), await confirm(second), await confirm(first)]).toEqual(['INVALID_TOKEN', 'confirmed', 'INVALID_TOKEN'])

  const old = await aMember()
  const expired = await linkTo(old)
  await store.db
    .updateTable('auth_verification')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('identifier', '=', `confirm-email:${old.id}`)
    .execute()
  expect(await confirm(expired)).toBe('INVALID_TOKEN')

  const moved = await aMember()
  const former = await linkTo(moved)
  const to = anEmail()
  await postAuth('change-email', { email: to, password }, moved)
  await postAuth('verify-new-email', { token: linkIn(await server.next(to), 'email').token }, moved)
  expect(await confirm(former)).toBe('INVALID_TOKEN')

  const gone = await aMember()
  const orphaned = await linkTo(gone)
  await left(gone)
  // The link confirms neither the deleted account nor the next one with the same address.
  await postAuth('sign-up/email', { name: 'Somebody Else', email: gone.email, password })
  expect(await confirm(orphaned)).toBe('INVALID_TOKEN')
  expect((await call(await signedIn(gone.email), 'GET', '/me')).body.isCounted).toBe(false)
})

test('only a hash of a confirming link is stored', async () => {
  const { store } = await theSite()
  const { email } = await aMember()
  const { token } = linkIn(await server.next(email), 'confirm')
  const { rows } = await store.pool.query('select identifier, value from auth_verification')
  expect(JSON.stringify(rows)).toContain(email)
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
})

test('signing up with an address that has an account gets the usual response; the owner gets an email without a link that opens anything', async () => {
  const { email } = await aMember()
  const { token } = linkIn(await server.next(email), 'confirm')
  await postAuth('verify-email', { token })
  const known = await postAuth('sign-up/email', { name: 'Eve', email, password: another })
  const unknown = await postAuth('sign-up/email', { name: 'Eve', email: anEmail(), password: another })
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  const mail = await server.next(email)
  expect(mail.subject).toBe('You already have an account')
  expect(mail.text).not.toContain('token')
  expect(mail.text).not.toContain('/confirm/')
})

test('signing up again with an unconfirmed address mails a new link, which confirms the first account and replaces its link', async () => {
  const person = await aMember()
  const { token: first } = linkIn(await server.next(person.email), 'confirm')
  await postAuth('sign-up/email', { name: 'Same Person', email: person.email, password: another })
  const mail = await server.next(person.email, /already have an account/)
  const { token } = linkIn(mail, 'confirm')
  expect((await postAuth('verify-email', { token: first })).body.code).toBe('INVALID_TOKEN')
  expect((await postAuth('verify-email', { token })).status).toBe(200)
  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(true)
  // The password of the second form was not stored.
  expect((await postAuth('sign-in/email', { email: person.email, password: another })).body.code).toBe('INVALID_CREDENTIALS')
})

test('a signed-in person can have the confirmation mailed again once a minute, and learns how long to wait', async () => {
  const person = await aMember()
  const { email } = person
  await server.next(email)
  expect((await postAuth('send-confirmation', {}, person)).status).toBe(200)
  const tooSoon = await postAuth('send-confirmation', {}, person)
  expect(tooSoon.status).toBe(429)
  // The wait is a minute, less the time since the first request.
  expect(Number(tooSoon.headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
  const { token } = linkIn(await server.next(email), 'confirm')
  expect((await postAuth('send-confirmation', {})).status).toBe(401)
  await postAuth('verify-email', { token }, person)
  // The address is confirmed, so nothing is sent.
  expect((await postAuth('send-confirmation', {}, person)).status).toBe(200)
})

test('"forgot password" gives the same response for known, unknown and suspended addresses, and sends an email to the known one only', async () => {
  const { email } = await aMember()
  const suspended = await aMember()
  await suspend(suspended)
  await server.next(email)
  await server.next(suspended.email)
  const unknown = anEmail()
  const answers = await Promise.all([email, unknown, suspended.email].map((address) => postAuth('request-password-reset', { email: address })))
  const seen = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()].sort().join()])
  expect(new Set(seen.map(String)).size).toBe(1)
  await server.next(email, /new password/)
  await until(queueIsEmpty)
  expect(server.mails.filter(({ to }) => to === unknown || to === suspended.email)).toEqual([])
  expect((await postAuth('request-password-reset', { email: 'no address' })).body.data).toEqual({ fields: { email: 'EMAIL_INVALID' } })
})

test('the sixth password link within an hour is refused, also for addresses without an account', async () => {
  for (const email of [(await aMember()).email, anEmail()]) {
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await postAuth('request-password-reset', { email: email.toUpperCase() })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  }
})

test('a password link works once and ends every session', async () => {
  const person = await aMember()
  const { email } = person
  const elsewhere = await signedIn(email, password)
  const token = await requestReset(email)
  // A password that breaks a rule does not use the link up.
  expect((await postAuth('reset-password', { token, password: '12345' })).body.data).toEqual({ fields: { password: 'PASSWORD_TOO_SHORT' } })
  expect((await postAuth('reset-password', { token, password: 'letmein' })).body.data).toEqual({ fields: { password: 'PASSWORD_COMMON' } })
  expect((await postAuth('reset-password', { token, password: email })).body.data).toEqual({ fields: { password: 'PASSWORD_PERSONAL' } })
  expect((await postAuth('reset-password', { token, password: another })).status).toBe(200)
  for (const old of [person, elsewhere]) expect((await call(old, 'GET', '/me')).status).toBe(401)
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(401)
  expect((await postAuth('sign-in/email', { email, password: another })).status).toBe(200)
  const again = await postAuth('reset-password', { token, password: 'a third password' })
  expect(again.body).toMatchObject({ code: 'INVALID_TOKEN', status: 400 })
  expect((await server.next(email, /was changed/)).text).toContain('/auth?mode=forgot')
})

test('a password link works for an account that guesses have locked', async () => {
  const { email } = await aMember()
  const token = await requestReset(email)
  for (let n = 0; n < 6; n++) await postAuth('sign-in/email', { email, password: `guess ${n}` })
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(429)
  expect((await postAuth('reset-password', { token, password: another })).status).toBe(200)
  expect((await postAuth('sign-in/email', { email, password: another })).status).toBe(200)
})

test('an invalid password link is refused like an expired one, whatever it contains', async () => {
  for (const token of ['', 'x', '\u0000', '%', '😀', 'a'.repeat(200), "' or 1=1 --"])
    expect((await postAuth('reset-password', { token, password: another })).body).toMatchObject({ code: 'INVALID_TOKEN', status: 400 })
})

test('of many concurrent uses of one link, one sets the password', async () => {
  const { email } = await aMember()
  const token = await requestReset(email)
  const tries = await Promise.all(Array.from({ length: 8 }, (_, n) => postAuth('reset-password', { token, password: `${another} ${n}` })))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a password link stops working after an hour and when another one was used', async () => {
  const { store } = await theSite()
  const person = await aMember()
  const { email } = person
  const [first, second] = [await requestReset(email), await requestReset(email)]
  await store.db
    .updateTable('auth_verification')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('identifier', '=', `reset-password:${second}`)
    .execute()
  const { expires_at } = await store.db
    .selectFrom('auth_verification')
    .select('expires_at')
    .where('identifier', '=', `reset-password:${first}`)
    .executeTakeFirstOrThrow()
  expect(Math.abs(expires_at.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000)
  expect((await postAuth('reset-password', { token: second, password: another })).status).toBe(400)
  const third = await requestReset(email)
  expect((await postAuth('reset-password', { token: first, password: another })).status).toBe(200)
  expect((await postAuth('reset-password', { token: third, password: 'yet another one' })).status).toBe(400)
  expect(await store.db.selectFrom('auth_verification').select('id').where('value', '=', person.id).execute()).toEqual([])
})

test('setting a password through a mailed link proves the address, and removes everything that somebody else prepared in the account', async () => {
  const { store } = await theSite()
  // Somebody made an account with an address that is not theirs, stays signed in, linked another site, and began a change of address.
  const attacker = await aMember()
  const { email } = attacker
  await store.db.insertInto('auth_account').values({ id: uuidv7(), person_id: attacker.id, provider_id: 'discord', account_id: uuidv7() }).execute()
  const theirs = anEmail()
  expect((await postAuth('change-email', { email: theirs, password }, attacker)).status).toBe(200)
  const change = linkIn(await server.next(theirs), 'email')

  expect((await postAuth('reset-password', { token: await requestReset(email), password: another })).status).toBe(200)
  expect((await call(attacker, 'GET', '/me')).status).toBe(401)
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(401)
  expect((await postAuth('verify-new-email', { token: change.token })).status).toBe(400)
  const ways = await store.db.selectFrom('auth_account').select('provider_id').where('person_id', '=', attacker.id).execute()
  expect(ways).toEqual([{ provider_id: 'credential' }])
  const owner = await signedIn(email, another)
  expect((await call(owner, 'GET', '/me')).body).toMatchObject({ id: attacker.id, isCounted: true })
})

test('a sign-in that verified the old password while a new one was being set opens no session', async () => {
  const { email } = await aMember()
  const token = await requestReset(email)
  const [reset, ...signIns] = await Promise.all([
    postAuth('reset-password', { token, password: another }),
    ...Array.from({ length: 4 }, () => postAuth('sign-in/email', { email, password })),
  ])
  expect(reset.status).toBe(200)
  for (const { headers } of signIns) {
    const cookie = cookieOf({ headers })
    if (cookie) expect((await call({ id: '', cookie }, 'GET', '/me')).status).toBe(401)
  }
})

test('an email address changes only when the link in the new mailbox is used; the old address is notified then', async () => {
  const { store } = await theSite()
  const person = await aMember()
  const { email } = person
  const token = await requestReset(email)
  const to = anEmail()
  const asked = await postAuth('change-email', { email: to.toUpperCase(), password }, person)
  expect(asked.status).toBe(200)
  const link = linkIn(await server.next(to), 'email')
  expect((await postAuth('sign-in/email', { email: to, password })).status).toBe(401)
  expect((await postAuth('verify-new-email', { token: link.token })).body.code).toBe('PASSWORD_NEEDED')
  expect((await postAuth('verify-new-email', { token: link.token, password })).status).toBe(200)
  expect((await postAuth('sign-in/email', { email: to, password })).status).toBe(200)
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(401)
  const reported = await server.next(email, /was changed/)
  expect(reported.text).not.toContain(to)
  expect((await call(person, 'GET', '/me')).body.isCounted).toBe(true)
  expect(await store.db.selectFrom('person').select(['email', 'email_verified']).where('id', '=', person.id).executeTakeFirst()).toEqual({
    email: to,
    email_verified: true,
  })
  expect((await postAuth('verify-new-email', { token: link.token })).status).toBe(400)
  // A reset link in the old address's mailbox no longer works.
  expect((await postAuth('reset-password', { token, password: another })).status).toBe(400)
})

test('changing to an address that has an account gets the usual response and changes nothing', async () => {
  const person = await aMember()
  const { email } = person
  const other = await aMember()
  await server.next(other.email)
  const taken = await postAuth('change-email', { email: other.email, password }, person)
  const free = await postAuth('change-email', { email: anEmail(), password }, person)
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  expect((await server.next(other.email)).subject).toBe('You already have an account')
  expect((await postAuth('sign-in/email', { email, password })).status).toBe(200)
  expect((await postAuth('change-email', { email, password }, person)).body.data).toEqual({ fields: { email: 'EMAIL_UNCHANGED' } })
})

test('changing the address requires the password, with the same limit on guesses as signing in', async () => {
  const person = await aMember()
  for (let n = 0; n < 5; n++) {
    const wrong = await postAuth('change-email', { email: anEmail(), password: `guess ${n}` }, person)
    expect([wrong.status, wrong.body.data]).toEqual([422, { fields: { password: 'CURRENT_PASSWORD_WRONG' } }])
  }
  expect((await postAuth('change-email', { email: anEmail(), password }, person)).status).toBe(429)
  expect((await postAuth('change-email', { email: anEmail(), password })).status).toBe(401)
})

test('a pending change of address ends when another one begins, after a day, with a new password, and when somebody else takes the address', async () => {
  const { store } = await theSite()
  const person = await aMember()
  const { email } = person
  const [first, second, third] = [anEmail(), anEmail(), anEmail()]
  const begin = async (to: string) => {
    await postAuth('change-email', { email: to, password }, person)
    return linkIn(await server.next(to), 'email').token
  }
  const [replaced, expired] = [await begin(first), await begin(second)]
  expect((await postAuth('verify-new-email', { token: replaced })).status).toBe(400)
  const identifier = `change-email:${person.id}`
  const at = await store.db.selectFrom('auth_verification').select('expires_at').where('identifier', '=', identifier).executeTakeFirstOrThrow()
  expect(Math.abs(at.expires_at.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000)
  await store.db
    .updateTable('auth_verification')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('identifier', '=', identifier)
    .execute()
  expect((await postAuth('verify-new-email', { token: expired })).status).toBe(400)
  const late = await begin(third)
  await postAuth('sign-up/email', { name: 'Somebody Else', email: third, password })
  expect((await postAuth('verify-new-email', { token: late }, person)).status).toBe(400)
  const fourth = anEmail()
  const ended = await begin(fourth)
  await postAuth('reset-password', { token: await requestReset(email), password: another })
  expect((await postAuth('verify-new-email', { token: ended })).status).toBe(400)
  for (const token of ['', 'x', 'a.b', `${person.id}.`, `${person.id}.x`, `${uuidv7()}.x`, `${'x'.repeat(190)}`])
    expect((await postAuth('verify-new-email', { token })).status).toBe(400)
})

test('an account without an email address gets its first one through a mailed link, and counts from then on', async () => {
  const { store } = await theSite()
  const person = await aPerson({ isCounted: false })
  await store.db.updateTable('person').set({ email: null }).where('id', '=', person.id).execute()
  const campaign = await aCampaign(await aPerson())
  await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  expect((await postAuth('send-confirmation', {}, person)).body.code).toBe('NO_ADDRESS')
  const to = anEmail()
  expect((await postAuth('change-email', { email: to }, person)).status).toBe(200)
  expect((await postAuth('verify-new-email', { token: linkIn(await server.next(to), 'email').token }, person)).status).toBe(200)
  expect((await call(null, 'GET', `/campaigns/${campaign.slug}`)).body.count.supporters).toBe(2)
})

async function requestReset(email: string): Promise<string> {
  await postAuth('request-password-reset', { email })
  return linkIn(await server.next(email, /Choose a new password/), 'reset').token
}

async function suspend(person: Person) {
  const { store } = await theSite()
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', person.id).execute()
}

async function queueIsEmpty() {
  const { store } = await theSite()
  return (await store.db.selectFrom('mail').select('id').execute()).length === 0
}
