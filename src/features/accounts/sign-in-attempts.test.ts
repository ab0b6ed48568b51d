import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { theSite } from '#tests/support/site.ts'
import { openAttempts } from './server/sign-in-attempts.ts'

const secret = 'of these tests'

/** Simulates one process, with a clock that the test sets. */
async function aProcess(clock = { minutes: 0 }) {
  const { store } = await theSite()
  const begun = Date.now()
  return openAttempts({ db: store.db, secret, now: () => new Date(begun + clock.minutes * 60_000) })
}
const anAccount = () => `${uuidv7()}@people.test`

test('the pauses between guesses grow from one to fifteen minutes, and end after a success or an hour', async () => {
  const [clock, account] = [{ minutes: 0 }, anAccount()]
  const attempts = await aProcess(clock)
  const failed = async () => (await attempts.begin(account)).wait
  const waits = []
  for (let n = 0; n < 12; n++) {
    while ((await failed()) !== null) clock.minutes++
    waits.push(clock.minutes)
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 3, 7, 15, 30, 45, 60])
  expect(await failed()).toBe(900)
  clock.minutes += 15
  const attempt = await attempts.begin(account)
  if (attempt.wait === null) await attempt.succeeded()
  const again = []
  for (let n = 0; n < 6; n++) again.push(await failed())
  expect(again).toEqual([null, null, null, null, null, 60])
  clock.minutes += 60
  expect(await failed()).toBeNull()
})

test('guesses from elsewhere do not lock out the owner unless there are very many, and a new password resets the limit', async () => {
  const [attempts, account] = [await aProcess(), anAccount()]
  const from = async (place: string) => (await attempts.begin(account, place)).wait
  for (let n = 0; n < 5; n++) await from('attacker')
  expect([await from('attacker'), await from('owner')]).toEqual([60, null])
  for (let n = 0; n < 44; n++) expect(await from(`place ${n}`)).toBeNull()
  expect([await from('owner'), await from('another')]).toEqual([60, 60])
  await attempts.forget(account)
  expect([await from('attacker'), await from('owner')]).toEqual([null, null])
})

test('an attempt whose password was not verified is not counted', async () => {
  const [attempts, account] = [await aProcess(), anAccount()]
  for (let n = 0; n < 20; n++) {
    const attempt = await attempts.begin(account)
    expect(attempt.wait).toBeNull()
    if (attempt.wait === null) await attempt.withdraw()
  }
})

test('guesses are counted across processes and restarts, and no network address is stored with them', async () => {
  const [one, another, account] = [await aProcess(), await aProcess(), anAccount()]
  const waits = await Promise.all(Array.from({ length: 20 }, async (_, n) => (await (n % 2 ? one : another).begin(account, '203.0.113.5')).wait))
  expect(waits.filter((wait) => wait === null)).toHaveLength(5)
  expect((await (await aProcess()).begin(account, '203.0.113.5')).wait).not.toBeNull()
  const { store } = await theSite()
  const kept = JSON.stringify(await store.db.selectFrom('sign_in_attempt').selectAll().execute())
  expect(kept).not.toContain(account.slice(0, 20))
  expect(kept).not.toContain('203.0.113')
})
