import { afterAll, expect, test } from 'vitest'
import { phrase } from '#features/settings/leaving/terms.ts'
import { serve } from '#main/serve.ts'
import { anotherSession, postAuth } from '#tests/support/accounts.ts'
import { listening } from '#tests/support/live-listener.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

// Each of these ends the given person's session. Some of them leave the person's other sessions open.
const ends: [string, (person: Person) => Promise<unknown>][] = [
  ['signing out', (person) => postAuth('sign-out', {}, person)],
  ['"sign out everywhere"', async ({ id }) => (await theSite()).sessions.end({ personId: id })],
  ['revoking the session from another device', async (person) => (await theSite()).sessions.endOne({ id: await sessionOf(person), personId: person.id })],
  ['deleting the account', (person) => call(person, 'DELETE', '/me', { body: { phrase } })],
  ['a suspension', async ({ id }) => (await theSite()).store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', id).execute()],
  ['expiry', async ({ id }) => (await theSite()).store.db.updateTable('auth_session').set({ expires_at: new Date() }).where('person_id', '=', id).execute()],
  ['deleting the session’s row by hand', async ({ id }) => (await theSite()).store.db.deleteFrom('auth_session').where('person_id', '=', id).execute()],
]

test.each(ends)('%s ends the session and closes its open streams in every process within a second', async (_what, end) => {
  const person = await aPerson()
  const streams = await Promise.all((await origins()).map((origin) => listening({ origin, who: person })))
  const others = await Promise.all(
    (await origins()).flatMap((origin) => [listening({ origin, who: null }), aPerson().then((other) => listening({ origin, who: other }))]),
  )
  for (const { isOpen } of [...streams, ...others]) await until(isOpen)
  await end(person)
  for (const origin of await origins()) {
    const { status } = await fetch(`${origin}/api/v1/me`, { headers: { cookie: person.cookie } })
    expect(status).toBe(401)
  }
  for (const { hasEnded, received } of streams) {
    await until(hasEnded)
    // This event makes the page check again who is signed in.
    expect(received()).toContain('event: ended\n')
  }
  for (const { hasEnded } of others) expect(hasEnded()).toBe(false)
  for (const { close } of others) close()
})

test('"sign out everywhere else" keeps the current session and its stream', async () => {
  const { sessions, origin } = await theSite()
  const person = await aPerson()
  const other = await anotherSession(person)
  const [own, others] = [await listening({ origin, who: person }), await listening({ origin, who: other })]
  for (const { isOpen } of [own, others]) await until(isOpen)
  await sessions.end({ personId: person.id, except: await sessionOf(person) })
  await until(others.hasEnded)
  expect((await call(person, 'GET', '/me')).status).toBe(200)
  expect((await call(other, 'GET', '/me')).status).toBe(401)
  await everyStreamWasLookedAt()
  expect(own.hasEnded()).toBe(false)
  own.close()
})

test('nobody can end another person’s session', async () => {
  const { sessions } = await theSite()
  const [person, stranger] = [await aPerson(), await aPerson()]
  expect(await sessions.endOne({ id: await sessionOf(person), personId: stranger.id })).toBe(false)
  expect((await call(person, 'GET', '/me')).status).toBe(200)
})

test('a stream that is opened with an ended session is treated as a visitor’s and stays open', async () => {
  const { sessions, origin } = await theSite()
  const person = await aPerson()
  await sessions.end({ personId: person.id })
  const stream = await listening({ origin, who: person })
  await until(stream.isOpen)
  await everyStreamWasLookedAt()
  expect(stream.hasEnded()).toBe(false)
  stream.close()
})

let second: Promise<string> | undefined

/** The origins of two servers with the same configuration and database. */
async function origins(): Promise<string[]> {
  const { origin, config } = await theSite()
  second ??= serve({ config, assets: null, print: () => {}, renderPage: () => new Response('') }).then((running) => {
    closing.push(running.stop)
    return running.origin
  })
  return [origin, await second]
}

/** Waits for the next periodic session check: deletes a session row directly, which only that check detects, and waits for the end of its stream. */
async function everyStreamWasLookedAt(): Promise<void> {
  const { store, origin } = await theSite()
  const witness = await aPerson()
  const theirs = await listening({ origin, who: witness })
  await until(theirs.isOpen)
  await store.db.deleteFrom('auth_session').where('person_id', '=', witness.id).execute()
  await until(theirs.hasEnded)
}

async function sessionOf({ cookie }: Person): Promise<string> {
  const { store } = await theSite()
  const token = decodeURIComponent(cookie.slice('holdout.session='.length)).split('.')[0] ?? ''
  const row = await store.db.selectFrom('auth_session').select('id').where('token', '=', token).executeTakeFirstOrThrow()
  return row.id
}
