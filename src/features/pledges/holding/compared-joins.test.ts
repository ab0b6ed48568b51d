import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newPeople } from '#tests/support/held-pledges.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { expectCleanRecount, join, pledgeStates } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, type Person, theSite } from '#tests/support/site.ts'
import { groupCommit } from '../server/group-commit.ts'
import { openJoinSignals } from './server/signals.ts'

ownSite({ TRUSTED_PROXIES: '127.0.0.1' })

test('a network that has used up its budget on Sunday has none left on Monday, and its joins are compared with those of Sunday', async () => {
  // A Sunday in the past would let the job that counts pledges after 72 hours run into the test.
  const sunday = new Date()
  sunday.setUTCDate(sunday.getUTCDate() + 7 - sunday.getUTCDay())
  const at = (minutes: number) => sunday.setUTCHours(23, 55, 0, 0) + minutes * 60_000
  const crowds = [{ size: 8 }, { size: 24, openSeconds: 20, isFromManyDomains: true }, { size: 64, openSeconds: 20 }]
  const joined = await Promise.all(
    crowds.map(async ({ size, openSeconds, isFromManyDomains }) => {
      const campaign = await aCampaign(await aPerson())
      const people = await newPeople(size)
      const { db } = (await theSite()).store
      const ids = people.map(({ id }) => id)
      if (openSeconds)
        await db
          .insertInto('sign_up_signal')
          .values(ids.map((person_id) => ({ person_id, form_seconds: openSeconds })))
          .execute()
      if (isFromManyDomains) await sql`update person set email = id || '@d' || id || '.test' where id = any(${ids}::uuid[])`.execute(db)
      return { campaign, people, address: aNetwork() }
    }),
  )
  const inOrder = async (minutes: number, part: (people: Person[]) => Person[]) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at(minutes) })
    for (const { campaign, people, address } of joined) for (const person of part(people)) await join(person, campaign, { address })
  }
  try {
    await inOrder(4, (people) => people.slice(0, -2))
    await inOrder(7, (people) => people.slice(-2))
  } finally {
    vi.useRealTimers()
  }
  for (const { campaign, people } of joined) {
    const states = await pledgeStates(campaign, people)
    expect(states.slice(-2)).toEqual(['held', 'held'])
    expect(states.slice(0, 4)).toEqual(counted(4))
  }
  await expectCleanRecount()
})

test('joins that are written together are compared with each other', async () => {
  const { store } = await theSite()
  const signalOf = openJoinSignals({ db: store.db, isExempt: () => false })
  const { take } = groupCommit({ pool: store.pool, onCounted: () => {} })
  const atOnce = async (size: number, emailOf: (n: number) => string) => {
    const campaign = await aCampaign(await aPerson())
    const people = await newPeople(size)
    await store.db
      .insertInto('sign_up_signal')
      .values(people.map(({ id }) => ({ person_id: id, form_seconds: 20 })))
      .execute()
    const caller = { address: aNetwork(), browser: 'a' }
    const signals = await Promise.all(people.map((_, n) => signalOf({ caller, email: emailOf(n) })))
    await Promise.all(
      people.map(({ id }, n) =>
        take({ campaignId: campaign.id, personId: id, isPrivate: true, keys: { mailbox: [], account: [], domain: null }, signal: signals[n] }),
      ),
    )
    return pledgeStates(campaign, people)
  }
  expect(await atOnce(23, (n) => `ada@d${n}.test`)).toEqual([...counted(21), 'held', 'held'])
  expect(await atOnce(63, () => 'ada@gmail.com')).toEqual([...counted(61), 'held', 'held'])
  expect(await atOnce(23, (n) => `ada@${n % 2 ? 'gmail.com' : `d${n}.test`}`)).toEqual(counted(23))
})

const counted = (number: number) => Array(number).fill('counted')

let networks = 0
/** An address of a network that no other test uses. */
const aNetwork = () => `20.2.${networks++}.7`
