import type { Server } from 'node:net'

/** Lets the server listen on a free port of this machine, and returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Closes an HTTP server together with its connections. */
export async function closeServer(server: Server & { closeAllConnections: () => void }): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
