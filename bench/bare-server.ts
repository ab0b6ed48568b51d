// Baseline server: a bare node:http process that answers each path with prepared bytes and does nothing else.
import { createServer } from 'node:http'

type Page = { path: string; body: string; headers: Record<string, string> }
const pages = new Map<string, { body: Buffer; headers: Record<string, string> }>()

process.on('message', (reported: Page[]) => {
  for (const { path, body, headers } of reported) pages.set(path, { body: Buffer.from(body, 'base64'), headers })
  process.send?.({ taken: reported.length })
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
