import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { applyTallyChange } from '#features/live-stats/server/retally.ts'
import { applyPledgeLog } from '#features/live-stats/server/tally.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { figures, isFull } from '#tests/support/figures.ts'
import { keepWriting, type Ledger, openLedger } from '#tests/support/ledger.ts'
import { notAsAcknowledged, wrongCounts } from '#tests/support/ledger-checks.ts'
import { type Line, openLine } from '#tests/support/load.ts'
import { somePeople } from '#tests/support/people.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aFolder, freePort, type Product, remove, startProduct } from '#tests/support/product.ts'
import { contradictionsIn, doublesIn } from '#tests/support/recount.ts'

const kills = isFull ? 100 : 3
const folders: string[] = []
afterAll(() => folders.forEach(remove))

const stores = ['the embedded store', ...(process.env.FAULTS_DATABASE_URL ? ['PostgreSQL'] : [])]

test.each(stores)(`${kills} kills among writes on %s lose nothing acknowledged, leave nothing half-written and double nothing`, async (store) => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const database = store === 'PostgreSQL' ? await makeDatabase() : null
  const port = await freePort()
  const starts: number[] = []
  const timed = async () => {
    const begun = performance.now()
    const product = await startProduct({ dataDir, port, env: database ? { DATABASE_URL: database.url } : {} })
    starts.push(performance.now() - begun)
    return product
  }

  let product = await timed()
  const ledger = openLedger({ people: await somePeople({ product, count: 10, databaseUrl: database?.url }), picture: await aPicture(90, 60) })
  const line = openLine({ origin: product.origin, connections: 16 })
  const lost: string[] = []
  for (let round = 0; round < kills; round++) {
    const begun = ledger.writes.length
    await killWhileWriting({ product, ledger, line })
    product = await timed()
    const interrupted = ledger.unanswered()
    lost.push(
      ...(await notAsAcknowledged(
        line,
        [...ledger.writes.slice(begun), ...sample(ledger.writes, 20)].filter(({ answer }) => answer !== null),
      )),
    )
    // Again with the same key: whether or not the first was written, it is done once, and says so each time.
    for (const write of interrupted) await ledger.insist(line, write)
    await Promise.all([...interrupted, ...sample(ledger.acknowledged(), 10)].map((write) => ledger.send(line, write)))
    expect([...lost, ...ledger.wrong], `after kill ${round + 1}`).toEqual([])
  }

  lost.push(...(await notAsAcknowledged(line, ledger.acknowledged())))
  const miscounted = await wrongCounts(line, ledger)
  line.close()
  expect(await product.stop()).toBe(0)
  const contradictions = await recounted({ ...(database ? { url: database.url } : { folder: dataDir }), media: join(dataDir, 'media') })
  await database?.drop()

  const again = starts.slice(1).sort((a, b) => a - b)
  figures(`crash, ${store}`, {
    kills,
    acknowledged: ledger.acknowledged().length,
    interrupted: ledger.writes.filter(({ tries }) => tries > 1).length,
    lost: lost.length,
    doubledOrHalf: contradictions.length + miscounted.length,
    readyMs: { p50: again[Math.floor(again.length / 2)], max: again.at(-1) },
  })
  expect({ lost, miscounted, contradictions, wrong: ledger.wrong }).toEqual({ lost: [], miscounted: [], contradictions: [], wrong: [] })
  // Five seconds are promised, on a machine that has nothing else to do.
  expect(again.at(-1)).toBeLessThan(30_000)
  expect(ledger.acknowledged().length).toBeGreaterThan(kills * 20)
})

/** Ends the product at a random moment while people write, and resolves when the last of them noticed. */
async function killWhileWriting({ product, ledger, line }: { product: Product; ledger: Ledger; line: Line }): Promise<void> {
  const enough = ledger.acknowledged().length + 10 + Math.floor(Math.random() * 110)
  const end = Date.now() + 60_000
  const writing = keepWriting({ ledger, line, atOnce: 12 })
  while (ledger.acknowledged().length < enough) {
    if (Date.now() > end) throw new Error(`Only ${ledger.acknowledged().length} of ${enough} writes were acknowledged`)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
  }
  await product.kill()
  await writing.stop()
}

async function recounted({ media, ...where }: { url?: string; folder?: string; media: string }): Promise<string[]> {
  const store: Store = await openStore({ ...where, onError: () => {} })
  try {
    // What the leader would have done within the next second.
    while ((await applyPledgeLog(store.db)) > 0);
    while (await applyTallyChange(store.db));
    return [...(await contradictionsIn(store.pool, media)), ...(await doublesIn(store.pool))]
  } finally {
    await store.close()
  }
}

/** Some of them, in no order. */
const sample = <Item>(items: Item[], count: number) => items.toSorted(() => Math.random() - 0.5).slice(0, count)
