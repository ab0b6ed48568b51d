// Baseline for chat: a bare node:http process that writes each posted body to all open streams and does nothing else.
import { createServer, type ServerResponse } from 'node:http'

const streams = new Set<ServerResponse>()
process.on('disconnect', () => process.exit(0))

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.add(response)
    response.on('close', () => streams.delete(response))
    return
  }
  let frame = ''
  request.setEncoding('utf8').on('data', (text: string) => (frame += text))
  request.on('end', () => {
    for (const stream of streams) stream.write(frame)
    response.writeHead(201, { 'content-length': 0 }).end()
  })
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
