import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { contradictionsOnceCounted } from '#tests/support/recount.ts'
import { seed } from '#tests/support/seed.ts'
import { theSite } from '#tests/support/site.ts'
import { explained } from './explained.ts'
import { history, type Round } from './history.ts'
import { begin, step } from './model.ts'
import { expected, miscounts, seen } from './seen.ts'
import { asked, aWorld, send } from './world.ts'

const runs = Number(process.env.MODEL_RUNS ?? 60)
const atOnce = 8

afterAll(async () => (await theSite()).close())

async function follows(rounds: Round[]): Promise<void> {
  const world = await aWorld()
  let states = [begin]
  for (const round of rounds) {
    const done = await Promise.all(round.map(async (command) => ({ command, response: await send(world, command) })))
    const next = explained(step, states, done)
    if (next.length === 0) throw new Error(`No order explains these answers: ${JSON.stringify(done)} after ${JSON.stringify(states)}`)
    states = next
  }
  const shown = await seen(world)
  const possible = states.map(expected)
  if (!possible.some((state) => matches(shown, state))) expect(shown).toEqual(possible[0])
  expect(await miscounts(world)).toEqual([])
}

const matches = (one: object, other: object) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}

test(`${runs} histories of concurrent acts each have a serial explanation, and every count equals a recount (TEST_SEED=${seed})`, async () => {
  await theSite()
  const property = () => fc.asyncProperty(history, follows)
  await Promise.all(
    Array.from({ length: atOnce }, (_, worker) =>
      fc.assert(property(), {
        numRuns: Math.ceil(runs / atOnce),
        seed: seed + worker,
        interruptAfterTimeLimit: 1_500_000,
        markInterruptAsFailure: true,
        includeErrorInReport: true,
      }),
    ),
  )
  if (isFull) expect(asked.away).toBeLessThanOrEqual(asked.all / 50)
  const { store, config } = await theSite()
  // Joined to one text, because a report keeps only the first line of a difference.
  expect((await contradictionsOnceCounted(store.pool, `${config.dataDir}/media`)).join('\n')).toBe('')
}, 1_800_000)
