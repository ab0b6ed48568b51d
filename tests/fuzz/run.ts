import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import fc from 'fast-check'
import { curlOf } from './curl.ts'
import { complaintsAbout, gistOf } from './judge.ts'
import { type Operation, operations } from './operations.ts'
import { otherRoutes } from './other-routes.ts'
import type { Actor } from './people.ts'
import { nounIn, type Pools } from './pools.ts'
import { type Connection, openConnection, type RawRequest, type Reply } from './raw-client.ts'
import { type Draft, draftOf, type Endpoint, rawRequestOf, validDraftOf } from './requests.ts'
import type { Tally } from './tally.ts'

export type Subject = { name: string; operation: Operation; endpoint: Endpoint; share: number; drafts: fc.Arbitrary<Draft> }

/** Everything that is fuzzed: each operation through the REST API and through `/rpc`, and the routes outside the contract. */
export const subjects: Subject[] = [
  ...operations.map((operation) => ({
    name: `${operation.name} rest`,
    operation,
    endpoint: 'rest' as const,
    share: operation.method === 'GET' ? 1 : 1.3,
    drafts: draftOf(operation),
  })),
  ...operations.map((operation) => ({ name: `${operation.name} rpc`, operation, endpoint: 'rpc' as const, share: 0.25, drafts: draftOf(operation) })),
  ...otherRoutes.map((route) => ({ name: route.name, operation: route, endpoint: 'rest' as const, share: route.share, drafts: draftOf(route, route) })),
]

type Site = { origin: string; pools: Pools }
type Run = { site: Site; tally: Tally; seed: number; requests: number; atOnce: number }
const chunkSize = 200
const enoughFailures = 5

/** The longest time that a response may take. On a machine with more work than cores it is longer in proportion to the load. */
const slowMs = () => 2_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Sends about `requests` requests, `atOnce` at a time. Returns the failures, each with the command that repeats it. */
export async function fuzz({ site, tally, seed, requests, atOnce }: Run): Promise<string[]> {
  const chunks = planned(requests, seed)
  const failures: string[] = []
  async function lane() {
    const connection = openConnection(site.origin)
    for (let chunk = chunks.shift(); chunk && failures.length < enoughFailures; chunk = chunks.shift()) {
      const failure = await sendChunk({ site, tally, connection }, chunk)
      if (failure) failures.push(failure)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return failures
}

type Again = { site: Site; tally: Tally; only: string; seed: number }

/** Repeats one chunk, optionally from the fast-check path that a failure named. */
export function fuzzAgain({ path, ...given }: Again & { path?: string | undefined }): Promise<string | null> {
  const subject = subjects.find(({ name }) => name === given.only)
  if (!subject) throw new Error(`FUZZ_ONLY is one of:\n${subjects.map(({ name }) => name).join('\n')}`)
  return sendAlone(given, { subject, seed: given.seed, runs: chunkSize, path })
}

type More = Omit<Again, 'only'> & { subject: Subject; runs: number; isValid: boolean }

/** Sends `runs` more requests. `isValid`: without deliberate faults, of which most operations need none to succeed. */
export const sendMore = ({ subject, runs, isValid, ...given }: More): Promise<string | null> =>
  sendAlone(given, { subject: isValid ? { ...subject, drafts: validDraftOf(subject.operation) } : subject, seed: given.seed, runs })

function sendAlone(given: { site: Site; tally: Tally }, chunk: Chunk): Promise<string | null> {
  const connection = openConnection(given.site.origin)
  return sendChunk({ ...given, connection }, chunk).finally(connection.close)
}

type Chunk = { subject: Subject; seed: number; runs: number; path?: string | undefined }

/** Chunks of all subjects in a mixed order that depends on the seed only. */
function planned(requests: number, seed: number): Chunk[] {
  const shares = subjects.reduce((sum, { share }) => sum + share, 0)
  const chunks = subjects.flatMap((subject) => {
    const runs = Math.ceil((requests * subject.share) / shares)
    return Array.from({ length: Math.ceil(runs / chunkSize) }, (_, index) => ({
      subject,
      seed: numberOf(`${seed} ${subject.name} ${index}`),
      runs: Math.min(chunkSize, runs - index * chunkSize),
    }))
  })
  return chunks.sort((a, b) => a.seed - b.seed)
}

const numberOf = (text: string) => createHash('sha256').update(text).digest().readInt32BE()

async function sendChunk({ site, tally, connection }: { site: Site; tally: Tally; connection: Connection }, chunk: Chunk): Promise<string | null> {
  const { subject, seed, runs, path } = chunk
  const { operation, endpoint } = subject
  const property = fc.asyncProperty(subject.drafts, async (draft) => {
    const { rawRequest, actor } = rawRequestOf({ operation, endpoint, draft, pools: site.pools, origin: site.origin })
    const reply = await patiently(connection, rawRequest, { slow: (ms) => tally.slow(subject.name, ms), away: () => tally.away(subject.name) })
    tally.add(subject.name, gistOf(reply))
    learn({ operation, endpoint, actor, rawRequest, reply, pools: site.pools })
    const complaints = [
      ...complaintsAbout({ rawRequest, reply, origin: site.origin, mostMs: slowMs() }),
      ...(await whereItLeads(connection, rawRequest, reply)),
    ]
    if (complaints.length) throw new Error(`${complaints.join('\n  ')}\n  ${reply.status} ${reply.body.toString('utf8', 0, 600)}\n  ${curlOf(rawRequest)}`)
  })
  const details = await fc.check(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) })
  if (!details.failed) return null
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return [
    `${subject.name}: ${why}`,
    `  shrunk ${details.numShrinks} times to ${fc.stringify(details.counterexample?.[0]).slice(0, 1_000)}`,
    `  again: FUZZ_ONLY='${subject.name}' TEST_SEED=${seed} FUZZ_PATH='${details.counterexamplePath}' npm test -- tests/fuzz`,
  ].join('\n')
}

/** Follows redirects, and reports more than four (a loop) and server errors at the end. */
async function whereItLeads(connection: Connection, rawRequest: RawRequest, reply: Reply): Promise<string[]> {
  let last = reply
  for (let hops = 0; last.status > 300 && last.status < 304 && rawRequest.method === 'GET'; hops++) {
    const location = last.headers.get('location')?.[0] ?? ''
    if (hops > 4) return [`it leads on and on, at last to ${location}`]
    if (!location.startsWith('/')) return []
    last = await connection.send({ ...rawRequest, target: location })
  }
  return last.status >= 500 && last.status !== 503 ? [`it leads to status ${last.status}`] : []
}

type Recorder = { slow: (ms: number) => void; away: () => void }

/**
 * Repeats a request that was refused with 503 or was slow, because the site may be busy or the machine may have paused. A pause of seconds
 * lets a lock or a connection time out, which the product reports as an unavailable database.
 */
async function patiently(connection: Connection, rawRequest: RawRequest, note: Recorder): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await connection.send(rawRequest)
    const isBusy = reply.status === 503
    // A failed readiness check is not counted: it has a time limit of its own.
    if (isBusy && tries === 1 && !['OVERLOADED', '"status":"not ready"'].some((word) => reply.body.includes(word))) note.away()
    const isSlow = reply.ms > slowMs()
    if (isSlow) note.slow(reply.ms)
    if (tries >= (isBusy ? 20 : 3) || !(isBusy || isSlow)) return reply
    if (isBusy) await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type Learned = { operation: Operation; endpoint: Endpoint; actor: Actor; rawRequest: RawRequest; reply: Reply; pools: Pools }

/** Adds the ids, slugs, file names and cursors of a response to the pools, so that later requests refer to them. */
function learn({ operation, actor, rawRequest, reply, pools, endpoint }: Learned): void {
  if (reply.status < 200 || reply.status > 201 || operation.base === '') return
  const text = reply.body.toString('utf8')
  const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1]
  if (cursor) pools.add('cursor', cursor, null)
  const noun = nounIn(operation.path.split('/').at(-1) ?? '')
  // A tweak may have changed the method, and HEAD or GET at the same address has another response or none.
  if (operation.method !== 'POST' || rawRequest.method !== 'POST' || !noun) return
  const answer: unknown = JSON.parse(text)
  const { id, slug, status, url } = Object(endpoint === 'rpc' ? Object(answer).json : answer)
  if (typeof id === 'string') pools.add(noun, id, actor)
  if (typeof id === 'string' && typeof status === 'string') pools.add(`${noun} ${status}`, id, actor)
  if (typeof slug === 'string') pools.add('slugs', slug, actor)
  if (typeof url === 'string') pools.add('files', url.replace('/media/', ''), actor)
}
