import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { countPerson } from '#features/pledges/server/confirm.ts'
import { openAddressKey } from '#features/pledges/server/public.ts'
import { contradictionsOnceCounted } from '#tests/support/recount.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'

const runs = Math.ceil(Number(process.env.MODEL_RUNS ?? 150) / 10)
const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))

afterAll(async () => (await theSite()).close())

/** Five people share the first mailbox in several spellings; `isCounted: false` confirms the address later. */
const people = [
  { mailbox: 0, spelling: (name: string) => `${name}@gmail.com`, isCounted: true },
  { mailbox: 0, spelling: (name: string) => `${name}@googlemail.com`, isCounted: true },
  { mailbox: 0, spelling: (name: string) => `${name}+a@gmail.com`, isCounted: true },
  { mailbox: 0, spelling: (name: string) => `${name}+b@googlemail.com`, isCounted: false },
  { mailbox: 0, spelling: (name: string) => `${name}+c@gmail.com`, isCounted: false },
  { mailbox: 1, spelling: (name: string) => `x${name}@googlemail.com`, isCounted: true },
  { mailbox: 2, spelling: (name: string) => `y${name}@gmail.com`, isCounted: false },
] as const
/** Rules that overlap: the last one selects everybody. */
const rules = [{ mailDomain: 'gmail.com' }, { mailDomain: 'googlemail.com' }, { accountHours: 1 }] as const

const who = fc.nat(people.length - 1)
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('join' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const), who: fc.constantFrom(3, 4, 6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('invalidate' as const), rule: fc.nat(rules.length - 1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), nth: fc.nat(3) }) },
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never
type World = { campaign: { id: string }; moderator: Person; persons: Person[]; started: string[] }

async function aWorld(): Promise<World> {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const name = `m${uuidv7().replaceAll('-', '').slice(-12)}`
  const persons = await Promise.all(
    people.map(async ({ spelling, isCounted }) => {
      const person = await aPerson({ isCounted })
      await store.db
        .updateTable('person')
        .set({ email: spelling(name), email_verified: isCounted })
        .where('id', '=', person.id)
        .execute()
      return person
    }),
  )
  return { campaign, moderator: await aPerson({ role: 'moderator' }), persons, started: [] }
}

const texts = { reason: 'A rule of the model', note: 'They were made automatically.' }

async function send({ campaign, moderator, persons, started }: World, command: Act): Promise<void> {
  const person = 'who' in command ? persons[command.who] : undefined
  if (command.do === 'join' && person) await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  if (command.do === 'delete' && person) await left(person).catch(() => {})
  if (command.do === 'confirm' && person) {
    const { store, config } = await theSite()
    await countPerson(store.db, { personId: person.id, addressKey: openAddressKey(config.authSecret) })
  }
  if (command.do === 'invalidate') {
    const body = { selection: { campaignId: campaign.id, ...rules[command.rule] }, ...texts }
    started.push((await call(moderator, 'POST', '/moderation/invalidations', { body })).body.id)
  }
  const undone = command.do === 'undo' && started[command.nth]
  if (undone) await call(moderator, 'POST', `/moderation/invalidations/${undone}/undo`, { body: texts })
}

type Pledge = { person_id: string; state: string; own_state: string; rules: string[] }
type Seen = { pledges: Pledge[]; undone: string[] }

/** The pledges of the world after the job is done. */
async function settled({ campaign }: World): Promise<Seen> {
  const { store } = await theSite()
  const underWay = async () =>
    store.db.selectFrom('invalidation').select('id').where('campaign_id', '=', campaign.id).where('state', 'in', ['running', 'undoing']).execute()
  await until(async () => (await underWay()).length === 0)
  const { rows: pledges } = await sql<Pledge>`
    select p.person_id, p.state, coalesce(p.own_state, p.state) as own_state,
      array(select c.invalidation_id::text from pledge_correction c where c.campaign_id = p.campaign_id and c.person_id = p.person_id order by 1) as rules
    from pledge p where p.campaign_id = ${campaign.id} order by p.person_id`.execute(store.db)
  const undone = await store.db.selectFrom('invalidation').select('id').where('campaign_id', '=', campaign.id).where('state', '=', 'undone').execute()
  return { pledges, undone: undone.map(({ id }) => id) }
}

/** A pledge may count if its own state does and no correction is in force; of the pledges of a mailbox that may, exactly one counts. */
function check({ persons }: World, before: Seen, after: Seen): void {
  const mailboxOf = new Map(persons.map(({ id }, n) => [id, people[n]?.mailbox]))
  const byMailbox = Map.groupBy(after.pledges, ({ person_id }) => mailboxOf.get(person_id) ?? person_id)
  for (const [mailbox, pledges] of byMailbox) {
    const may = pledges.filter(({ own_state, rules: inForce }) => inForce.length === 0 && own_state !== 'unconfirmed')
    expect({ mailbox, counted: pledges.filter(({ state }) => state === 'counted').length }).toEqual({ mailbox, counted: Math.min(1, may.length) })
    for (const { state, rules: inForce } of pledges) expect(state === 'invalid').toBe(inForce.length > 0)
  }
  // An undo removes the entries of its own rule and no others.
  for (const { person_id, rules: inForce } of before.pledges) {
    const now = after.pledges.find((each) => each.person_id === person_id)
    if (now) expect(now.rules).toEqual(expect.arrayContaining(inForce.filter((id) => !after.undone.includes(id))))
    if (now) expect(now.rules.filter((id) => after.undone.includes(id))).toEqual([])
  }
}

test(`overlapping invalidations, undos, joins, confirmations and deletions at the same time leave one count per mailbox (MODEL_SEED=${seed})`, async () => {
  const { store, config } = await theSite()
  const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 5 })
  const property = fc.asyncProperty(rounds, async (given) => {
    const world = await aWorld()
    await Promise.all([0, 1, 4, 5].map((n) => send(world, { do: 'join', who: n })))
    let before = await settled(world)
    for (const round of given) {
      await Promise.all(round.map((command) => send(world, command)))
      const after = await settled(world)
      check(world, before, after)
      before = after
    }
  })
  const each = { numRuns: Math.ceil(runs / 3), includeErrorInReport: true }
  await Promise.all([0, 1, 2].map((worker) => fc.assert(property, { ...each, seed: seed + worker })))
  expect((await contradictionsOnceCounted(store.pool, `${config.dataDir}/media`)).join('\n')).toBe('')
}, 900_000)
