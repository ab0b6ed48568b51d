import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { softwareVersion } from '#platform/server/software.ts'
import { freePort } from '#tests/support/product.ts'
import { aPerson, theSite, useSite } from '#tests/support/site.ts'

test.each(['/', '/api/v1/stats', '/healthz', '/assets/x.js', '/api/v1/live?topics=stats'])(
  'a request with two Host headers is refused with 400 (%s)',
  async (path) => {
    const { origin } = await theSite()
    const { port, host } = new URL(origin)
    expect(await statusLineOf(Number(port), `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nHOST: evil.example\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 /,
    )
    expect(await statusLineOf(Number(port), `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
  },
)

test('/readyz of an https site reports an untrusted proxy by a code alone, and operators get its address and the setting for it', async () => {
  const port = await freePort()
  const secret = 'Vw0x8h3pJ2mQ5tL9cR7yB1nK4sF6dG0z'
  const close = await useSite({ BASE_URL: 'https://holdout.example', HOST: '127.0.0.1', PORT: String(port), AUTH_SECRET: secret, TRUSTED_PROXIES: '10.9.8.7' })
  try {
    const cookie = (await aPerson({ role: 'admin' })).cookie.replace('holdout.', '__Host-holdout.')
    const get = async (path: string, headers: Record<string, string> = {}) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()
    expect(await get('/readyz')).toEqual({ status: 'ready', store: 'up', version: softwareVersion, warnings: [] })
    expect((await get('/api/v1/jobs', { cookie })).untrustedProxy).toBeNull()

    await get('/api/v1/stats', { 'x-forwarded-for': '203.0.113.7' })
    const proxy = { address: '127.0.0.1', setting: 'TRUSTED_PROXIES=10.9.8.7,127.0.0.1' }
    expect((await get('/readyz')).warnings).toEqual([{ code: 'UNTRUSTED_PROXY' }])
    expect((await get('/api/v1/jobs', { cookie })).untrustedProxy).toEqual(proxy)
  } finally {
    await close()
  }
})

function statusLineOf(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.once('data', (chunk) => {
      resolve(chunk.toString('latin1').split('\r\n', 1)[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
