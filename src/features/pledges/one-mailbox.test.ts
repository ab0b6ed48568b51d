import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { started, undone } from '#tests/support/corrections.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { mailboxSpellings } from '#tests/support/mailbox-spellings.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { endOfInvalidation, expectCleanRecount, join } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { countPerson } from './server/confirm.ts'
import { countedPledgeOfMailbox, otherTwin } from './server/counted-pledge-of-mailbox.ts'
import { groupCommit } from './server/group-commit.ts'
import { keyMailboxes, openAddressKey, pledgeKeysOf } from './server/public.ts'

const server = await aSiteWithMail()
patientSite()

test('300 accounts with spellings of ten mailboxes that join at once are ten supporters, one of each mailbox', async () => {
  const campaign = await aCampaign(await aPerson())
  const twins = mailboxSpellings(`m${uuidv7().slice(-8)}`)
  // Accounts have their addresses in lower case, so the case of letters is compared here.
  expect(new Set(twins.map(({ email }) => email.toLowerCase())).size).toBe(300)
  expect(new Set(twins.map(({ mailbox, email }) => `${mailbox} ${canonicalAddress(email)}`)).size).toBe(10)
  const people = await Promise.all(twins.map(async ({ mailbox, email }) => ({ mailbox, person: await aMember(email) })))
  const answers = await Promise.all(people.map(async ({ mailbox, person }) => ({ mailbox, state: (await join(person, campaign)).pledge.state })))
  const byMailbox = Object.entries(Object.groupBy(answers, ({ mailbox }) => mailbox))
  const states = byMailbox.map(([mailbox, some = []]) => [mailbox, ...some.map(({ state }) => state).sort()])
  expect(states).toEqual(byMailbox.map(([mailbox]) => [mailbox, 'counted', ...Array(29).fill('repeated')]))
  expect(states).toHaveLength(10)
  await countsHold(campaign, 11)
})

test('two processes that store pledges of one mailbox at the same moment count it once', async () => {
  const { store, config } = await theSite()
  const addressKey = openAddressKey(config.authSecret)
  const campaign = await aCampaign(await aPerson())
  const both = [1, 2].map(() => groupCommit({ pool: store.pool, onCounted: () => {} }))
  const name = `p${uuidv7().slice(-8)}`
  const people = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => ({ email: `${name}+${n >> 1}x${n}@people.test`, n })).map((made) =>
      made.then(async (one) => ({ ...one, id: (await aMember(one.email)).id })),
    ),
  )
  const taken = await Promise.all(
    people.map(({ id, email, n }) =>
      both[n % 2]?.take({
        campaignId: campaign.id,
        personId: id,
        isPrivate: true,
        keys: pledgeKeysOf(addressKey, { email, personId: id, campaignId: campaign.id }),
      }),
    ),
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

test('nobody can find out through an unconfirmed email address whether its owner has joined: each such account counts, once', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const name = `n${uuidv7().slice(-8)}`
  await join(await aMember(`${name}@people.test`), campaign)
  const typed = `${name}+curious@people.test`
  for (const supporters of [3, 4]) {
    const curious = await aMember(typed)
    await store.db
      .updateTable('person')
      .set({ email_verified: false, created_at: new Date(0) })
      .where('id', '=', curious.id)
      .execute()
    expect(await join(curious, campaign)).toMatchObject({ pledge: { state: 'counted' }, count: { supporters } })
    expect((await call(curious, 'DELETE', `/campaigns/${campaign.id}/pledge`)).status).toBe(200)
    expect(await join(curious, campaign)).toMatchObject({ pledge: { state: 'counted' }, count: { supporters } })
    // The next account has the same address.
    await left(curious)
  }
  await countsHold(campaign, 4)
  expect((await join(await aMember(`${name}+again@people.test`), campaign)).pledge.state).toBe('repeated')
})

test('another account of the creator’s mailbox is not counted in the creator’s campaign', async () => {
  const name = `o${uuidv7().slice(-8)}`
  const campaign = await aCampaign(await aMember(`${name}@people.test`))
  expect((await join(await aMember(`${name}+2@people.test`), campaign)).count.supporters).toBe(1)
})

test('when pledges without keys get their keys, the oldest of a mailbox stays counted, every count follows, and the change is published as one correction', async () => {
  const { store, config } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [one, other] = [`k${uuidv7().slice(-8)}`, `l${uuidv7().slice(-8)}`]
  const emails = [`${one}@people.test`, `${other}@people.test`, `${one}+2@people.test`, `${one}+3@people.test`]
  const people: Person[] = []
  for (const email of emails) {
    const person = await aMember(email)
    people.push(person)
    // Counts the pledges as a release without keys did.
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

test('a query finds a mailbox by its key alone, also with a plan that was made while a campaign was small', async () => {
  const { store } = await theSite()
  for (const [twinOf, index] of [
    [countedPledgeOfMailbox, 'pledge_one_mailbox'],
    [otherTwin, 'pledge_other_keys'],
  ] as const) {
    const twin = twinOf({ campaign: 'asked.campaign_id', keys: 'asked.keys' })
    const plan = await store.db.transaction().execute(async (tx) => {
      // Otherwise PostgreSQL reads a table or an index of a few rows as a whole.
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local cpu_index_tuple_cost = 1000`.execute(tx)
      return sql<{
        'QUERY PLAN': string
      }>`explain select * from (values (${uuidv7()}::uuid, 'a b')) asked(campaign_id, keys), lateral (${sql.raw(twin)}) t`.execute(tx)
    })
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(new RegExp(`(using|Bitmap Index Scan on) ${index}`))
    expect(lines).toMatch(/Index Cond: \(address_key = each\.key\)/)
  }
})

/** A person with a confirmed address, and a session. */
async function aMember(email: string): Promise<Person> {
  const { store } = await theSite()
  const person = await aPerson()
  await store.db.updateTable('person').set({ email: email.toLowerCase(), email_verified: true }).where('id', '=', person.id).execute()
  return person
}

/** The campaign has this many supporters, and no stored count differs from its rows. */
async function countsHold({ id }: { id: string }, supporters: number) {
  const { store } = await theSite()
  const { rows } = await sql<{ counted: number }>`select count(*)::int as counted from pledge where campaign_id = ${id} and state = 'counted'`.execute(store.db)
  expect(rows[0]?.counted).toBe(supporters)
  await expectCleanRecount()
}

test('after the undo of a correction a mailbox counts once, also if its keys have changed and its earlier account was deleted', async () => {
  const { store, config } = await theSite()
  const texts = { reason: 'They signed up without the form.', note: 'They were made automatically.' }
  for (const isDeleted of [false, true])
    for (const isConfirmedLater of [false, true]) {
      const [campaign, moderator] = [await aCampaign(await aPerson()), await aPerson({ role: 'moderator' })]
      const email = `v${uuidv7().slice(-10)}-shopping@yahoo.com`
      const first = await aMember(email)
      await join(first, campaign)
      const address_key = earlierKey(config.authSecret, `${campaign.id} ${email}`)
      await store.db.updateTable('pledge').set({ address_key }).where('campaign_id', '=', campaign.id).where('person_id', '=', first.id).execute()
      const selection = { campaignId: campaign.id, accountHours: 24 }
      const id = await started(moderator, selection, texts)
      await endOfInvalidation(moderator, id)
      if (isDeleted) expect((await call(first, 'DELETE', '/me', { body: { phrase: 'DELETE MY ACCOUNT' } })).status).toBe(200)
      else
        await store.db
          .updateTable('person')
          .set({ email: `${first.id}@moved.test` })
          .where('id', '=', first.id)
          .execute()
      const second = await aPerson({ isCounted: !isConfirmedLater })
      await store.db.updateTable('person').set({ email, email_verified: true }).where('id', '=', second.id).execute()
      await join(second, campaign)
      if (isConfirmedLater) await countPerson(store.db, { personId: second.id, addressKey: openAddressKey(config.authSecret) })
      await countsHold(campaign, 0)
      await undone(id, texts)
      expect((await endOfInvalidation(moderator, id)).state).toBe('undone')
      await countsHold(campaign, 2)
    }
})

/** The key that a release made of these words which knew no tag after a dash. */
function earlierKey(secret: string, words: string): string {
  const key = hkdfSync('sha256', secret, '', 'mailboxes that count in a campaign', 32)
  return createHmac('sha256', Buffer.from(key)).update(words).digest('hex')
}

test('a mailbox that counted and left is recognized if its key was made before a dash was known to begin a tag', async () => {
  const { store, config } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [leaver, again] = [await aPerson(), await aPerson()]
  const email = `n${uuidv7().slice(-10)}-shopping@yahoo.com`
  const earlier = earlierKey(config.authSecret, `${campaign.id} ${email}`)
  await join(leaver, campaign)
  await store.db.updateTable('pledge').set({ address_key: earlier }).where('campaign_id', '=', campaign.id).where('person_id', '=', leaver.id).execute()
  expect((await call(leaver, 'DELETE', '/me', { body: { phrase: 'DELETE MY ACCOUNT' } })).status).toBe(200)
  await store.db.updateTable('person').set({ email, email_verified: true }).where('id', '=', again.id).execute()
  expect((await join(again, campaign)).pledge.state).toBe('repeated')
  await expectCleanRecount()
})
