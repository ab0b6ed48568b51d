import { request as ask, createServer } from 'node:http'
import { closeServer } from './http-servers.ts'

/** A proxy for several processes of one site: each request goes to the next process; if that one is gone or stopping, to another. */
export type RoundRobin = { origin: string; close: () => Promise<void> }

/** Like the nginx of docs/OPERATING.md: responses are not buffered, and after a 503 only a GET is repeated. */
export async function openRoundRobin({ port, ports }: { port: number; ports: readonly number[] }): Promise<RoundRobin> {
  let next = 0
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => lead(0))

    function lead(tries: number) {
      const target = ports[next++ % ports.length]
      const isLast = tries + 1 >= ports.length
      const sent = ask({ host: '127.0.0.1', port: target, path: incoming.url, method: incoming.method, headers: incoming.headers })
      outgoing.once('close', () => sent.destroy())
      sent.once('error', () => {
        if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy()
        if (isLast) return void outgoing.writeHead(502).end()
        lead(tries + 1)
      })
      sent.once('response', (answer) => {
        if (answer.statusCode === 503 && incoming.method === 'GET' && !isLast) {
          answer.resume()
          return lead(tries + 1)
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        outgoing.flushHeaders()
        answer.on('data', (part: Buffer) => outgoing.write(part))
        answer.once('end', () => outgoing.end())
        answer.once('error', () => outgoing.destroy())
      })
      sent.end(Buffer.concat(parts))
    }
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  }
}
