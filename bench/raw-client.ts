import { connect, type Socket } from 'node:net'

export type Answered = { status: number; ms: number }

/**
 * Sends the requests over `connections` kept-alive connections, the next as soon as the last is answered. It reads no
 * more of an answer than where it ends, so that it takes little from the server it shares the cores with.
 */
export async function sendAll(options: { origin: string; connections: number; requests: string[] }): Promise<Answered[]> {
  const { hostname, port } = new URL(options.origin)
  const answers: Answered[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      try {
        while (next < options.requests.length) answers.push(await sendOne(socket, options.requests[next++] ?? ''))
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
    let read = ''
    function settle(error: Error | null) {
      socket.off('data', onData).off('error', settle).off('close', onClose)
      if (error) reject(error)
      else resolve({ status: Number(read.slice(9, 12)), ms: performance.now() - started })
    }
    const onClose = () => settle(new Error('The server closed the connection'))
    function onData(chunk: Buffer) {
      read += chunk.toString('latin1')
      if (isWhole(read)) settle(null)
    }
    socket.on('data', onData).on('error', settle).on('close', onClose)
    socket.write(request, 'latin1')
  })
}

function isWhole(read: string): boolean {
  const head = read.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(read.slice(0, head))?.[1]
  return length === undefined ? read.endsWith('\r\n0\r\n\r\n') : read.length >= head + 4 + Number(length)
}
