import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const noticeMs = 1_000
const silenceMs = 2_000
const drainMs = 10_000

type Ways = {
  /** From here on every answer closes its connection, and readiness is denied. */
  beginStop: () => void
  endStreams: () => void
}

/**
 * Returns how to end this server without failing anybody. For a second the door stays open, so that balancers see that
 * it is not ready; whoever keeps a connection is told with its next answer that it ends, and only one that stays silent
 * for two seconds is closed without a word: a request may be on its way. What runs may finish: 10 s in all.
 */
export function openDrain(server: Server): (ways: Ways) => Promise<void> {
  const connections = new Map<Socket, { answer: ServerResponse | null; usedAt: number }>()
  server.on('connection', (socket) => {
    connections.set(socket, { answer: null, usedAt: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  // Hot: only the newest answer of a connection is kept, and looked at once we stop. Answers leave in their order.
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
    // Right after everything that has arrived was read.
    const silent = setInterval(() => setImmediate(closeSilent), 100)
    while (performance.now() - begun < noticeMs && connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 25))
    // An http server's own close also closes idle connections, at once and without a word.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    endStreams()
    await closed
    clearInterval(silent)
    clearTimeout(force)
  }
}
