import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/site.ts'
import { contractActs, type OtherAct, otherActs } from './acts.ts'
import { allOperations, type Input, isRead, type Operation, type Raw, viaRest, viaRpc } from './clients.ts'
import { type Row, readRights } from './read-rights.ts'
import { type Actor, actors, hidden, type Kind, things, type Word, words } from './rights.ts'
import { rightsPage } from './rights-page.ts'
import { complaintsOf, type Harmless, searchMs } from './unchanged.ts'
import { theWorld } from './world.ts'

const rows = readRights()
const rowsOf = (operation: string) => rows.filter((row) => row.operation === operation)
const operations = allOperations()
const others = Object.entries(otherActs).filter(([, { send }]) => send !== null)
/** The actors whose requests are also sent through `/rpc`. */
const rpcActors: readonly Actor[] = ['visitor', 'stranger', 'creator']

test('every operation has a row with every object of its kind, and no row has an unknown operation', () => {
  const acts = { ...contractActs, ...otherActs }
  const named = [...new Set(rows.map(({ operation }) => operation))]
  expect(Object.keys(contractActs).sort()).toEqual(operations.map(({ name }) => name).sort())
  expect(named.sort()).toEqual(Object.keys(acts).sort())
  for (const [operation, { kind }] of Object.entries(acts)) {
    expect({ operation, things: rowsOf(operation).map(({ thing }) => thing) }).toEqual({ operation, things: things[kind] })
  }
})

test('the table gives suspended people the rights of visitors, and hides what a person may not know about', () => {
  for (const { operation, thing, cells } of rows) {
    if (operation !== 'auth.sign-in') expect({ operation, thing, word: cells.suspended }).toEqual({ operation, thing, word: cells.visitor })
    const { like, but } = hidden[thing] ?? { like: null, but: [] as Actor[] }
    const absent = rows.find((row) => row.operation === operation && row.thing === like)
    for (const actor of actors) {
      if (absent && !but.includes(actor))
        expect({ operation, thing, actor, word: cells[actor] }).toEqual({ operation, thing, actor, word: absent.cells[actor] })
    }
  }
})

test('docs/RIGHTS.md is generated from the table (node scripts/rights.ts)', () => {
  expect(readFileSync('docs/RIGHTS.md', 'utf8')).toBe(rightsPage())
})

const refused = new Map<string, string[]>()
beforeAll(async () => {
  const found = await complaintsOf([...operations.map(refusedAsks), ...others.filter(([, { writes }]) => !writes).map(([name, act]) => otherAsks(name, act))])
  for (const [name, wrong] of found) refused.set(name, wrong)
}, searchMs)

test.each(operations)('$name: readers and refused people get the response in the table, and nothing is written', ({ name }) => {
  expect(refused.get(name)).toEqual([])
})

const writes = operations.filter((operation) => !isRead(operation))
test.each(writes)('$name: everybody with the right can do it, through REST and RPC', async (operation) => {
  const { kind, input } = actOf(operation)
  const allowed = (word: Word) => word === 'yes'
  const rest = await asksOf(operation.name, kind, allowed, { fresh: true })
  expect(wrongOnes(await answersTo(rest, async (ask) => viaRest(ask.who, operation, input(ask))))).toEqual([])
  const rpc = await asksOf(operation.name, kind, allowed, { fresh: true, only: rpcActors })
  expect(wrongOnes(await answersTo(rpc, async (ask) => viaRpc(ask.who, operation, input(ask))))).toEqual([])
})

test.each(others)('%s: everybody gets the response in the table', async (name, act) => {
  const asked = act.writes ? (await otherAsks(name, act).prepare())() : refused.get(name)
  expect(await asked).toEqual([])
})

/** Sends all through the REST API, and those of a few actors through `/rpc` too. */
const refusedAsks = (operation: Operation): Harmless => ({
  name: operation.name,
  async prepare() {
    const { kind, input } = actOf(operation)
    const asks = await asksOf(operation.name, kind, (word) => isRead(operation) || word !== 'yes')
    const few = asks.filter(({ actor }) => rpcActors.includes(actor))
    return async () => [
      ...wrongWith(await answersTo(asks, async (ask) => viaRest(ask.who, operation, input(ask)))),
      ...wrongWith(await answersTo(few, async (ask) => viaRpc(ask.who, operation, input(ask)))),
    ]
  },
})

const otherAsks = (name: string, { kind, send }: OtherAct): Harmless => ({
  name,
  async prepare() {
    const asks = await asksOf(name, kind, () => true)
    return async () =>
      wrongWith(await answersTo(asks, async (ask) => (send === null ? Promise.reject(new Error('Pages are tried elsewhere')) : send(ask.who, ask))))
  },
})

type RightsCheck = { actor: Actor; who: Person | null; state: string; word: Word } & Parameters<(typeof contractActs)[string]['input']>[0]
type Answered = RightsCheck & { raw: Raw }

/** The cells of an operation that `pick` selects, each with the thing that it is about. */
async function asksOf(
  operation: string,
  kind: Kind,
  pick: (word: Word) => boolean,
  how: { fresh?: true; only?: readonly Actor[] } = {},
): Promise<RightsCheck[]> {
  const world = await theWorld()
  const cells = rowsOf(operation).flatMap(({ thing, cells: said }: Row) => actors.map((actor) => ({ actor, state: thing, word: said[actor] })))
  const picked = cells.filter(({ actor, word }) => pick(word) && (how.only ?? actors).includes(actor))
  return Promise.all(
    picked.map(async ({ actor, state, word }) => {
      const thing = await (how.fresh ? world.fresh(kind, state, actor) : world.known(kind, state, actor))
      return { actor, state, word, thing, world, who: world.people[actor] }
    }),
  )
}

function actOf({ name }: Operation): { kind: Kind; input: (ask: RightsCheck) => Input } {
  const act = contractActs[name]
  if (!act) throw new Error(`${name} is missing in tests/matrix/acts.ts and tests/matrix/rights.ts`)
  return act
}

/** Sends nine requests at a time. */
async function answersTo(asks: RightsCheck[], ask: (of: RightsCheck) => Promise<Raw>): Promise<Answered[]> {
  const answers: Answered[] = []
  for (let at = 0; at < asks.length; at += 9) answers.push(...(await Promise.all(asks.slice(at, at + 9).map(async (one) => ({ ...one, raw: await ask(one) })))))
  return answers
}

const wrongWith = (answers: Answered[]) => [...wrongOnes(answers), ...unlikeAbsent(answers)]

const wrongOnes = (answers: Answered[]) =>
  answers.flatMap(({ actor, state, word, raw }) => (isAs(word, raw) ? [] : [`${actor} on ${state}: ${word} expected, ${raw.status} ${raw.text.slice(0, 200)}`]))

function isAs(word: Word, { status, code, text }: Raw): boolean {
  const expected = words[word]
  if (word === 'yes') return [200, 201].includes(status) && text !== ''
  return status === expected.status && code === expected.code && (word !== 'silent' || text === '')
}

/** Responses about a hidden thing that differ in any byte or header from those about an absent one. */
function unlikeAbsent(answers: Answered[]): string[] {
  return answers.flatMap(({ actor, state, word, raw }) => {
    const absent = answers.find((one) => one.actor === actor && one.state === hidden[state]?.like && one.word === word)
    if (!absent) return []
    return JSON.stringify(raw) === JSON.stringify(absent.raw) ? [] : [`${actor} on ${state}: ${JSON.stringify(raw)}, but ${JSON.stringify(absent.raw)}`]
  })
}
