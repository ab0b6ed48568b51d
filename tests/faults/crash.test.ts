import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { databaseEnded, postmasterOf, processesBelow, supervisorOf } from '#tests/support/embedded-processes.ts'
import { figures, isFull, spread } from '#tests/support/figures.ts'
import { keepWriting, type Ledger, openLedger } from '#tests/support/ledger.ts'
import { notAsAcknowledged, wrongCounts } from '#tests/support/ledger-checks.ts'
import { eventually, type Line, openLine } from '#tests/support/load.ts'
import { somePeople } from '#tests/support/people.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aPreparedFolder, freePort, inheritedEnv, isReady, type Product, remove, startProduct } from '#tests/support/product.ts'
import { contradictionsOnceCounted, doublesIn } from '#tests/support/recount.ts'
import { random } from '#tests/support/seed.ts'

const kills = isFull ? 100 : 1
const folders: string[] = []
afterAll(() => folders.forEach(remove))

/** The processes that are killed. `keepAppRunning`: the app survives and must bring the database back itself. */
const kinds: { name: string; keepAppRunning: boolean; kill: (product: Product) => Promise<void> }[] = [
  { name: 'the process group of npm start', keepAppRunning: false, kill: killGroup },
  { name: 'the app alone', keepAppRunning: false, kill: (product) => product.kill() },
  { name: 'the supervisor alone', keepAppRunning: true, kill: ({ dataDir }) => killNow(dataDir, supervisorOf(dataDir)) },
  { name: 'the postmaster during a long statement', keepAppRunning: true, kill: killPostmaster },
  {
    name: 'the app and the supervisor',
    keepAppRunning: false,
    async kill(product) {
      const supervisor = supervisorOf(product.dataDir)
      await Promise.all([killNow(product.dataDir, supervisor), product.kill()])
    },
  },
]

test.each(kinds)(
  `${kills} kills of $name during writes lose nothing acknowledged, store nothing twice, and leave no process behind`,
  async ({ name, keepAppRunning, kill }) => {
    const dataDir = aPreparedFolder()
    folders.push(dataDir)
    const port = await freePort()
    const start = () => (kill === killGroup ? startByNpmScript(dataDir, port) : startProduct({ dataDir, port }))

    let product = await start()
    const ledger = openLedger({ people: await somePeople({ product, count: 10, role: 'moderator' }), picture: await aPicture(90, 60) })
    const line = openLine({ origin: product.origin, connections: 16 })
    const lost: string[] = []
    const readyMs: number[] = []
    for (let round = 0; round < kills; round++) {
      const begun = ledger.writes.length
      const writing = await writeUntilTheMoment({ ledger, line })
      await kill(product)
      const killedAt = performance.now()
      if (!keepAppRunning) product = await start()
      await eventually('one supervisor and one server run, and the app is ready', async () => hasOneServer(dataDir) && (await isReady(product.origin)))
      readyMs.push(performance.now() - killedAt)
      // An app that survives keeps answering: 503 with Retry-After while its database is unavailable.
      await writing.stop()

      const interrupted = ledger.unanswered()
      lost.push(
        ...(await notAsAcknowledged(
          line,
          [...ledger.writes.slice(begun), ...sample(ledger.writes, 20)].filter(({ answer }) => answer !== null),
        )),
      )
      // Repeats with the same key: each write must be done once, even if the first attempt was written, and every repeat must get the same answer.
      await ledger.insistAll(line, interrupted)
      await ledger.insistAll(line, [...interrupted, ...sample(ledger.acknowledged(), 10)])
      expect([...lost, ...ledger.wrong], `after kill ${round + 1}`).toEqual([])
    }

    lost.push(...(await notAsAcknowledged(line, ledger.acknowledged())))
    const miscounted = await wrongCounts(line, ledger)
    const contradictions = await findContradictions(dataDir)
    line.close()
    expect(await product.stop()).toBe(0)
    await databaseEnded(dataDir)

    figures(`kills of ${name}`, {
      kills,
      acknowledged: ledger.acknowledged().length,
      interrupted: ledger.writes.filter(({ tries }) => tries > 1).length,
      lost: lost.length,
      doubledOrHalf: contradictions.length + miscounted.length,
      orphans: processesBelow(dataDir).length,
      readyMs: spread(readyMs),
    })
    expect({ lost, miscounted, contradictions, wrong: ledger.wrong }).toEqual({ lost: [], miscounted: [], contradictions: [], wrong: [] })
    // The promise is five seconds on an idle machine.
    if (isFull) expect(Math.max(...readyMs)).toBeLessThan(30_000)
    expect(ledger.acknowledged().length).toBeGreaterThan(isFull ? kills * 20 : kills)
  },
)

/** Lets people write until a random number of writes is acknowledged. Returns the running writers for the caller to stop. */
async function writeUntilTheMoment({ ledger, line }: { ledger: Ledger; line: Line }) {
  const enough = ledger.acknowledged().length + 10 + Math.floor(random() * 110)
  const writing = keepWriting({ ledger, line, atOnce: 12 })
  await eventually(`${enough} writes are acknowledged`, () => ledger.acknowledged().length >= enough)
  return writing
}

/** `npm start` without npm itself: the start script and the app in their own process group. */
function startByNpmScript(dataDir: string, port: number): Promise<Product> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    detached: true,
    stdio: 'ignore',
    env: { ...inheritedEnv(), DEMO: 'off', LOG_LEVEL: 'warn', DATA_DIR: dataDir, PORT: String(port) },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const origin = `http://127.0.0.1:${port}`
  const signal = (name: NodeJS.Signals) => {
    child.kill(name)
    return exited
  }
  const product: Product = {
    origin,
    dataDir,
    process: child,
    output: () => '',
    kill: async () => void (await signal('SIGKILL')),
    stop: () => signal('SIGTERM'),
  }
  return eventually('npm start is ready', () => isReady(origin)).then(() => product)
}

async function killGroup({ process: { pid = 0 }, origin }: Product) {
  process.kill(-pid, 'SIGKILL')
  await eventually('its port is closed', async () => !(await isReady(origin)))
}

/** Kills the postmaster while a backend is busy: that backend survives its postmaster until it is ended. */
async function killPostmaster({ dataDir }: Product) {
  const client = new pg.Client({ host: join(dataDir, 'postgres/data'), user: 'holdout', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  void client.query("set statement_timeout = '60s'; do $$ begin loop end loop; end $$").catch(() => {})
  await eventually('the statement runs', () => processesBelow(dataDir).some(({ words }) => words.join(' ').includes(' DO')))
  await killNow(dataDir, postmasterOf(dataDir))
}

/** Resolves when the process has ended: a killed process remains visible for a moment. */
async function killNow(dataDir: string, killed: number) {
  process.kill(killed, 'SIGKILL')
  await eventually('it has ended', () => processesBelow(dataDir).every(({ pid }) => pid !== killed))
}

/**
 * Expects one supervisor, its watching subshell, and one server. Parents are compared because a backend that was just forked looks like a
 * postmaster.
 */
function hasOneServer(dataDir: string): boolean {
  const found = processesBelow(dataDir)
  const shells = found.filter(({ words }) => words.includes('holdout-database'))
  const supervisors = shells.filter(({ parent }) => !shells.some(({ pid }) => pid === parent))
  const servers = found.filter(({ name }) => name === 'postgres')
  const postmasters = servers.filter(({ parent }) => !servers.some(({ pid }) => pid === parent))
  return supervisors.length === 1 && postmasters.length === 1 && postmasters[0]?.parent === supervisors[0]?.pid
}

async function findContradictions(dataDir: string): Promise<string[]> {
  const store = await openStore({ dataDir, onError: () => {} })
  try {
    return [...(await contradictionsOnceCounted(store.pool, join(dataDir, 'media'))), ...(await doublesIn(store.pool))]
  } finally {
    await store.close()
  }
}

/** Random items, in random order. */
const sample = <Item>(items: Item[], count: number) => items.toSorted(() => random() - 0.5).slice(0, count)
