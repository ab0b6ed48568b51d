import { connect, createServer, type Socket } from 'node:net'
import { openWire, type Statement } from './postgres-wire.ts'

/** Passes the bytes of other protocols on without reading them. */
const anyWire = { asked: () => {}, answered: (bytes: Buffer) => [{ bytes, committed: undefined }] }

type Pair = { client: Socket; server: Socket | null }

/** A proxy on the loopback interface between the product and PostgreSQL or a broker. It causes failures that occur in networks. */
export type FaultProxy = {
  /** The server's URL through the proxy. */
  url: string
  /** Called for each statement that has committed a change. If it returns true, the connection is cut before the answer is passed on. */
  cutWhen: ((statement: Statement) => boolean) | null
  /** Delay in milliseconds, in both directions. */
  delayMs: number
  /** Cuts each new connection after this many bytes from the server. */
  cutAfterBytes: number
  /** Until `pass`, nothing is passed on, and new connections are accepted but not connected to the server. */
  stall: () => void
  /** Until `pass`, open connections are closed and new ones refused. */
  refuse: () => Promise<void>
  pass: () => Promise<void>
  close: () => Promise<void>
}

export async function openFaultProxy(serverUrl: string): Promise<FaultProxy> {
  const address = new URL(serverUrl)
  const isPostgres = address.protocol.startsWith('postgres')
  const to = { host: address.hostname, port: Number(address.port || (isPostgres ? 5432 : 6379)) }
  const pairs = new Set<Pair>()
  let stalled = false

  function cut(pair: Pair) {
    pairs.delete(pair)
    pair.client.destroy()
    pair.server?.destroy()
  }

  function lead(pair: Pair) {
    const { client } = pair
    const server = connect(to)
    pair.server = server
    const wire = isPostgres ? openWire() : anyWire
    let left = proxy.cutAfterBytes
    const later = (work: () => void) => void (proxy.delayMs ? setTimeout(work, proxy.delayMs) : work())
    client.on('data', (bytes: Buffer) => {
      wire.asked(bytes)
      later(() => server.write(bytes))
    })
    server.on('data', (bytes: Buffer) => {
      left -= bytes.length
      for (const { bytes: answer, committed } of wire.answered(bytes, proxy.cutWhen !== null)) {
        if (committed && proxy.cutWhen?.(committed)) return cut(pair)
        if (answer.length) later(() => client.write(answer))
      }
      if (left <= 0) cut(pair)
    })
    client.on('end', () => server.end())
    server.on('end', () => client.end())
    for (const socket of [client, server]) {
      socket.on('error', () => cut(pair))
      socket.on('close', () => cut(pair))
    }
    client.resume()
  }

  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: false }, (client) => {
    const pair: Pair = { client, server: null }
    pairs.add(pair)
    client.setNoDelay(true)
    client.once('error', () => cut(pair))
    if (!stalled) lead(pair)
  })
  const listen = (port: number) => new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const own = listener.address()
  if (typeof own !== 'object' || !own) throw new Error('The proxy has no port')
  const { port } = own
  address.host = `127.0.0.1:${port}`

  const proxy: FaultProxy = {
    url: address.href,
    cutWhen: null,
    delayMs: 0,
    cutAfterBytes: Number.POSITIVE_INFINITY,
    stall() {
      stalled = true
      for (const { client, server } of pairs) for (const socket of [client, server]) socket?.pause()
    },
    async refuse() {
      const closed = new Promise((resolve) => listener.close(resolve))
      for (const pair of [...pairs]) cut(pair)
      await closed
    },
    async pass() {
      stalled = false
      if (!listener.listening) await listen(port)
      for (const pair of pairs) {
        if (!pair.server) lead(pair)
        else for (const socket of [pair.client, pair.server]) socket.resume()
      }
    },
    async close() {
      if (!listener.listening) return
      const closed = new Promise((resolve) => listener.close(resolve))
      for (const pair of [...pairs]) cut(pair)
      await closed
    },
  }
  return proxy
}
