import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Call = { method: string; path: string; cookie?: string; key?: string; body?: unknown; picture?: Uint8Array }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: any; bytes: number; ms: number }

/** There was no complete answer. */
export class NoAnswer extends Error {
  readonly code: string
  /** Milliseconds since the last answer on the connection when the request was sent; null for a new connection. */
  readonly silentMs: number | null
  constructor(given: { call: Call; code: string; silentMs: number | null }) {
    const { call, code, silentMs } = given
    super(`${call.method} ${call.path}: ${code} on a connection ${silentMs === null ? 'that was new' : `silent for ${Math.round(silentMs)} ms`}`)
    this.code = code
    this.silentMs = silentMs
  }
}

export type Line = { ask: (call: Call) => Promise<Answer>; close: () => void }

/** Only against hanging: a busy machine may take half a minute for an answer, and a forgotten request gets none. */
const answerWithinMs = 120_000

/** At most `connections` kept-alive connections to one origin. Requests are never repeated, so that each failure is visible. */
export function openLine({ origin, connections }: { origin: string; connections: number }): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const answeredAt = new WeakMap<object, number>()

  function ask(call: Call): Promise<Answer> {
    const { body, type } = bodyOf(call)
    const headers = {
      origin,
      ...(call.cookie ? { cookie: call.cookie } : {}),
      ...(call.key ? { 'idempotency-key': call.key } : {}),
      ...(body ? { 'content-type': type, 'content-length': String(body.length) } : {}),
    }
    const begun = performance.now()
    return new Promise((resolve, reject) => {
      const sent = request(`${origin}${call.path}`, { method: call.method, agent, headers, timeout: answerWithinMs })
      let silentMs: number | null = null
      const fail = (error: NodeJS.ErrnoException) => reject(new NoAnswer({ call, code: error.code ?? error.message, silentMs }))
      sent.once('error', fail)
      sent.once('socket', (socket) => {
        const before = answeredAt.get(socket)
        silentMs = before === undefined ? null : performance.now() - before
      })
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${answerWithinMs} ms`)))
      sent.once('response', (response) => {
        const parts: Buffer[] = []
        const { socket } = response
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', fail)
        response.once('end', () => {
          answeredAt.set(socket, performance.now())
          const raw = Buffer.concat(parts)
          const isJson = String(response.headers['content-type']).startsWith('application/json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson && raw.length ? JSON.parse(raw.toString()) : null,
            bytes: raw.length,
            ms: performance.now() - begun,
          })
        })
      })
      sent.end(body)
    })
  }

  return { ask, close: () => agent.destroy() }
}

function bodyOf({ body, picture }: Call): { body: Buffer | undefined; type: string } {
  if (!picture) return { body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)), type: 'application/json' }
  const edge = 'a-line-between-parts'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\ncampaign_cover\r\n--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return { body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${edge}--\r\n`)]), type: `multipart/form-data; boundary=${edge}` }
}

/**
 * Begins `perSecond` pieces of work a second, however slowly they end, until `stop`, which resolves when all have ended. Work that is due
 * while `atMost` pieces are running is skipped. `stop` throws the first error of the work.
 */
export function openLoop(given: { perSecond: number; atMost?: number; work: () => Promise<void> }) {
  const { atMost = Number.POSITIVE_INFINITY } = given
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const begun = performance.now()
  let count = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1000) * given.perSecond)
    for (; count < due; count++) {
      if (running.size >= atMost) continue
      const work: Promise<void> = given
        .work()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(work))
      running.add(work)
    }
  }, 5)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(running)
      if (failures.length) throw failures[0]
    },
  }
}

/** Polls until `look` returns a truthy value. The limit is only against hanging: a busy machine may pause for seconds. */
export async function eventually<T>(what: string, look: () => Promise<T> | T, withinMs = 120_000): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen) return seen as NonNullable<T>
    if (Date.now() > end) throw new Error(`It did not happen within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
