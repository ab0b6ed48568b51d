import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import fc from 'fast-check'
import { curlOf } from './curl.ts'
import { complaintsAbout, gistOf } from './judge.ts'
import { type Operation, operations } from './operations.ts'
import { otherRoutes } from './other-routes.ts'
import type { Actor } from './people.ts'
import { nounIn, type Pools } from './pools.ts'
import { type Connection, openConnection, type Reply, type Wire } from './raw-client.ts'
import { type Door, type Draft, draftOf, wireOf } from './requests.ts'
import type { Tally } from './tally.ts'

export type Subject = { name: string; operation: Operation; door: Door; share: number; drafts: fc.Arbitrary<Draft> }

/** Everything that is asked: each operation through both doors, and what stands beside the contract. */
export const subjects: Subject[] = [
  ...operations.map((operation) => ({
    name: `${operation.name} rest`,
    operation,
    door: 'rest' as const,
    share: operation.method === 'GET' ? 1 : 1.3,
    drafts: draftOf(operation),
  })),
  ...operations.map((operation) => ({ name: `${operation.name} rpc`, operation, door: 'rpc' as const, share: 0.25, drafts: draftOf(operation) })),
  ...otherRoutes.map((route) => ({ name: route.name, operation: route, door: 'rest' as const, share: route.share, drafts: draftOf(route, route) })),
]

type Site = { origin: string; pools: Pools }
type Run = { site: Site; tally: Tally; seed: number; requests: number; atOnce: number }
const chunkSize = 200
const enoughFailures = 5

/** No answer may take longer; on a machine that has more to do than cores, as much longer as that makes everything. */
const slowMs = () => 2_000 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Sends about so many requests, `atOnce` at a time, and returns what is wrong, each with what sends it again. */
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

/** One chunk again, from the path that a failure named. */
export function fuzzAgain(given: { site: Site; tally: Tally; only: string; seed: number; path: string | undefined }): Promise<string | null> {
  const subject = subjects.find(({ name }) => name === given.only)
  if (!subject) throw new Error(`FUZZ_ONLY is one of:\n${subjects.map(({ name }) => name).join('\n')}`)
  const connection = openConnection(given.site.origin)
  return sendChunk({ ...given, connection }, { subject, seed: given.seed, runs: chunkSize, path: given.path }).finally(connection.close)
}

type Chunk = { subject: Subject; seed: number; runs: number; path?: string | undefined }

/** Parts of each subject in an order that mixes them, the same for the same seed. */
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
  const { operation, door } = subject
  const property = fc.asyncProperty(subject.drafts, async (draft) => {
    const { wire, actor } = wireOf({ operation, door, draft, pools: site.pools, origin: site.origin })
    const reply = await patiently(connection, wire, { slow: (ms) => tally.slow(subject.name, ms), away: () => tally.away(subject.name) })
    tally.add(subject.name, gistOf(reply))
    learn({ operation, door, actor, wire, reply, pools: site.pools })
    const complaints = [...complaintsAbout({ wire, reply, origin: site.origin, mostMs: slowMs() }), ...(await whereItLeads(connection, wire, reply))]
    if (complaints.length) throw new Error(`${complaints.join('\n  ')}\n  ${reply.status} ${reply.body.toString('utf8', 0, 600)}\n  ${curlOf(wire)}`)
  })
  const details = await fc.check(property, { seed, numRuns: runs, ...(path === undefined ? {} : { path }) })
  if (!details.failed) return null
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return [
    `${subject.name}: ${why}`,
    `  shrunk ${details.numShrinks} times to ${fc.stringify(details.counterexample?.[0]).slice(0, 1_000)}`,
    `  again: FUZZ_ONLY='${subject.name}' FUZZ_SEED=${seed} FUZZ_PATH='${details.counterexamplePath}' npm test -- tests/fuzz`,
  ].join('\n')
}

/** A page that leads to itself, by whatever way, is no page. */
async function whereItLeads(connection: Connection, wire: Wire, reply: Reply): Promise<string[]> {
  let last = reply
  for (let hops = 0; last.status > 300 && last.status < 304 && wire.method === 'GET'; hops++) {
    const location = last.headers.get('location')?.[0] ?? ''
    if (hops > 4) return [`it leads on and on, at last to ${location}`]
    if (!location.startsWith('/')) return []
    last = await connection.send({ ...wire, target: location })
  }
  return last.status >= 500 && last.status !== 503 ? [`it leads to status ${last.status}`] : []
}

type Noting = { slow: (ms: number) => void; away: () => void }

/**
 * The answer of a site that is not too busy, and of a machine that has a moment: asked again where it was. On one that stands
 * still for seconds a lock or a connection is waited for too long, which is said as if the store were away.
 */
async function patiently(connection: Connection, wire: Wire, note: Noting): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await connection.send(wire)
    const isBusy = reply.status === 503
    // Readiness is a question with a time limit of its own.
    if (isBusy && tries === 1 && !['OVERLOADED', '"status":"not ready"'].some((word) => reply.body.includes(word))) note.away()
    const isSlow = reply.ms > slowMs()
    if (isSlow) note.slow(reply.ms)
    if (tries >= (isBusy ? 20 : 3) || !(isBusy || isSlow)) return reply
    if (isBusy) await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type Learned = { operation: Operation; door: Door; actor: Actor; wire: Wire; reply: Reply; pools: Pools }

/** Ids, addresses and cursors of an answer become what later requests refer to. */
function learn({ operation, actor, wire, reply, pools, door }: Learned): void {
  if (reply.status < 200 || reply.status > 201 || operation.base === '') return
  const text = reply.body.toString('utf8')
  const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1]
  if (cursor) pools.add('cursor', cursor, null)
  const noun = nounIn(operation.path.split('/').at(-1) ?? '')
  // The method may have been changed on the way: HEAD or GET at the same address answers something else, or nothing.
  if (operation.method !== 'POST' || wire.method !== 'POST' || !noun) return
  const answer: unknown = JSON.parse(text)
  const { id, slug, status, url } = Object(door === 'rpc' ? Object(answer).json : answer)
  if (typeof id === 'string') pools.add(noun, id, actor)
  if (typeof id === 'string' && typeof status === 'string') pools.add(`${noun} ${status}`, id, actor)
  if (typeof slug === 'string') pools.add('slugs', slug, actor)
  if (typeof url === 'string') pools.add('files', url.replace('/media/', ''), actor)
}
