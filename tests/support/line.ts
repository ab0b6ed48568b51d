import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from './http-servers.ts'

export type Line = {
  origin: string
  /** Closes all connections and refuses new ones, until `mend`. */
  cut: () => void
  mend: () => void
  close: () => Promise<void>
}

/** A proxy between a browser and the product that can be cut: a browser in its offline mode keeps open connections. */
export async function openLine(to: { origin: string }): Promise<Line> {
  const port = Number(new URL(to.origin).port)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((browser) => {
    if (isCut) return browser.destroy()
    const product = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [browser, product],
      [product, browser],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
      socket.pipe(other)
    }
  })
  const ownPort = await listenOnFreePort(server)
  function cut() {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    cut,
    mend() {
      isCut = false
    },
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
