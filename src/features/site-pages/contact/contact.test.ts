import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { perform } from '#main/operations/commands.ts'
import { readContact } from '#main/operations/read-contact.ts'
import { sweepRows } from '#main/sweep.ts'
import { aMember, anEmail } from '#tests/support/accounts.ts'
import { aPerson, call, left, type Person, theSite, until, useSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const operator = 'desk@holdout.test'
// Makes X-Forwarded-For work, so that calls can come from other addresses.
const server = await aSiteWithMail({ OPERATOR_EMAIL: operator, TRUSTED_PROXIES: '127.0.0.1' })

let network = 0
/** Headers for an address of an unused network. */
const elsewhere = () => ({ 'x-forwarded-for': `198.18.${++network}.1` })
const words = () => `Nobody answers at ${uuidv7()}`
type More = { key?: string; headers?: Record<string, string> }
const write = (who: Person | null, body: Record<string, unknown>, more: More = {}) =>
  call(who, 'POST', '/contact', { body: { category: 'general', openSeconds: 30, ...body }, ...more })
/** Finds the mail by its text, because others to the operator may be on their way. */
const mailOf = (message: string) => until(() => server.mails.find(({ to, text }) => to === operator && text?.includes(message)))
const kept = async (message: string) => (await theSite()).store.db.selectFrom('contact_submission').selectAll().where('message', '=', message).execute()

test('a visitor’s message is stored and mailed to the operator, and a reply goes to the visitor', async () => {
  const message = words()
  const email = anEmail()
  const { status, body } = await write(null, { category: 'report-bugs', message: `  ${message}\n\nSecond line <b> `, email, name: ' Ada ' })
  expect({ status, body }).toEqual({ status: 201, body: { isSent: true } })
  expect(await kept(`${message}\n\nSecond line <b>`)).toMatchObject([{ category: 'report-bugs', email, name: 'Ada', user_id: null, user_details: null }])
  const mail = await mailOf(message)
  expect(mail).toMatchObject({ subject: 'Contact: Report a bug', replyTo: [{ address: email }], from: { address: 'hello@holdout.test' } })
  expect(mail.text).toContain(`${message}\n\nSecond line <b>`)
  expect(mail.html).toContain('Second line &lt;b&gt;')
})

test('a message of a signed-in person has the account’s address and name, whatever the request contains', async () => {
  const email = anEmail()
  const person = await aMember({ email })
  const message = words()
  expect((await write(person, { message, email: 'eve@evil.test', name: 'Eve' })).status).toBe(201)
  const details = { id: person.id, email, display_name: 'New P.', created_at: expect.any(String) }
  expect(await kept(message)).toMatchObject([{ email, name: 'New P.', user_id: person.id, user_details: details }])
  const mail = await mailOf(message)
  expect(mail.replyTo).toMatchObject([{ address: email }])
  expect(mail.text).toContain(person.id)
  expect(mail.raw).not.toContain('evil.test')
})

test('every broken rule is reported at its field, and nothing is stored', async () => {
  const email = anEmail()
  const long = 'x'.repeat(2_001)
  const cases: [Record<string, unknown>, Record<string, string>][] = [
    [{ message: '', email }, { message: 'MESSAGE_REQUIRED' }],
    [{ message: ' \n\u200b ', email }, { message: 'MESSAGE_REQUIRED' }],
    [{ message: long, email }, { message: 'MESSAGE_TOO_LONG' }],
    [{ message: 'Hello' }, { email: 'EMAIL_REQUIRED' }],
    [{ message: 'Hello', email: '  ' }, { email: 'EMAIL_REQUIRED' }],
    [{ message: 'Hello', email: 'ada' }, { email: 'EMAIL_INVALID' }],
    [{ message: 'Hello', email: 'ada@x.test, eve@x.test' }, { email: 'EMAIL_INVALID' }],
    [{ message: 'Hello', email: `${'a'.repeat(250)}@x.test` }, { email: 'EMAIL_INVALID' }],
    [{ message: 'Hello', email, name: 'n'.repeat(101) }, { name: 'NAME_TOO_LONG' }],
    [
      { message: '', email: '', name: 'n'.repeat(101) },
      { message: 'MESSAGE_REQUIRED', email: 'EMAIL_REQUIRED', name: 'NAME_TOO_LONG' },
    ],
  ]
  for (const [body, fields] of cases) expect(await write(null, body)).toMatchObject({ status: 422, body: { code: Object.values(fields)[0], data: { fields } } })
  const malformed = [
    { category: 'complaints', message: 'Hello', email },
    { message: 'a\u0000b', email },
    { message: 'Hello', email, userId: uuidv7() },
    { email },
  ]
  for (const body of malformed) expect(await write(null, body)).toMatchObject({ status: 400, body: { code: 'MALFORMED' } })
  expect([...(await kept('Hello')), ...(await kept(long))]).toEqual([])
  expect((await write(null, { message: '🪧'.repeat(2_000), email })).status).toBe(201)
})

test('no input adds a recipient or a header to the mail', async () => {
  const message = words()
  const name = 'Eve\r\nBcc: eve@evil.test'
  expect((await write(null, { message, email: 'eve@evil.test>\u2028bcc:x@evil.test', name })).status).toBe(422)
  expect((await write(null, { message, email: '"a;b"<x>@evil', name })).status).toBe(201)
  const mail = await mailOf(message)
  expect(mail.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:|evil/im)
  expect(mail.replyTo).toBeUndefined()
  expect(mail.to).toBe(operator)
  expect(mail.text).toContain('"a;b"<x>@evil')
})

test('a message with the hidden field filled in gets the same response and is not stored', async () => {
  const message = words()
  expect(await write(null, { message, email: anEmail(), website: 'https://spam.test' })).toMatchObject({ status: 201, body: { isSent: true } })
  expect(await kept(message)).toEqual([])
})

test('the same message from the same sender within a minute is stored once, also if both arrive concurrently', async () => {
  const [message, email] = [words(), anEmail()]
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(null, { message, email })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await kept(message)).toHaveLength(1)
  expect((await write(null, { message, email: anEmail() })).status).toBe(201)
  expect(await kept(message)).toHaveLength(2)
  const { store } = await theSite()
  await store.db
    .updateTable('contact_submission')
    .set({ created_at: new Date(Date.now() - 61_000) })
    .where('message', '=', message)
    .execute()
  await write(null, { message, email })
  expect(await kept(message)).toHaveLength(3)
})

test('a message is stored once per Idempotency-Key, and another message with the key is refused', async () => {
  const [person, message, key] = [await aPerson(), words(), uuidv7()]
  await write(person, { message }, { key })
  const { store } = await theSite()
  await store.db
    .updateTable('contact_submission')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('message', '=', message)
    .execute()
  expect((await write(person, { message }, { key })).status).toBe(201)
  expect(await kept(message)).toHaveLength(1)
  expect(await write(person, { message: 'Another' }, { key })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
})

test('an address can send five messages an hour and learns when to retry; repeats do not count, and accounts are counted separately', async () => {
  const headers = elsewhere()
  const email = anEmail()
  const first = words()
  await write(null, { message: first, email }, { headers })
  await write(null, { message: first, email }, { headers })
  for (let more = 0; more < 4; more++) expect((await write(null, { message: words(), email }, { headers })).status).toBe(201)
  const refused = words()
  const sixth = await write(null, { message: refused, email }, { headers })
  expect(sixth).toMatchObject({ status: 429, body: { code: 'CONTACT_TOO_OFTEN', data: { retryAfter: expect.any(Number) } } })
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(await kept(refused)).toEqual([])
  expect((await write(null, { message: words(), email }, { headers: elsewhere() })).status).toBe(201)
  const neighbour = await aPerson()
  for (let more = 0; more < 5; more++) expect((await write(neighbour, { message: words() }, { headers })).status).toBe(201)
  expect((await write(neighbour, { message: words() }, { headers: elsewhere() })).status).toBe(429)
})

test('deleting an account removes the sender from the message; until then the message is in the data export', async () => {
  const [person, message] = [await aPerson(), words()]
  await write(person, { category: 'target', message })
  const { body } = await call(person, 'GET', '/me/export')
  expect(body.contactMessages).toMatchObject([{ category: 'target', message, email: `${person.id}@people.test` }])
  await left(person)
  expect(await kept(message)).toMatchObject([{ user_id: null, user_details: null, email: null, name: null }])
})

test('the operator can read messages on the command line, and they are deleted after two years', async () => {
  const { store, config } = await theSite()
  const message = words()
  await write(null, { message: `${message}\nand more`, email: 'reader@people.test' })
  const { lines } = await readContact(store, { latest: 1 })
  expect(lines).toEqual([expect.stringMatching(/^\d{4}-.*Z {2}general {2}from <reader@people\.test>$/), `  ${message}`, '  and more', ''])
  await expect(perform({ config, folder: '.', print: () => {} }, ['contact', 'all'])).rejects.toThrow()
  await store.db
    .updateTable('contact_submission')
    .set({ created_at: new Date(Date.now() - 2 * 366 * 86_400_000) })
    .where('message', 'like', `${message}%`)
    .execute()
  await sweepRows(store.db)
  expect(await kept(`${message}\nand more`)).toEqual([])
})

test('no message can move the cursor of the terminal or imitate another message', async () => {
  const message = words()
  await write(
    null,
    { message: `${message}\r\n\u009b2J\r2026-01-01T00:00:00.000Z  support  from <boss@people.test>`, email: anEmail(), name: 'A\u009b1mB' },
    { headers: elsewhere() },
  )
  const { lines } = await readContact((await theSite()).store, { latest: 1 })
  expect(lines).toEqual([expect.stringMatching(/from A1mB </), `  ${message}`, '  2J 2026-01-01T00:00:00.000Z  support  from <boss@people.test>', ''])
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})

test('without an operator’s address messages are stored all the same', async () => {
  const closeOwn = await useSite({})
  try {
    const message = words()
    expect((await write(null, { message, email: anEmail() })).status).toBe(201)
    expect(await kept(message)).toHaveLength(1)
    const { store } = await theSite()
    expect(await store.db.selectFrom('mail').select('id').where('kind', '=', 'contact').execute()).toEqual([])
  } finally {
    await closeOwn()
  }
})
