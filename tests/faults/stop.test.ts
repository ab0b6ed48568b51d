import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { figures, isFull, spread } from '#tests/support/figures.ts'
import { type Ledger, openLedger, zeroWithoutAnswer } from '#tests/support/ledger.ts'
import { notAsAcknowledged, wrongCounts } from '#tests/support/ledger-checks.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { type Call, eventually, type Line, NoAnswer, openLine, openLoop } from '#tests/support/load.ts'
import { somePeople } from '#tests/support/people.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aFolder, freePort, type Product, remove, startProduct } from '#tests/support/product.ts'
import { random } from '#tests/support/seed.ts'

/** Both cores are busy with 500 a second, and a slow machine with 30 beside three uploads, so only the long run sends as many. */
const perSecond = isFull ? 500 : 10
/** Few in the short run, so that no request waits for a connection to the database until it is refused, whatever else the machine does. */
const connections = isFull ? 100 : 4
const stops = isFull ? 50 : 1
const folders: string[] = []
afterAll(() => folders.forEach(remove))

test(`when SIGTERM stops the product under ${perSecond} requests a second (${stops} times), every request is answered and the exit code is 0`, async () => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const database = await makeDatabase()
  const given = { dataDir, port: await freePort(), env: { DATABASE_URL: database.url } }
  const large = await aPicture(1_000, 700)

  let product = await startProduct(given)
  const ledger = openLedger({ people: await somePeople({ product, count: 10, role: 'moderator', databaseUrl: database.url }), picture: await aPicture(90, 60) })
  const rounds: Round[] = []
  for (let n = 0; n < stops; n++) {
    rounds.push(await stopUnderLoad({ product, ledger, large }))
    product = await startProduct(given)
  }
  const line = openLine({ origin: product.origin, connections: 16 })
  await ledger.insistAll(line, ledger.unanswered())
  const lost = await notAsAcknowledged(line, ledger.acknowledged())
  const miscounted = await wrongCounts(line, ledger)
  line.close()
  expect(await product.stop()).toBe(0)
  await database.drop()

  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  figures('SIGTERM', {
    stops,
    perSecond,
    answered: sum((round) => round.answered),
    afterSignal: sum((round) => round.afterSignal),
    failed: sum((round) => round.failed.length),
    refusedConnections: sum((round) => round.refusedConnections),
    acknowledged: ledger.acknowledged().length,
    lost: lost.length,
    stopMs: spread(rounds.map(({ stopMs }) => stopMs)),
  })
  expect(rounds.flatMap(({ failed }) => failed)).toEqual([])
  expect({ lost, miscounted, wrong: ledger.wrong }).toEqual({ lost: [], miscounted: [], wrong: [] })
  for (const round of rounds) {
    const ended = `after ${Math.round(round.stopMs)} ms`
    expect(round, ended).toMatchObject({ exitCode: 0, sawNotReady: true, streamEnded: true, inFlight: [200, 200, 200, 201] })
    // The promise is twelve seconds on an idle machine.
    if (isFull) expect(round.stopMs).toBeLessThan(25_000)
    expect(round.afterSignal).toBeGreaterThan(0)
  }
})

type Round = {
  answered: number
  /** Number of requests that were sent after the signal and answered. */
  afterSignal: number
  failed: string[]
  /** Number of new connections that the product no longer accepted. */
  refusedConnections: number
  exitCode: number | null
  stopMs: number
  sawNotReady: boolean
  streamEnded: boolean
  inFlight: number[]
}

async function stopUnderLoad({ product, ledger, large }: { product: Product; ledger: Ledger; large: Uint8Array }): Promise<Round> {
  const { origin } = product
  let [answered, afterSignal, refusedConnections, signalled] = [0, 0, 0, false]
  const { line, refusals } = observed(openLine({ origin, connections }), () => signalled)
  const live = await openListener(origin, ['stats'])
  const idle = connect(Number(new URL(origin).port), '127.0.0.1')
  const failed = refusals
  const load = openLoop({
    perSecond,
    atMost: connections,
    async work() {
      const isAfter = signalled
      try {
        await something(line, ledger)
        answered++
        if (isAfter) afterSignal++
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        if (signalled && isNobodyThere(error)) refusedConnections++
        else failed.push(error.message)
      }
    },
  })
  const readiness = watchReadiness(origin)
  await eventually('the load has started', () => answered > perSecond / 2)
  // Requests that begin before the signal and end long after it: three picture uploads, and one request whose body arrives in pieces.
  const [person] = ledger.people
  const ownLine = openLine({ origin, connections: 4 })
  const ask = { method: 'POST', path: '/api/v1/media', cookie: person?.cookie ?? '', picture: large }
  // Until the signal an upload may be refused as overload, like any other request, and is repeated.
  const upload = async (): Promise<number> => {
    const answer = await ownLine.ask(ask).catch(zeroWithoutAnswer)
    if (answer === 0) return 0
    return answer.status === 503 && !signalled ? upload() : answer.status
  }
  const uploads = Promise.all(Array.from({ length: 3 }, upload))
  const dribble = sendSlowly(origin, person?.cookie ?? '')
  await eventually('the requests have begun', () => dribble.hasBegun())
  // Connections are accepted in order: this answer means that the earlier connections were accepted too.
  expect((await ownLine.ask({ method: 'GET', path: '/healthz' })).status).toBe(200)

  const begun = performance.now()
  signalled = true
  const exitCode = await Promise.race([product.stop(), new Promise<null>((resolve) => setTimeout(() => resolve(null), 120_000))])
  const stopMs = performance.now() - begun
  await load.stop()
  readiness.stop()
  const inFlight = [...(await uploads), await dribble.status]
  line.close()
  ownLine.close()
  idle.destroy()
  return {
    answered,
    afterSignal,
    failed,
    refusedConnections,
    exitCode,
    stopMs,
    inFlight,
    sawNotReady: readiness.statuses.includes(503),
    streamEnded: live.hasEnded(),
  }
}

/** Mostly pages, some API reads and some writes, in proportions like those of visitors. */
async function something(line: Line, ledger: Ledger): Promise<void> {
  const chance = random()
  if (chance < 0.05) return void (await ledger.send(line, ledger.next()))
  const paths = chance < 0.3 ? ['/api/v1/campaigns?limit=5', '/api/v1/stats'] : ['/', '/campaigns']
  await line.ask({ method: 'GET', path: paths[Math.floor(random() * paths.length)] ?? '/' })
}

/**
 * Records responses of 500 and above, except those that the load causes and not the stop: OVERLOADED, and 503 before the signal, because a statement may
 * wait too long for a connection.
 */
function observed(line: Line, isSignalled: () => boolean): { line: Line; refusals: string[] } {
  const refusals: string[] = []
  async function ask(call: Call) {
    const answer = await line.ask(call)
    const isOfLoad = answer.body?.code === 'OVERLOADED' || (answer.status === 503 && !isSignalled())
    if (answer.status >= 500 && !isOfLoad)
      refusals.push(`${call.method} ${call.path} was answered ${answer.status} ${answer.body?.code}: ${answer.body?.message}`)
    return answer
  }
  return { line: { ...line, ask }, refusals }
}

/**
 * The connection was refused, accepted by the operating system but never used by the product (reset while it was new), or silent for about two seconds:
 * such a connection is closed without notice, and a request may be sent at the same moment.
 */
const isNobodyThere = ({ code, silentMs }: NoAnswer) => code === 'ECONNREFUSED' || (code === 'ECONNRESET' && (silentMs === null || silentMs > 1_500))

/** Polls `/readyz` on one connection, as a load balancer does. */
function watchReadiness(origin: string) {
  const line = openLine({ origin, connections: 1 })
  const statuses: number[] = []
  const timer = setInterval(() => {
    line.ask({ method: 'GET', path: '/readyz' }).then(
      ({ status }) => statuses.push(status),
      () => {},
    )
  }, 20)
  return {
    statuses,
    stop() {
      clearInterval(timer)
      line.close()
    },
  }
}

/** Creates a draft with a body in two pieces, one second apart. */
function sendSlowly(origin: string, cookie: string) {
  const body = JSON.stringify(aCampaignBody({ publish: false }))
  let begun = false
  const status = new Promise<number>((resolve) => {
    const headers = { origin, cookie, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(`${origin}/api/v1/campaigns`, { method: 'POST', headers })
    sent.once('error', () => resolve(0))
    sent.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.write(body.slice(0, 20), () => {
      begun = true
      setTimeout(() => sent.end(body.slice(20)), 1_000)
    })
  })
  return { status, hasBegun: () => begun }
}
