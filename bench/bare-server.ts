// What one process of node:http can do: it answers each address with bytes made beforehand, and nothing else.
import { createServer } from 'node:http'

type Page = { path: string; body: string; headers: Record<string, string> }
const pages = new Map<string, { body: Buffer; headers: Record<string, string> }>()

process.on('message', (told: Page[]) => {
  for (const { path, body, headers } of told) pages.set(path, { body: Buffer.from(body, 'base64'), headers })
  process.send?.({ taken: told.length })
})
process.on('disconnect', () => process.exit(0))

const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '/')
  if (!page) return response.writeHead(200, { 'content-length': 0 }).end()
  response.writeHead(200, page.headers)
  response.end(page.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
