import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, ownPool } from '#tests/support/databases.ts'
import { type FaultProxy, openFaultProxy } from '#tests/support/fault-proxy.ts'
import { figures, isFull, spread } from '#tests/support/figures.ts'
import { type Ledger, openLedger } from '#tests/support/ledger.ts'
import { notAsAcknowledged, wrongCounts } from '#tests/support/ledger-checks.ts'
import { eventually, type Line, openLine, openLoop } from '#tests/support/load.ts'
import { anything, type Seen } from '#tests/support/mixed-load.ts'
import { somePeople } from '#tests/support/people.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aFolder, type Product, remove, startProduct } from '#tests/support/product.ts'
import { contradictionsOnceCounted, doublesIn } from '#tests/support/recount.ts'
import { random } from '#tests/support/seed.ts'

const wantedCuts = isFull ? 1_000 : 40

describe('between the product and PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let proxy: FaultProxy
  let product: Product
  let ledger: Ledger
  let line: Line
  let pool: pg.Pool
  const dataDir = aFolder()

  beforeAll(async () => {
    database = await makeDatabase()
    pool = ownPool({ connectionString: database.url })
    proxy = await openFaultProxy(database.url)
    product = await startProduct({ dataDir, env: { DATABASE_URL: proxy.url } })
    ledger = openLedger({ people: await somePeople({ product, count: 16, role: 'moderator', databaseUrl: database.url }), picture: await aPicture(90, 60) })
    line = openLine({ origin: product.origin, connections: 200 })
    for (const write of Array.from({ length: 12 }, ledger.next)) await ledger.insist(line, write)
  })
  afterAll(async () => {
    await proxy.pass()
    line.close()
    await product.kill()
    await proxy.close()
    await pool.end()
    await database.drop()
    remove(dataDir)
  })

  /** Repeats every write that has no answer yet, then compares the database with everything that was ever acknowledged. */
  async function findings() {
    await ledger.insistAll(line, ledger.unanswered())
    const repeated = ledger.writes.filter(({ tries }) => tries > 1)
    await ledger.insistAll(line, repeated.slice(-100))
    return {
      exited: product.process.exitCode,
      lost: await notAsAcknowledged(line, ledger.acknowledged()),
      miscounted: await wrongCounts(line, ledger),
      contradictions: [...(await contradictionsOnceCounted(pool, join(dataDir, 'media'))), ...(await doublesIn(pool))],
      otherThanKept: await otherThanKept(),
      wrong: ledger.wrong,
    }
  }
  const nothing = { exited: null, lost: [], miscounted: [], contradictions: [], otherThanKept: [], wrong: [] }

  /** The database keeps the first answer under the write's idempotency key, and every repeat must have received the same answer. */
  async function otherThanKept(): Promise<string[]> {
    const { rows } = await pool.query<{ key: string; answer: unknown }>('select key, answer from idempotency_key')
    const kept = new Map(rows.map(({ key, answer }) => [key, answer]))
    return (
      ledger
        .acknowledged()
        .filter(({ kind }) => kind !== 'join')
        // The database keeps only a comment's id as its answer; the rest of a repeated answer is read from the comment.
        .flatMap(({ kind, call, answer }) => {
          const received = kind === 'comment' ? { id: answer.id } : answer
          return isDeepStrictEqual(kept.get(call.key ?? ''), received) ? [] : [`${kind} ${JSON.stringify(answer)}`]
        })
    )
  }

  test(`${wantedCuts} connections are cut between COMMIT and the answer: repeating a write returns its first answer and stores nothing twice`, async () => {
    const cuts: Record<string, number> = {}
    const total = () => Object.values(cuts).reduce((sum, n) => sum + n, 0)
    proxy.cutWhen = ({ sql, application }) => {
      if (application !== 'holdout' || total() >= wantedCuts || random() < 0.5) return false
      const kind = /take|insert into pledge /.test(sql) ? 'joins' : /^commit/.test(sql) ? 'transactions' : 'others'
      cuts[kind] = (cuts[kind] ?? 0) + 1
      return true
    }
    const begun = ledger.writes.length
    async function writeOn() {
      while (total() < wantedCuts) await ledger.insist(line, ledger.next())
    }
    await Promise.all(Array.from({ length: 8 }, writeOn))
    proxy.cutWhen = null
    const found = await findings()
    const writes = ledger.writes.slice(begun)
    figures('cuts after COMMIT', {
      cuts: total(),
      ...cuts,
      acknowledged: writes.length,
      repeated: writes.filter(({ tries }) => tries > 1).length,
      doubledOrLost: Object.values(found)
        .flat()
        .filter((finding) => finding !== null).length,
    })
    expect(found).toEqual(nothing)
    expect(total()).toBeGreaterThanOrEqual(wantedCuts)
    expect(cuts.joins).toBeGreaterThan(0)
    expect(cuts.transactions).toBeGreaterThan(0)
  })

  test('when connections are slow and break at any byte, repeating a write is enough, and no write is lost or stored twice', async () => {
    proxy.delayMs = 5
    proxy.cutAfterBytes = 4_000
    await proxy.refuse()
    await proxy.pass()
    const seen: Seen[] = []
    const load = openLoop({ perSecond: 60, work: async () => void seen.push(await anything(line, ledger)) })
    await eventually('enough requests were sent', () => seen.length > 180)
    await load.stop()
    proxy.delayMs = 0
    proxy.cutAfterBytes = Number.POSITIVE_INFINITY
    await proxy.refuse()
    await proxy.pass()
    expect(wrongIn(seen)).toEqual([])
    expect(seen.some(({ status }) => status === 503)).toBe(true)
    expect(await findings()).toEqual(nothing)
  })

  test('while the database is silent for 10 s, requests get 503 within the timeouts, and they succeed soon afterwards', async () => {
    const seen: Seen[] = []
    const load = openLoop({ perSecond: 100, work: async () => void seen.push(await anything(line, ledger)) })
    await eventually('the load has begun', () => seen.length > 50)
    const silentAt = performance.now()
    proxy.stall()
    await eventually('it is not ready', async () => (await line.ask({ method: 'GET', path: '/readyz' })).status === 503)
    await eventually('10 s have passed', () => performance.now() - silentAt > 10_000)
    await proxy.pass()
    const backAt = performance.now()
    // Excludes OVERLOADED, which means too much load (for example after the machine paused) instead of an unavailable database.
    const awaySince = (since: number) => seen.filter(({ begun, status, code }) => begun > since && status === 503 && code !== 'OVERLOADED')
    await eventually('requests succeed for a second', () => performance.now() - backAt > 3_000 && awaySince(performance.now() - 1_500).length === 0)
    await load.stop()
    await eventually('it is ready', async () => (await line.ask({ method: 'GET', path: '/readyz' })).status === 200)

    const refused = seen.filter(({ status }) => status === 503)
    const recovery = Math.max(0, ...awaySince(backAt).map(({ begun }) => begun - backAt))
    const waited = spread(refused.map(({ begun, ms }) => begun + ms - Math.max(begun, silentAt)))
    figures('10 s of silence', { refused: refused.length, refusedAfterMs: waited, recoveryMs: recovery })
    expect(wrongIn(seen)).toEqual([])
    // A new connection times out after 2 s, a statement on a silent connection after 6 s, and a request that queued behind it 2 s later. If the
    // machine pauses, the longest wait can have any length, but the median stays below these limits.
    if (isFull) {
      expect(waited.p50).toBeLessThan(9_500)
      expect(waited.max).toBeLessThan(25_000)
      expect(recovery).toBeLessThan(10_000)
    }
    expect(await findings()).toEqual(nothing)
  })

  test('while the database refuses connections, writes get 503, pages stay cached for two seconds and /readyz fails; all recovers at once', async () => {
    const page = () => line.ask({ method: 'GET', path: '/campaigns' })
    let gone = 0
    // Tries again if the machine paused before the second request for so long that the cached page expired.
    await eventually('a page is served without the database', async () => {
      await proxy.pass()
      await eventually('the page is served', async () => (await page()).status === 200)
      await proxy.refuse()
      gone = performance.now()
      return (await page()).status === 200
    })
    const write = ledger.next()
    expect(await ledger.send(line, write)).toBe(503)
    expect((await line.ask({ method: 'GET', path: '/readyz' })).status).toBe(503)
    expect((await line.ask({ method: 'GET', path: '/healthz' })).status).toBe(200)
    await eventually('the cached page has expired', async () => (await page()).status === 503)
    if (isFull) expect(performance.now() - gone).toBeLessThan(20_000)

    await proxy.pass()
    const back = performance.now()
    await eventually('it is ready', async () => (await line.ask({ method: 'GET', path: '/readyz' })).status === 200)
    await ledger.insist(line, write)
    await eventually('the page is served again', async () => (await page()).status === 200)
    if (isFull) expect(performance.now() - back).toBeLessThan(10_000)
    expect(await findings()).toEqual(nothing)
  })
})

const wrongIn = (seen: Seen[]) => seen.flatMap(({ wrong }) => (wrong ? [wrong] : [])).slice(0, 10)
