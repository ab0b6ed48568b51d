import { connect, type Socket } from 'node:net'

export type Answered = { status: number; ms: number }

/**
 * Sends the requests over `connections` keep-alive connections, each request as soon as the one before it is answered; sends none after `forMs`.
 * Parses only the end of an answer, because it shares the cores with the server. Answers are unordered; `sent` is the index of the request.
 */
export async function sendAll(options: { origin: string; connections: number; requests: string[]; forMs?: number }): Promise<(Answered & { sent: number })[]> {
  const { hostname, port } = new URL(options.origin)
  const answers: (Answered & { sent: number })[] = []
  const end = performance.now() + (options.forMs ?? Number.POSITIVE_INFINITY)
  let next = 0
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      try {
        while (next < options.requests.length && performance.now() < end) {
          const sent = next++
          answers.push({ sent, ...(await sendOne(socket, options.requests[sent] ?? '')) })
        }
      } finally {
        socket.destroy()
      }
    }),
  )
  return answers
}

function sendOne(socket: Socket, request: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    let head = ''
    /** Bytes of the body still to come; null until the length is known, and always for a chunked body. */
    let missing: number | null = null
    function settle(error: Error | null) {
      socket.off('data', onData).off('error', settle).off('close', onClose)
      if (error) reject(error)
      else resolve({ status: Number(head.slice(9, 12)), ms: performance.now() - started })
    }
    const onClose = () => settle(new Error('The server closed the connection'))
    function onData(chunk: Buffer) {
      if (missing !== null) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        missing = missingOf(head)
      }
      if (missing === null ? head.endsWith('\r\n0\r\n\r\n') : missing <= 0) settle(null)
    }
    socket.on('data', onData).on('error', settle).on('close', onClose)
    socket.write(request, 'latin1')
  })
}

function missingOf(read: string): number | null {
  const end = read.indexOf('\r\n\r\n')
  const length = end < 0 ? undefined : /\r\ncontent-length: *(\d+)/i.exec(read.slice(0, end))?.[1]
  return length === undefined ? null : end + 4 + Number(length) - read.length
}
