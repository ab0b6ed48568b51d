import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences } from '#main/operations/recount.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { countsSettled } from '#tests/support/content-hash.ts'
import { withoutDeadlines } from '#tests/support/locks.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { groupCommit } from './server/group-commit.ts'
import { keyMailboxes, openAddressKey } from './server/public.ts'

const server = await aSiteWithMail()
let hurry = () => {}
beforeAll(async () => {
  hurry = withoutDeadlines((await theSite()).store)
})
afterAll(() => hurry())

/** Spellings of one mailbox: case, tags, ignored dots, and a provider's several domains. */
function spellings(name: string, count: number): string[] {
  const [first = '', ...rest] = name
  return Array.from({ length: count }, (_, n) => {
    const dots = rest.map((letter, at) => ((n >> (at % 8)) & 1 ? `.${letter}` : letter)).join('')
    return `${first}${dots}${n % 3 ? `+${n}` : ''}@${n % 2 ? 'googlemail.com' : 'gmail.com'}`
  }).filter((each, at, all) => all.indexOf(each) === at)
}

test('300 accounts of one mailbox that join at once are one supporter, and the mailbox of another person is one more', async () => {
  const campaign = await aCampaign(await aPerson())
  const twins = spellings(`m${uuidv7().slice(-8)}`, 300)
  const people = await Promise.all([...twins, `${uuidv7()}@gmail.com`].map((email) => aMember(email)))
  const answers = await Promise.all(people.map((person) => join(person, campaign)))
  expect(answers.filter(({ pledge }) => pledge.state === 'counted')).toHaveLength(2)
  expect(answers.filter(({ pledge }) => pledge.state === 'repeated')).toHaveLength(twins.length - 1)
  expect(twins.length).toBeGreaterThan(250)
  await countsHold(campaign, 3)
})

test('two processes that take one mailbox at the same moment count it once', async () => {
  const { store, config } = await theSite()
  const keysOf = openAddressKey(config.authSecret)
  const campaign = await aCampaign(await aPerson())
  const both = [1, 2].map(() => groupCommit({ pool: store.pool, onCounted: () => {} }))
  const name = `p${uuidv7().slice(-8)}`
  const people = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => ({ email: `${name}+${n >> 1}x${n}@people.test`, n })).map((made) =>
      made.then(async (one) => ({ ...one, id: (await aMember(one.email)).id })),
    ),
  )
  const taken = await Promise.all(
    people.map(({ id, email, n }) => both[n % 2]?.take({ campaignId: campaign.id, personId: id, isPrivate: true, addressKeys: keysOf(email, campaign.id) })),
  )
  expect(taken.map((each) => each?.outcome)).toEqual(people.map(() => 'joined'))
  await countsHold(campaign, 2)
})

test('confirming an address of a mailbox that already counts reports that and counts nobody again', async () => {
  const campaign = await aCampaign(await aPerson())
  const name = `c${uuidv7().slice(-8)}`
  await join(await aMember(`${name}@people.test`), campaign)
  const twin = `${name}+again@people.test`
  expect((await postAuth('sign-up/email', { name: 'Ada Lovelace', email: twin, password })).status).toBe(200)
  const person = await signedIn(twin)
  expect(await join(person, campaign)).toMatchObject({ pledge: { state: 'unconfirmed' }, count: { supporters: 2 } })
  expect((await postAuth('verify-email', { token: linkIn(await server.next(twin, /Confirm your email/), 'confirm').token }, person)).status).toBe(200)
  expect((await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).body.pledge.state).toBe('repeated')
  expect((await call(person, 'GET', `/campaigns/${campaign.slug}`)).body.viewer.pledge.state).toBe('repeated')
  expect((await call(person, 'GET', '/me/pledges')).body.items[0].pledge.state).toBe('repeated')
  await countsHold(campaign, 2)
})

test('nobody learns from an address that was not confirmed by mail whether its owner has joined', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const name = `n${uuidv7().slice(-8)}`
  await join(await aMember(`${name}@people.test`), campaign)
  const curious = await aMember(`${name}+curious@people.test`)
  await store.db.updateTable('person').set({ email_verified: false }).where('id', '=', curious.id).execute()
  expect(await join(curious, campaign)).toMatchObject({ pledge: { state: 'counted' } })
  expect((await call(curious, 'GET', `/campaigns/${campaign.id}/pledge`)).body.pledge.state).toBe('counted')
  await countsHold(campaign, 2)
})

test('who publishes a campaign counts there once too', async () => {
  const name = `o${uuidv7().slice(-8)}`
  const campaign = await aCampaign(await aMember(`${name}@people.test`))
  expect((await join(await aMember(`${name}+2@people.test`), campaign)).count.supporters).toBe(1)
})

test('pledges from before there were keys: the oldest of a mailbox stays counted, every count follows, and one correction is public', async () => {
  const { store, config } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [one, other] = [`k${uuidv7().slice(-8)}`, `l${uuidv7().slice(-8)}`]
  const emails = [`${one}@people.test`, `${other}@people.test`, `${one}+2@people.test`, `${one}+3@people.test`]
  const people: Person[] = []
  for (const email of emails) {
    const person = await aMember(email)
    people.push(person)
    // As a release without keys counted them.
    await store.db
      .updateTable('person')
      .set({ email: `${person.id}@earlier.test` })
      .where('id', '=', person.id)
      .execute()
    await join(person, campaign)
    await store.db.updateTable('person').set({ email }).where('id', '=', person.id).execute()
  }
  const ids = people.map(({ id }) => id)
  await store.db.updateTable('pledge').set({ address_key: null }).where('campaign_id', '=', campaign.id).where('person_id', 'in', ids).execute()
  await countsHold(campaign, 5)
  const key = () => longTransaction(store, 'newest rows', (tx) => keyMailboxes(tx, openAddressKey(config.authSecret)))
  expect([await key(), await key()]).toEqual([1, 0])
  const states = await Promise.all(people.map(async (person) => (await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).body.pledge.state))
  expect(states).toEqual(['counted', 'counted', 'repeated', 'repeated'])
  await countsHold(campaign, 3)
  const corrections = await store.db
    .selectFrom('count_correction')
    .select(['reason', 'count_before', 'count_after'])
    .where('campaign_id', '=', campaign.id)
    .execute()
  expect(corrections).toEqual([{ reason: 'one_mailbox', count_before: 5, count_after: 3 }])
})

/** A person with a confirmed address, and a session. */
async function aMember(email: string): Promise<Person> {
  const { store } = await theSite()
  const person = await aPerson()
  await store.db.updateTable('person').set({ email: email.toLowerCase(), email_verified: true }).where('id', '=', person.id).execute()
  return person
}

async function join(person: Person, { id }: { id: string }) {
  const { status, body } = await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  expect(status).toBe(200)
  return body
}

/** The campaign has this many supporters, and no stored count differs from its rows. */
async function countsHold({ id }: { id: string }, supporters: number) {
  const { store } = await theSite()
  await countsSettled(store)
  const { rows } = await sql<{ counted: number }>`select count(*)::int as counted from pledge where campaign_id = ${id} and state = 'counted'`.execute(store.db)
  expect(rows[0]?.counted).toBe(supporters)
  expect(await differences(store)).toEqual([])
}
