import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ownPool } from '#tests/support/databases.ts'
import { figures, isFull, spread } from '#tests/support/figures.ts'
import { openLedger } from '#tests/support/ledger.ts'
import { notAsAcknowledged, wrongCounts } from '#tests/support/ledger-checks.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { eventually, openLine, openLoop } from '#tests/support/load.ts'
import { anything, type Seen } from '#tests/support/mixed-load.ts'
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts'
import { somePeople } from '#tests/support/people.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aFolder, remove, startProduct } from '#tests/support/product.ts'
import { contradictionsOnceCounted, doublesIn } from '#tests/support/recount.ts'
import { random } from '#tests/support/seed.ts'

const restarts = isFull ? 20 : 1
/** Both cores are busy with 300 a second, so only the long run sends as many. */
const perSecond = isFull ? 300 : 100
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const close of undo.reverse()) await close()
})

test(`PostgreSQL restarts ${restarts} times under ${perSecond} requests a second: no answer is wrong, and the product recovers`, async () => {
  const postgres = await startOwnPostgres()
  undo.push(postgres.remove)
  const dataDir = aFolder()
  undo.push(() => remove(dataDir))
  const product = await startProduct({ dataDir, env: { DATABASE_URL: postgres.url } })
  undo.push(() => product.kill())
  const ledger = openLedger({ people: await somePeople({ product, count: 24, role: 'moderator', databaseUrl: postgres.url }), picture: await aPicture(90, 60) })
  const line = openLine({ origin: product.origin, connections: 200 })
  for (const write of Array.from({ length: 12 }, ledger.next)) await ledger.insist(line, write)
  const watched = ledger.acknowledged().find(({ kind }) => kind === 'publish')?.campaign ?? ''
  const live = await openListener(product.origin, ['stats', `campaign:${watched}`])
  undo.push(live.close)

  const seen: Seen[] = []
  const load = openLoop({ perSecond, work: async () => void seen.push(await anything(line, ledger)) })
  const recoveries: number[] = []
  for (let round = 0; round < restarts; round++) {
    const back = await restart(postgres, round)
    // Excludes OVERLOADED, which means too much load instead of an unavailable database.
    const failedSince = (since: number) => seen.filter(({ begun, status, code }) => begun > since && status >= 500 && code !== 'OVERLOADED')
    await eventually('no request fails for a second', () => performance.now() - back > 2_500 && failedSince(performance.now() - 1_500).length === 0)
    recoveries.push(Math.max(0, ...failedSince(back).map(({ begun }) => begun - back)))
    // The leader must count again and publish the numbers on the stream's existing connection.
    const received = live.events.length
    await eventually('the stream sends the platform’s numbers, or the process has ended', () => {
      return product.process.exitCode !== null || live.events.slice(received).some(({ topic }) => topic === 'stats')
    }).catch((error: unknown) => {
      const lately = seen.filter(({ begun, ms }) => begun + ms > performance.now() - 10_000).map(({ status }) => status)
      const counted = JSON.stringify(
        Object.groupBy(lately, (status) => status),
        (_key, part) => (Array.isArray(part) ? part.length : part),
      )
      throw new Error(`${error}; stream ended: ${live.hasEnded()}; answers of the last 10 s: ${counted}; it said: ${product.output().slice(-3_000)}`)
    })
    expect(product.process.exitCode, product.output()).toBeNull()
  }
  await load.stop()

  const interrupted = ledger.unanswered()
  const pool = ownPool({ connectionString: postgres.url })
  const unheard = await pool.query('select 1 from idempotency_key where key = any($1)', [interrupted.map(({ call }) => call.key)])
  await ledger.insistAll(line, interrupted)
  // A second repeat must get the same answer as the first.
  await ledger.insistAll(line, interrupted)
  const lost = await notAsAcknowledged(line, ledger.acknowledged())
  const miscounted = await wrongCounts(line, ledger)
  const contradictions = [...(await contradictionsOnceCounted(pool, join(dataDir, 'media'))), ...(await doublesIn(pool))]
  await pool.end()
  line.close()
  live.close()
  expect(await product.stop()).toBe(0)

  const wrong = [...ledger.wrong, ...seen.flatMap(({ wrong }) => (wrong ? [wrong] : []))]
  figures('restart of PostgreSQL', {
    restarts,
    perSecond,
    requests: seen.length,
    refused: seen.filter(({ status }) => status === 503).length,
    acknowledged: ledger.acknowledged().length,
    interrupted: interrupted.length,
    committedUnheard: unheard.rowCount,
    lost: lost.length,
    doubledOrHalf: contradictions.length + miscounted.length,
    wrong: wrong.length,
    recoveryMs: spread(recoveries),
  })
  expect({ wrong: wrong.slice(0, 10), lost, miscounted, contradictions }).toEqual({ wrong: [], lost: [], miscounted: [], contradictions: [] })
  // The promise is two seconds on an idle machine, under a load that is sent at its rate.
  if (isFull) {
    expect(Math.max(...recoveries)).toBeLessThan(10_000)
    expect(seen.length).toBeGreaterThan(restarts * 2.5 * perSecond * 0.8)
  }
  expect(seen.some(({ status }) => status === 503)).toBe(true)
})

/** Restarts PostgreSQL, alternating between the modes immediate and fast. Returns the time at which it answered again. */
async function restart(postgres: OwnPostgres, round: number): Promise<number> {
  await postgres.stop(round % 2 === 0 ? 'immediate' : 'fast')
  await new Promise((resolve) => setTimeout(resolve, random() * 700))
  await postgres.start()
  return performance.now()
}
