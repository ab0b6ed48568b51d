import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { anEntry } from '#tests/support/entries.ts'
import { contradictionsOnceCounted } from '#tests/support/recount.ts'
import { seed } from '#tests/support/seed.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { explained } from './explained.ts'
import { begin, type Command, expected, firstComments, type Name, type State, step } from './moderated.ts'
import { answered } from './world.ts'

const runs = Math.ceil(Number(process.env.MODEL_RUNS ?? 60) / 3)
const atOnce = 4

afterAll(async () => (await theSite()).close())

const who = fc.constantFrom('creator', 'author')
const decision = fc.constantFrom('visible', 'visible', 'hidden', 'removed')

/** A random command. `at` becomes the tag of a new comment; `tags` are those of the comments that it may act on. */
function commandAt(at: string, tags: string[]): fc.Arbitrary<Command> {
  const drawn: { weight: number; arbitrary: fc.Arbitrary<object> }[] = [
    { weight: 4, arbitrary: fc.record({ do: fc.constant('decide'), what: fc.constant('campaign'), decision }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('decide'), what: fc.constantFrom(...tags), decision }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('suspend'), who, hidesContent: fc.constantFrom(true, true, false) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('lift'), who }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('join'), who: fc.constantFrom('author', 'joiner') }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('comment'), who: fc.constantFrom('author', 'author', 'joiner'), tag: fc.constant(at) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('like'), what: fc.constantFrom(...tags) }) },
  ]
  return fc.oneof(...drawn) as fc.Arbitrary<Command>
}

const width = 3

/** Five rounds of up to three simultaneous commands. */
const history = fc.tuple(
  ...Array.from({ length: 5 }, (_, round) => {
    const earlier = Array.from({ length: round * width }, (_, n) => `${Math.floor(n / width)}.${n % width}`)
    const commands = Array.from({ length: width }, (_, n) => fc.option(commandAt(`${round}.${n}`, [...Object.keys(firstComments), ...earlier]), { freq: 6 }))
    return fc.tuple(...commands).map((some) => some.filter((command) => command !== null))
  }),
)

type World = { campaign: { id: string; slug: string }; persons: Record<Name | 'moderator', Person>; ids: Map<string, string> }

async function aWorld(): Promise<World> {
  const persons = { creator: await aPerson(), author: await aPerson(), joiner: await aPerson(), moderator: await aPerson({ role: 'moderator' }) }
  const campaign = await aCampaign(persons.creator, { target: { id: (await anEntry('target')).id } })
  const world = { campaign, persons, ids: new Map<string, string>() }
  for (const [tag, author] of Object.entries(firstComments)) await send(world, { do: 'comment', who: author as 'author', tag })
  return world
}

const never = '00000000-0000-7000-8000-000000000000'
const reason = 'A reason of the model'

/** Sends a command through the API, and returns the status of the response. */
async function send(world: World, command: Command): Promise<string> {
  const key = uuidv7()
  const { status, body } = await answered(() => answerTo(world, command, key))
  if (command.do === 'comment' && status === 201) world.ids.set(command.tag, body.id)
  return String(status)
}

async function answerTo({ campaign, persons, ids }: World, command: Command, key: string) {
  const path = `/campaigns/${campaign.id}`
  if (command.do === 'decide') {
    const at = command.what === 'campaign' ? path : `/comments/${ids.get(command.what) ?? never}`
    return call(persons.moderator, 'PUT', `${at}/moderation`, { body: { state: command.decision, reason } })
  }
  if (command.do === 'like') return call(persons.joiner, 'PUT', `/likes/campaign_comment/${ids.get(command.what) ?? never}`)
  const person = persons[command.who]
  const suspension = `/moderation/people/${person.id}/suspension`
  if (command.do === 'suspend') return call(persons.moderator, 'PUT', suspension, { body: { days: null, reason, hidesContent: command.hidesContent } })
  if (command.do === 'lift') return call(persons.moderator, 'DELETE', suspension, { body: { reason } })
  if (command.do === 'join') return call(person, 'PUT', `${path}/pledge`, { body: {} })
  return call(person, 'POST', `${path}/comments`, { body: { body: command.tag }, key })
}

/** The campaign as a visitor reads it through the API, in the form of `expected`. */
async function seen({ campaign, persons, ids }: World): Promise<ReturnType<typeof expected>> {
  const path = `/campaigns/${campaign.id}`
  const tagOf = new Map([...ids].map(([tag, id]) => [id, tag]))
  const { status } = await answered(() => call(null, 'GET', path))
  const { count } = (await answered(() => call(persons.moderator, 'GET', path))).body
  const items: { id: string; likes: number }[] = (await answered(() => call(null, 'GET', `${path}/comments?limit=100`))).body.items ?? []
  const comments = items.map(({ id, likes }): [string, number] => [tagOf.get(id) ?? id, likes])
  return { status, supporters: count.supporters, comments: Object.fromEntries(comments.sort()) }
}

async function follows(rounds: Command[][]): Promise<void> {
  const world = await aWorld()
  let states: State[] = [begin]
  for (const round of rounds) {
    const done = await Promise.all(round.map(async (command) => ({ command, response: await send(world, command) })))
    const next = explained(step, states, done)
    if (next.length === 0) throw new Error(`No order explains these answers: ${JSON.stringify(done)} after ${JSON.stringify(states)}`)
    const shown = await seen(world)
    states = next.filter((state) => JSON.stringify(expected(state)) === JSON.stringify(shown))
    if (states.length === 0) expect(shown, JSON.stringify(done)).toEqual(expected(next[0] ?? begin))
  }
}

test(`everybody sees what decisions and suspensions leave, and no count of supporters changes by them (TEST_SEED=${seed})`, async () => {
  const { store, config } = await theSite()
  const each = { numRuns: Math.ceil(runs / atOnce), includeErrorInReport: true }
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => fc.assert(fc.asyncProperty(history, follows), { ...each, seed: seed + worker })))
  expect((await contradictionsOnceCounted(store.pool, `${config.dataDir}/media`)).join('\n')).toBe('')
}, 900_000)
