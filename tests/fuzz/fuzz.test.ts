import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '#tests/support/figures.ts'
import { eventually } from '#tests/support/load.ts'
import { seed } from '#tests/support/seed.ts'
import { operations } from './operations.ts'
import { fuzz, fuzzAgain, sendMore, subjects } from './run.ts'
import { openSite, type Site } from './site.ts'
import { openTally } from './tally.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 3_000)
const only = process.env.FUZZ_ONLY
const tally = openTally()
let site: Site

beforeAll(async () => {
  site = await openSite()
})
afterAll(async () => {
  await site?.close()
})

test('the served description lists exactly the operations that are fuzzed', async () => {
  const description: any = await (await fetch(`${site.origin}/api/openapi.json`)).json()
  const served = Object.entries<object>(description.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  // The live stream is fuzzed with the other routes.
  expect(served.sort()).toEqual(['GET /live', ...operations.map(({ method, path }) => `${method} ${path}`)].sort())
})

test.runIf(only !== undefined)(`repeats ${only} with the seed ${seed}`, async () => {
  expect(await fuzzAgain({ site, tally, only: only ?? '', seed, path: process.env.FUZZ_PATH })).toBeNull()
})

test.runIf(only === undefined)(
  `none of ${requests} malformed requests breaks the product or hangs, and every response is described (TEST_SEED=${seed})`,
  async () => {
    const started = performance.now()
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const failures = await fuzz({ site, tally, seed, requests, atOnce: 12 })
    const seconds = (performance.now() - started) / 1000
    if (isFull) console.log(tally.lines().join('\n'))
    console.log(`${tally.total()} requests in ${seconds.toFixed(1)} s (${Math.round(tally.total() / seconds)}/s), TEST_SEED=${seed}`)
    console.log(`longest pause of the fuzzer itself ${Math.round(delay.max / 1e6)} ms`)
    if (tally.slowOnes.length) console.log(`slow once: ${tally.slowOnes.join(', ')}`)
    if (tally.awayOnes.length) console.log(`away for a moment: ${tally.awayOnes.join(', ')}`)
    expect(failures.join('\n\n')).toBe('')
    // On a machine that pauses, locks and connections time out.
    if (isFull) expect(tally.awayOnes.length).toBeLessThanOrEqual(requests / 200)
  },
)

/** Timeouts of a lock, a statement or a connection, which occur when the machine pauses for seconds. */
const waitedTooLong =
  /lock timeout|statement timeout|idle-in-transaction timeout|connection timeout|timeout exceeded when trying to connect|has not answered in time/

/** An operation may get no successful response by chance. After so many more chunks of so many requests it must have got one. */
const moreChunks = 500
const requestsPerChunk = 20

test.runIf(only === undefined)('every operation was requested often enough, and few requests were refused before they were processed', () => {
  const average = requests / subjects.reduce((sum, { share }) => sum + share, 0)
  const seldom = subjects.filter(({ name, share }) => tally.asked(name) < (average * share) / 2).map(({ name }) => `${name}: ${tally.asked(name)}`)
  expect(seldom).toEqual([])
  // Requests that are refused before they are processed test nothing of the product.
  const sentAway = subjects.reduce((sum, { name }) => sum + tally.seen(name, '429 TOO_MANY_REQUESTS') + tally.seen(name, '503 OVERLOADED'), 0)
  expect(sentAway).toBeLessThan(requests / 50)
})

// Only in the long run: by chance an operation may get no successful response from the few requests of the short one.
test.runIf(only === undefined && isFull)('every operation has also succeeded', async () => {
  const isAnswered = (name: string) => tally.seen(name, '200') + tally.seen(name, '201') > 0
  // An invalidation of a whole network takes all held pledges, which the other operations on held pledges need, so it comes last.
  const takesAll = ({ name }: { name: string }) => Number(name === 'corrections.start rest')
  const rare = subjects
    .filter(({ name, endpoint, operation }) => operation.base !== '' && endpoint === 'rest' && !isAnswered(name))
    .toSorted((a, b) => takesAll(a) - takesAll(b))
  for (const subject of rare)
    for (let chunk = 1; chunk <= moreChunks && !isAnswered(subject.name); chunk++)
      expect(await sendMore({ site, tally, subject, seed: seed + chunk, runs: requestsPerChunk, isValid: chunk % 2 === 1 })).toBeNull()
  expect(rare.map(({ name }) => name).filter((name) => !isAnswered(name))).toEqual([])
  const unseen = operations.map(({ name, refusals }) => {
    const codes = [...refusals].filter(([code, { status }]) => tally.seen(`${name} rest`, `${status} ${code}`) === 0).map(([code]) => code)
    return `${name}: ${codes.join(', ') || 'none'}`
  })
  console.log(`declared and never met\n${unseen.join('\n')}`)
})

test('after the run the product is ready, its log contains no error, and its counts equal a recount', async () => {
  await eventually('it is ready', async () => (await fetch(`${site.origin}/readyz`)).status === 200)
  for (const message of ['unexpected error', 'page failed', 'the database rejected a value'])
    expect({ message, lines: site.logged(message).slice(0, 5) }).toEqual({ message, lines: [] })
  // The number of these timeouts was checked above.
  expect(site.logged('database unavailable').filter((line) => !waitedTooLong.test(line))).toEqual([])
  expect(await site.contradictions()).toEqual([])
})
