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

const restarts = isFull ? 20 : 2
const perSecond = 300
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const close of undo.reverse()) await close()
})

test(`PostgreSQL restarted ${restarts} times under ${perSecond} requests a second: no wrong answer, and back within seconds`, async () => {
  const postgres = await startOwnPostgres()
  undo.push(postgres.remove)
  const dataDir = aFolder()
  undo.push(() => remove(dataDir))
  const product = await startProduct({ dataDir, env: { DATABASE_URL: postgres.url } })
  undo.push(() => product.kill())
  const ledger = openLedger({ people: await somePeople({ product, count: 24, databaseUrl: postgres.url }), picture: await aPicture(90, 60) })
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
    // Too much load is another answer than a store that is away.
    const failedSince = (since: number) => seen.filter(({ begun, status, code }) => begun > since && status >= 500 && code !== 'OVERLOADED')
    await eventually('a second and more without a failure', () => performance.now() - back > 2_500 && failedSince(performance.now() - 1_500).length === 0)
    recoveries.push(Math.max(0, ...failedSince(back).map(({ begun }) => begun - back)))
    // The leader counts again and the stream tells of it, in the same connection as before.
    const heard = live.events.length
    await eventually('the stream tells the platform’s numbers, or the process is gone', () => {
      return product.process.exitCode !== null || live.events.slice(heard).some(({ topic }) => topic === 'stats')
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
  // Asked again, each is given its first answer.
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
  // Two seconds are promised, on a machine that has nothing else to do.
  expect(Math.max(...recoveries)).toBeLessThan(10_000)
  // The load was really there, and really was hit.
  expect(seen.length).toBeGreaterThan(restarts * 2.5 * perSecond * 0.8)
  expect(seen.some(({ status }) => status === 503)).toBe(true)
})

/** Fast and immediate in turn. Returns when it answered again. */
async function restart(postgres: OwnPostgres, round: number): Promise<number> {
  await postgres.stop(round % 2 === 0 ? 'fast' : 'immediate')
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
  await postgres.start()
  return performance.now()
}
