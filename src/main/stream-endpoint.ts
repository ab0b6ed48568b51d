import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { closedPolicy } from '#platform/server/http/security-headers.ts'
import { serveStream } from '#platform/server/live/stream.ts'
import { openStreamLimits } from '#platform/server/live/stream-limits.ts'
import { topicsOf, withOwn } from '#platform/server/live/topics.ts'
import type { Session } from '#platform/server/session.ts'
import type { Parts } from './parts.ts'
import { type RefuseRequest, refusals } from './refuse-request.ts'
import { openSnapshots } from './snapshot.ts'

type Options = { parts: Parts; headers: Record<string, string>; refuse: RefuseRequest }
type StreamRequest = { request: IncomingMessage; response: ServerResponse; address: string }

/** /api/v1/live: limits the streams of each address and ends a stream with its session. */
export function openStreamEndpoint({ parts, headers, refuse }: Options) {
  const limits = openStreamLimits()
  const snapshotOf = openSnapshots(parts.store.db)
  const ends = new Set<() => void>()

  function open({ request, response, address }: StreamRequest, session: Session | null) {
    const isForeign = request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin'
    const topics = topicsOf(request.url ?? '')
    if (isForeign) return refuse(request, response, refusals.crossSite)
    if (!topics) return refuse(request, response, refusals.unknownTopics)
    if (limits.isFull(address)) return refuse(request, response, refusals.tooManyStreams)
    const personId = session?.viewer.id ?? null
    const end = serveStream({
      headers: { ...headers, 'content-security-policy': closedPolicy, 'x-request-id': randomUUID() },
      request,
      response,
      personId,
      hub: parts.live,
      topics: withOwn(topics, personId),
      snapshot: (asked) => snapshotOf({ topics: asked, personId }),
      onEnd: () => {
        ends.delete(end)
        stopWatching()
        leave()
      },
    })
    ends.add(end)
    const leave = limits.enter({ address, personId, end: () => end('too many') })
    // A stream that was opened with a session ends with it. A visitor has no session.
    const stopWatching = session === null ? () => {} : parts.sessions.watch(session.id, () => end('session ended'))
  }

  async function serve(stream: StreamRequest) {
    const { request, response, address } = stream
    if ((await parts.limiter.take('stream', address)) !== null) return refuse(request, response, refusals.tooMany)
    const session = await parts.sessionOf(request.headers.cookie)
    // The client disconnected while its session was read.
    if (!response.destroyed) open(stream, session)
  }

  return {
    serve: (stream: StreamRequest) => void serve(stream).catch(() => refuse(stream.request, stream.response, refusals.unavailable)),
    endAll() {
      for (const end of ends) end()
    },
  }
}
