import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A request as bytes, so that it may be one that no HTTP library would send. */
export type RawRequest = {
  method: string
  /** The target in the request line, in Latin-1. */
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
  /** The request violates HTTP itself: the server may answer with a bare status line and close the connection. */
  isBroken: boolean
}

export type Reply = {
  status: number
  headers: Map<string, string[]>
  body: Buffer
  ms: number
  /** There was no response, or an incomplete one. */
  failure: 'closed' | 'hanging' | null
}

const patienceMs = 15_000

/** One kept-alive connection, which is reopened after the server or a request has ended it. */
export function openConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  let socket: Socket | null = null

  function opened(): Promise<Socket> {
    if (socket && !socket.destroyed && socket.readable && socket.writable) return Promise.resolve(socket)
    return new Promise((resolve, reject) => {
      const fresh = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
        fresh.off('error', reject)
        fresh.on('error', () => {})
        socket = fresh
        resolve(fresh)
      })
      fresh.once('error', reject)
    })
  }

  async function send(rawRequest: RawRequest): Promise<Reply> {
    const open = await opened()
    const reply = await exchange(open, rawRequest)
    const closes = reply.failure !== null || rawRequest.isBroken || /close/i.test(reply.headers.get('connection')?.join() ?? '') || isStream(reply.headers)
    if (closes) {
      open.destroy()
      socket = null
    }
    return reply
  }

  return {
    /** The server may close an idle connection at any time, so a request that fails in that way is sent again on a new connection. */
    async send(rawRequest: RawRequest): Promise<Reply> {
      const wasOpen = socket !== null
      const reply = await send(rawRequest)
      return reply.failure === 'closed' && wasOpen && reply.status === 0 ? send(rawRequest) : reply
    },
    close: () => socket?.destroy(),
  }
}
export type Connection = ReturnType<typeof openConnection>

export function bytesOf({ method, target, headers, body }: RawRequest): Buffer {
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

function exchange(socket: Socket, rawRequest: RawRequest): Promise<Reply> {
  const started = performance.now()
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    let head: Head | null = null

    function finish(failure: Reply['failure'], body: Buffer = Buffer.alloc(0)) {
      clearTimeout(timer)
      socket.off('data', read).off('close', ended).off('end', ended)
      resolve({ status: head?.status ?? 0, headers: head?.headers ?? new Map(), body: plain(head, body), ms: performance.now() - started, failure })
    }
    const ended = () => (head && head.length === null && !head.isChunked ? finish(null, Buffer.concat(chunks).subarray(head.bytes)) : finish('closed'))
    const timer = setTimeout(() => finish('hanging'), patienceMs)

    function read(chunk: Buffer) {
      chunks.push(chunk)
      size += chunk.length
      if (!head) {
        const all = Buffer.concat(chunks)
        chunks = [all]
        head = headOf(all)
        // An interim response (1xx): the final one follows.
        if (head && head.status < 200) {
          chunks = [all.subarray(head.bytes)]
          size = chunks[0]?.length ?? 0
          head = headOf(chunks[0] ?? all)
        }
        if (!head) return
      }
      const { bytes, length, isChunked, status, headers } = head
      if (rawRequest.method === 'HEAD' || status === 204 || status === 304) return finish(null)
      if (isStream(headers)) return size > bytes ? finish(null, Buffer.concat(chunks).subarray(bytes)) : undefined
      if (length !== null) return size >= bytes + length ? finish(null, Buffer.concat(chunks).subarray(bytes, bytes + length)) : undefined
      if (!isChunked) return
      const body = unchunked(Buffer.concat(chunks).subarray(bytes))
      if (body) finish(null, body)
    }
    socket.on('data', read).on('close', ended).on('end', ended)
    socket.write(bytesOf(rawRequest))
  })
}

/** Decompresses the body: a changed Accept-Encoding may request compression. */
function plain(head: Head | null, body: Buffer): Buffer {
  const encoding = head?.headers.get('content-encoding')?.[0]
  if (body.length === 0 || encoding === undefined) return body
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}

const isStream = (headers: Reply['headers']) => headers.get('content-type')?.[0]?.startsWith('text/event-stream') ?? false

type Head = { status: number; headers: Reply['headers']; bytes: number; length: number | null; isChunked: boolean }

function headOf(read: Buffer): Head | null {
  const end = read.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = read.toString('latin1', 0, end).split('\r\n')
  const headers: Reply['headers'] = new Map()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  const length = headers.get('content-length')?.[0]
  return {
    status: Number(first.split(' ')[1]),
    headers,
    bytes: end + 4,
    length: length === undefined ? null : Number(length),
    isChunked: /chunked/i.test(headers.get('transfer-encoding')?.join() ?? ''),
  }
}

/** The whole body of a chunked response, or null while a part of it is missing. */
function unchunked(read: Buffer): Buffer | null {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const line = read.indexOf('\r\n', at)
    if (line < 0) return null
    const length = Number.parseInt(read.toString('latin1', at, line), 16)
    const end = line + 2 + length + 2
    if (!(end <= read.length)) return null
    if (length === 0) return Buffer.concat(parts)
    parts.push(read.subarray(line + 2, line + 2 + length))
    at = end
  }
}
