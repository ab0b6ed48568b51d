import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listenOnFreePort } from '#tests/support/http-servers.ts'
import { openConnections } from './connections.ts'
import { createHttpServer } from './http-server.ts'
import { openLimiter } from './limits.ts'

test('headers that never end are cut at the configured time, not at Node’s check every 30 s', async () => {
  const { port, close } = await listening(createHttpServer({ headersMs: 300 }))
  const begun = performance.now()
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\nx-slow: '))
    socket
      .on('data', (chunk) => (text += chunk))
      .on('close', () => resolve(text))
      .on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  // A loaded machine may stall for seconds; Node's own interval would take 30.
  expect(performance.now() - begun).toBeLessThan(15_000)
  await close()
})

test('one network address has a limited number of connections, and may open new ones after some have closed', async () => {
  const connections = openConnections({ perAddress: 3 })
  const server = createHttpServer()
  server.on('connection', connections.opened)
  const { port, close } = await listening(server)
  const lines = await Promise.all([1, 2, 3].map(() => locked(port)))
  expect(lines.every(({ isCut }) => !isCut())).toBe(true)
  const fourth = await locked(port)
  await expect.poll(fourth.isCut).toBe(true)
  expect(lines.some(({ isCut }) => isCut())).toBe(false)
  lines[0]?.end()
  await expect.poll(async () => isServed(port)).toBe(true)
  for (const line of lines) line.end()
  await close()
})

test('the network address of a trusted proxy has no limit, because all visitors come from it', async () => {
  const server = createHttpServer()
  server.on('connection', openConnections({ perAddress: 1, isExempt: (address) => address.endsWith('127.0.0.1') }).opened)
  const { port, close } = await listening(server)
  const lines = await Promise.all([1, 2, 3].map(() => locked(port)))
  expect(await isServed(port)).toBe(true)
  for (const line of lines) line.end()
  await close()
})

test('the callers of one /48 share a wider limit, and those of another have their own', async () => {
  const limiter = openLimiter({ exempt: () => false })
  const networks = Array.from({ length: 8 }, (_, n) => `20010db8000a000${n}::/64`)
  const taken = []
  for (const network of networks) for (let n = 0; n < 25; n++) taken.push(await limiter.take('signUp', network))
  // The limit is twenty for each /64 and eighty for the /48.
  expect(taken.filter((wait) => wait === null)).toHaveLength(80)
  expect(await limiter.take('signUp', '20010db8000b0000::/64')).toBeNull()
  expect(await limiter.take('signUp', '203.0.113.9')).toBeNull()
})

async function listening(server: ReturnType<typeof createHttpServer>) {
  server.on('request', (_request, response) => response.end('served'))
  return {
    port: await listenOnFreePort(server),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Opens a connection that sends no request. */
function locked(port: number): Promise<{ isCut: () => boolean; end: () => void }> {
  return new Promise((resolve) => {
    let isCut = false
    const socket = connect(port, '127.0.0.1', () => resolve({ isCut: () => isCut, end: () => socket.destroy() }))
    socket
      .on('error', () => {})
      .on('close', () => {
        isCut = true
      })
    socket.resume()
  })
}

const isServed = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )
