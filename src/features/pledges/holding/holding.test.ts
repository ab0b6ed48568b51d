import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { anEmail, aSignUp, password, signedIn } from '#tests/support/accounts.ts'
import { started, undone } from '#tests/support/corrections.ts'
import { groupOf, held, newPeople, ownPledge } from '#tests/support/held-pledges.ts'
import { pressJoin } from '#tests/support/joining.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { endOfInvalidation, expectCleanRecount, join, pledgeStates, supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { countPerson } from '../server/confirm.ts'
import { openAddressKey } from '../server/public.ts'
import { forgetSignals, releaseStep, showBursts } from './server/release.ts'
import { openJoinSignals } from './server/signals.ts'

ownSite({ TRUSTED_PROXIES: '127.0.0.1' })

const reason = 'They signed up without the form.'

test('many joins from one network count if the form was filled in, the accounts are a day old, or the server’s own machine sends them', async () => {
  const campaign = await aCampaign(await aPerson())
  const network = aNetwork()
  const written: Person[] = []
  for (let n = 0; n < 8; n++) written.push(await aSignedUp({ openSeconds: 20 }))
  const old = await newPeople(8)
  const { store } = await theSite()
  await sql`update person set created_at = now() - interval '2 days' where id = any(${old.map(({ id }) => id)}::uuid[])`.execute(store.db)
  for (const person of [...written, ...old]) await join(person, campaign, { address: `${network}.7` })
  const local = await newPeople(4)
  for (const person of local) await join(person, campaign)
  expect(new Set(await pledgeStates(campaign, [...written, ...old, ...local]))).toEqual(new Set(['counted']))
})

test('a form counts as filled in quickly if it is sent soon after Join was pressed, whatever opening time its page reports', async () => {
  const campaign = await aCampaign(await aPerson())
  const headers = { 'x-forwarded-for': `${aNetwork()}.3` }
  const emails = Array.from({ length: 6 }, anEmail)
  for (const email of emails) {
    const { join: carried, cookie } = await pressJoin({ campaignId: campaign.id })
    expect((await aSignUp({ email, join: carried, openSeconds: 60 }, { cookie, headers })).status).toBe(200)
  }
  const people = await Promise.all(emails.map((email) => signedIn(email)))
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), 'held', 'held'])
})

test('joins with many uncommon mail domains are held beyond the budget of their network, even if the form was filled in', async () => {
  const campaign = await aCampaign(await aPerson())
  const network = aNetwork()
  const people: Person[] = []
  for (let n = 0; n < 24; n++) people.push(await aSignedUp({ openSeconds: 20, email: `${uuidv7()}@d${uuidv7().slice(-10)}.test` }))
  for (const person of people) await join(person, campaign, { address: `${network}.7` })
  const states = await pledgeStates(campaign, people)
  expect(states.slice(0, 21)).not.toContain('held')
  expect(states.slice(21)).toEqual(['held', 'held', 'held'])
  await expectCleanRecount()
})

test('a join within the budget is judged again, together with the network’s other confirmations, when its email address is confirmed', async () => {
  const campaign = await aCampaign(await aPerson())
  const network = aNetwork()
  const people: Person[] = []
  for (let n = 0; n < 6; n++) people.push(await aPerson({ isCounted: false }))
  for (const person of people) {
    await join(person, campaign, { address: `${network}.9` })
    const { store } = await theSite()
    // Moves the earlier joins ten minutes back.
    await sql`update join_signal set at = at - interval '10 minutes' where campaign_id = ${campaign.id}`.execute(store.db)
  }
  expect(await pledgeStates(campaign, people)).toEqual(Array(6).fill('unconfirmed'))
  const { store, config } = await theSite()
  for (const { id } of people) await countPerson(store.db, { personId: id, addressKey: openAddressKey(config.authSecret) })
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), 'held', 'held'])
  expect(await ownPledge(people[5] as Person, campaign)).toMatchObject({ pledge: { state: 'counted' }, unconfirmedEmail: null })
  await expectCleanRecount()
})

test('neither export, panel nor dashboard tell a held pledge, or one of a mailbox that already counts, from a counted one days after it was made', async () => {
  const campaign = await aCampaign(await aPerson(), { impact: { mode: 'monetary', productService: 'Parcels', spendCents: 900, durationBasis: 'monthly' } })
  const address = `${aNetwork()}.9`
  const { store, config } = await theSite()
  const people: Person[] = []
  for (let n = 0; n < 6; n++) people.push(await aPerson({ isCounted: false }))
  for (const person of people) await join(person, campaign, { address })
  const twin = await aPerson({ isCounted: false })
  await join(twin, campaign)
  await sql`update pledge set created_at = created_at - interval '3 days' where campaign_id = ${campaign.id}`.execute(store.db)
  await sql`update person set email = ${`${people[0]?.id}+2@people.test`} where id = ${twin.id}`.execute(store.db)
  for (const { id } of [...people, twin]) await countPerson(store.db, { personId: id, addressKey: openAddressKey(config.authSecret) })
  await sql`update person set email_verified = false where id = ${twin.id}`.execute(store.db)
  expect(await pledgeStates(campaign, [...people, twin])).toEqual([...counted(4), 'held', 'held', 'repeated'])

  const answers = []
  for (const person of [...people, twin]) {
    const { isRecent, pledge } = await ownPledge(person, campaign)
    const [exported] = (await call(person, 'GET', '/me/export')).body.pledges
    const minutes = Math.round((Date.now() - Date.parse(exported.countedAt)) / 600_000)
    answers.push({ isRecent, pledge, state: exported.state, minutes, impact: (await call(person, 'GET', '/me/dashboard')).body.impact })
  }
  expect(answers[0]).toMatchObject({ isRecent: true, state: 'counted', minutes: 0, impact: { monthlyCents: 900 } })
  expect(answers).toEqual(Array(7).fill(answers[0]))
})

test('a group under 20 counts after 72 hours, and signals are forgotten after 30 days', async () => {
  const campaign = await aCampaign(await aPerson())
  const people = await newPeople(6)
  const address = `${aNetwork()}.1`
  for (const person of people) await join(person, campaign, { address })
  await held(people, campaign, 71)
  await decided()
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), 'held', 'held'])
  await held(people, campaign, 73)
  await decided()
  expect(await pledgeStates(campaign, people)).toEqual(counted(6))
  expect(await supportersOf(campaign)).toBe(7)
  const { store } = await theSite()
  const rows = async () => (await sql`select from join_signal where campaign_id = ${campaign.id}`.execute(store.db)).rows.length
  await forgetSignals(store.db)
  expect(await rows()).toBe(6)
  await sql`update join_signal set at = now() - interval '31 days' where campaign_id = ${campaign.id}`.execute(store.db)
  await forgetSignals(store.db)
  expect(await rows()).toBe(0)
  await expectCleanRecount()
})

test('a burst waits for a moderator; after 72 hours its people learn that, can ask a moderator to look, and see the result', async () => {
  const { campaign, people, first } = await aHeldBurst()
  const moderator = await aPerson({ role: 'moderator' })
  expect((await call(first, 'PUT', `/campaigns/${campaign.id}/pledge/look`)).status).toBe(404)
  await held(people, campaign, 73)
  await decided()
  expect(await ownPledge(first, campaign)).toMatchObject({ pledge: { state: 'review' }, isLookAsked: false, isChecked: false })
  expect((await call(first, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body.pledge.state).toBe('review')
  expect((await call(first, 'PUT', `/campaigns/${campaign.id}/pledge/look`)).body).toEqual({ isLookAsked: true })
  const group = await groupOf(moderator, campaign)
  expect(group).toMatchObject({ pledges: 20, isBurst: true, isLookAsked: true, looksAsked: null })
  expect(JSON.stringify(group)).not.toContain(first.id)
  const decision = { campaignId: campaign.id, network: group.network, reason }
  expect((await call(await aPerson(), 'POST', '/moderation/held-pledges/let-in', { body: decision })).status).toBe(404)
  expect((await call(moderator, 'POST', '/moderation/held-pledges/let-in', { body: { ...decision, reason: ' ' } })).body.code).toBe('REASON_MISSING')
  expect((await call(moderator, 'POST', '/moderation/held-pledges/let-in', { body: decision })).status).toBe(200)
  await until(async () => (await supportersOf(campaign)) === 25)
  expect(await ownPledge(first, campaign)).toMatchObject({ pledge: { state: 'counted' }, isChecked: true })
  expect(await groupOf(moderator, campaign)).toBeUndefined()
  await expectCleanRecount()
})

test('after 30 days an undecided burst keeps the label of its group, and no hash of a browser or a mail domain', async () => {
  const { campaign } = await aHeldBurst()
  const moderator = await aPerson({ role: 'moderator' })
  const group = await groupOf(moderator, campaign)
  const { db } = (await theSite()).store
  await sql`update join_signal set at = now() - interval '31 days' where campaign_id = ${campaign.id}`.execute(db)
  await forgetSignals(db)
  const { rows } = await sql`select distinct network, browser, mail_domain from join_signal where campaign_id = ${campaign.id}`.execute(db)
  expect(rows).toEqual([{ network: group.network, browser: '', mail_domain: '' }])
  expect(await groupOf(moderator, campaign)).toEqual(group)
})

test('a burst that crosses Monday is one group: it waits for a moderator, who rejects both parts at once', async () => {
  const campaign = await aCampaign(await aPerson())
  const moderator = await aPerson({ role: 'moderator' })
  const parts = [await newPeople(16), await newPeople(16)]
  for (const part of parts) {
    const address = `${aNetwork()}.6`
    for (const person of part) await join(person, campaign, { address })
  }
  const people = parts.flat()
  const { db } = (await theSite()).store
  const networkOf = async (who: Person | undefined) =>
    (
      await db
        .selectFrom('join_signal')
        .select('network')
        .where('campaign_id', '=', campaign.id)
        .where('person_id', '=', String(who?.id))
        .executeTakeFirstOrThrow()
    ).network
  const [sunday, monday] = [await networkOf(parts[0]?.[0]), await networkOf(parts[1]?.[0])]
  await sql`update join_signal set network_before = ${sunday} where campaign_id = ${campaign.id} and network = ${monday}`.execute(db)
  await held(people, campaign, 73)
  await decided()
  const twelveWait = [...counted(4), ...Array(12).fill('review')]
  expect(await pledgeStates(campaign, people)).toEqual([...twelveWait, ...twelveWait])
  expect(await groupOf(moderator, campaign)).toMatchObject({ network: sunday, pledges: 20, isBurst: true })
  const { body } = await call(moderator, 'POST', '/moderation/held-pledges/reject', { body: { campaignId: campaign.id, network: sunday, reason } })
  expect(await endOfInvalidation(moderator, body.id)).toMatchObject({ state: 'done', pledges: 20 })
  expect(await groupOf(moderator, campaign)).toBeUndefined()
  await expectCleanRecount()
})

test('a burst that lasts from one week into the next is one group and waits for a moderator', async () => {
  const campaign = await aCampaign(await aPerson())
  const moderator = await aPerson({ role: 'moderator' })
  const { db } = (await theSite()).store
  const address = `${aNetwork()}.8`
  const people = await newPeople(28)
  for (const person of people) await join(person, campaign, { address })
  const [sunday, week, next] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
  const labelled = (from: number, to: number, network: string, before: string | null) =>
    sql`
      update join_signal set network = ${network}, network_before = ${before}
      where campaign_id = ${campaign.id} and person_id = any(${people.slice(from, to).map(({ id }) => id)}::uuid[])`.execute(db)
  // Four joins count and 24 are held: six on Sunday, six on Wednesday, six on Thursday, and six on the next Monday.
  await labelled(0, 10, sunday, null)
  await labelled(10, 16, week, sunday)
  await labelled(16, 22, week, null)
  await labelled(22, 28, next, week)
  await held(people, campaign, 73)
  await decided()
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), ...Array(24).fill('review')])
  expect(await groupOf(moderator, campaign)).toMatchObject({ network: sunday, pledges: 20, isBurst: true })
  const { rows } = await sql`select from moderator_work where page = 'joins'`.execute(db)
  const decision = { campaignId: campaign.id, network: sunday, reason }
  expect((await call(moderator, 'POST', '/moderation/held-pledges/let-in', { body: decision })).status).toBe(200)
  expect((await sql`select from moderator_work where page = 'joins'`.execute(db)).rows).toHaveLength(rows.length - 1)
  await until(async () => (await supportersOf(campaign)) === 29)
  await expectCleanRecount()
})

test('held pledges of Wednesday and Thursday are one group, also if the network has only counted pledges from before Thursday', async () => {
  const campaign = await aCampaign(await aPerson())
  const moderator = await aPerson({ role: 'moderator' })
  const { db } = (await theSite()).store
  const address = `${aNetwork()}.8`
  const people = await newPeople(24)
  for (const person of people) await join(person, campaign, { address })
  const [sunday, week] = ['d'.repeat(32), 'e'.repeat(32)]
  const labelled = (from: number, to: number, network: string, before: string | null) =>
    sql`
      update join_signal set network = ${network}, network_before = ${before}
      where campaign_id = ${campaign.id} and person_id = any(${people.slice(from, to).map(({ id }) => id)}::uuid[])`.execute(db)
  await labelled(0, 4, week, sunday)
  await labelled(4, 14, sunday, null)
  await labelled(14, 24, week, null)
  await held(people, campaign, 73)
  await decided()
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), ...Array(20).fill('review')])
  expect(await groupOf(moderator, campaign)).toMatchObject({ network: sunday, pledges: 20, isBurst: true })
})

test('a join of the first three days of a week also has the label that its network had the week before, if that week has a key', async () => {
  const { db } = (await theSite()).store
  const signalAt = (at: string) =>
    openJoinSignals({ db, isExempt: () => false })({ caller: { address: '20.255.1.1', browser: 'a' }, email: 'ada@example.test', at: new Date(at) })
  expect(await signalAt('2031-01-06T00:10:00Z')).toMatchObject({ network_before: null })
  const sunday = await signalAt('2031-01-12T23:50:00Z')
  expect(sunday).toMatchObject({ network_before: null })
  for (const at of ['2031-01-13T00:10:00Z', '2031-01-15T23:50:00Z']) {
    const signal = await signalAt(at)
    expect(signal).toMatchObject({ network_before: sunday?.network })
    expect(signal?.network).not.toBe(sunday?.network)
  }
  expect(await signalAt('2031-01-16T00:10:00Z')).toMatchObject({ network_before: null })
})

test('people who wait for a look read how long it has lately taken, from five decisions on', async () => {
  const { campaign, people, first } = await aHeldBurst()
  await aPerson({ role: 'moderator' })
  await held(people, campaign, 73)
  await decided()
  const { store } = await theSite()
  await sql`update join_signal set look_asked_at = null`.execute(store.db)
  const decide = (ids: string[]) =>
    sql`
      update join_signal set network = md5(person_id::text), look_asked_at = now() - interval '50 hours', checked_at = now() - interval '2 hours', held_at = null
      where campaign_id = ${campaign.id} and person_id = any(${ids}::uuid[])`.execute(store.db)
  const ids = people.map(({ id }) => id)
  await decide(ids.slice(5, 9))
  expect(await ownPledge(first, campaign)).toMatchObject({ pledge: { state: 'review' }, hoursToLook: null })
  await decide(ids.slice(9, 10))
  expect(await ownPledge(first, campaign)).toMatchObject({ pledge: { state: 'review' }, hoursToLook: 48 })
  expect(await ownPledge(people[0] as Person, campaign)).toMatchObject({ pledge: { state: 'counted' }, hoursToLook: null })
})

test('the pledges of a rejected group never count, which their people see, and undoing the rejection holds them again', async () => {
  const { campaign, first } = await aHeldBurst()
  const moderator = await aPerson({ role: 'moderator' })
  const { network } = await groupOf(moderator, campaign)
  const rejected = await call(moderator, 'POST', '/moderation/held-pledges/reject', { body: { campaignId: campaign.id, network, reason } })
  expect(rejected.status).toBe(200)
  const invalidation = await endOfInvalidation(moderator, rejected.body.id)
  expect(invalidation).toMatchObject({ state: 'done', pledges: 20, isHeld: true, note: '' })
  expect(await ownPledge(first, campaign)).toMatchObject({ pledge: { state: 'rejected' }, isLookPossible: false, isLookAsked: false })
  expect((await call(first, 'GET', '/me/pledges')).body.items[0].pledge.state).toBe('rejected')
  expect((await call(first, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })).body.pledge.state).toBe('rejected')
  expect((await call(first, 'PUT', `/campaigns/${campaign.id}/pledge/look`)).status).toBe(404)
  expect(await supportersOf(campaign)).toBe(5)
  expect((await call(moderator, 'POST', `/moderation/invalidations/${rejected.body.id}/undo`, { body: { reason, note: '' } })).status).toBe(200)
  await endOfInvalidation(moderator, rejected.body.id)
  expect((await groupOf(moderator, campaign)).pledges).toBe(20)
  const { store } = await theSite()
  expect((await sql`select from count_correction where campaign_id = ${campaign.id}`.execute(store.db)).rows).toEqual([])
  await expectCleanRecount()
})

test('a held pledge that was taken out by another condition than its network is decided after an undo two months later', async () => {
  const campaign = await aCampaign(await aPerson())
  const people = await newPeople(6)
  const address = `${aNetwork()}.4`
  for (const person of people) await join(person, campaign, { address })
  const moderator = await aPerson({ role: 'moderator' })
  const selection = { campaignId: campaign.id, accountHours: 1 }
  const id = await started(moderator, selection)
  await endOfInvalidation(moderator, id)
  const { store } = await theSite()
  await sql`update invalidation set created_at = now() - interval '60 days' where id = ${id}`.execute(store.db)
  const aged = sql`update join_signal set at = now() - interval '60 days', held_at = held_at - interval '60 days' where campaign_id = ${campaign.id}`
  await aged.execute(store.db)
  await forgetSignals(store.db)
  await undone(id)
  await endOfInvalidation(moderator, id)
  // The job of the site may decide about the two others at any moment.
  expect((await pledgeStates(campaign, people)).slice(0, 4)).toEqual(counted(4))
  await decided()
  expect(await pledgeStates(campaign, people)).toEqual(counted(6))
  await forgetSignals(store.db)
  expect((await sql`select from join_signal where campaign_id = ${campaign.id}`.execute(store.db)).rows).toEqual([])
  await expectCleanRecount()
})

test('on a site without moderators a burst counts after 72 hours, and so does one that waited for a moderator who has left', async () => {
  const { campaign: waiting, people: earlier } = await aHeldBurst()
  await aPerson({ role: 'moderator' })
  await held(earlier, waiting, 73)
  await decided()
  expect((await pledgeStates(waiting, earlier)).slice(4)).toEqual(Array(20).fill('review'))
  const { campaign, people } = await aHeldBurst()
  const { store } = await theSite()
  await store.db.updateTable('person').set({ role: 'member' }).where('role', '<>', 'member').execute()
  await held(people, campaign, 71)
  await decided()
  expect((await pledgeStates(campaign, people)).slice(4)).toEqual(Array(20).fill('held'))
  await held(people, campaign, 73)
  await decided()
  for (const [one, all] of [
    [waiting, earlier],
    [campaign, people],
  ] as const)
    expect(await pledgeStates(one, all)).toEqual(counted(24))
  await expectCleanRecount()
})

test('nobody decides about the held pledges of their own campaign', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const { campaign } = await aHeldBurst(moderator)
  const { network } = await groupOf(moderator, campaign)
  const body = { campaignId: campaign.id, network, reason }
  for (const decision of ['let-in', 'reject'])
    expect((await call(moderator, 'POST', `/moderation/held-pledges/${decision}`, { body })).body.data.fields).toEqual({ campaignId: 'OWN_CAMPAIGN' })
})

/** A campaign with four counted and 20 held pledges of new accounts, besides its creator’s. */
async function aHeldBurst(creator?: Person) {
  const campaign = await aCampaign(creator ?? (await aPerson()))
  const people = await newPeople(24)
  const address = `${aNetwork()}.5`
  for (const person of people) await join(person, campaign, { address })
  return { campaign, people, first: people[4] as Person }
}

const counted = (number: number) => Array(number).fill('counted')

let networks = 0
/** The first three numbers of an address that no other test uses. */
const aNetwork = () => `20.${Math.floor(networks / 250)}.${networks++ % 250}`

async function aSignedUp(form: { openSeconds: number; email?: string }): Promise<Person> {
  const email = form.email ?? anEmail()
  const { status } = await aSignUp({ ...form, email }, { headers: { 'x-forwarded-for': `${aNetwork()}.1` } })
  expect(status).toBe(200)
  const person = await signedIn(email, password)
  const { store } = await theSite()
  await sql`update person set counting_from = now() where id = ${person.id}`.execute(store.db)
  return person
}

/** Does the work of the job that decides about held pledges. */
async function decided() {
  const { store } = await theSite()
  await showBursts(store.db)
  while ((await releaseStep(store.db)).state !== 'idle') {}
}
