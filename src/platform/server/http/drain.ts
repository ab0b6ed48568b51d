import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const noticeMs = 1_000
const silenceMs = 2_000
const drainMs = 10_000

type Ways = {
  /** From here on every answer closes its connection, and the readiness check fails. */
  beginStop: () => void
  endStreams: () => void
}

/**
 * Returns a function that shuts the server down without failing a request. It accepts connections for another second, so that
 * load balancers notice that it is not ready. A kept-alive connection ends with its next answer; only one that is silent for
 * two seconds is closed without notice, because a request may be on its way. Running requests may finish: 10 s in all.
 */
export function openDrain(server: Server): (ways: Ways) => Promise<void> {
  const connections = new Map<Socket, { answer: ServerResponse | null; usedAt: number }>()
  server.on('connection', (socket) => {
    connections.set(socket, { answer: null, usedAt: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  // Hot path: stores only the newest answer of each connection, which is examined when the server stops. Answers leave in order.
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (connection) connection.answer = response
  })

  return async function drain({ beginStop, endStreams }) {
    const begun = performance.now()
    function closeSilent() {
      const now = performance.now()
      for (const [socket, connection] of connections) {
        if (connection.answer && !connection.answer.closed) connection.usedAt = now
        else if (now - Math.max(connection.usedAt, begun) >= silenceMs) socket.destroy()
      }
    }
    const force = setTimeout(() => server.closeAllConnections(), drainMs)
    beginStop()
    endStreams()
    // `setImmediate` runs right after everything that has arrived was read.
    const silent = setInterval(() => setImmediate(closeSilent), 100)
    while (performance.now() - begun < noticeMs && connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 25))
    // An http server's own `close` also closes idle connections, at once and without notice.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    endStreams()
    await closed
    clearInterval(silent)
    clearTimeout(force)
  }
}
