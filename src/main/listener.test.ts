import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { theSite } from '#tests/support/site.ts'

test.each(['/', '/api/v1/stats', '/healthz', '/assets/x.js', '/api/v1/live?topics=stats'])('two Host headers are refused with 400 (%s)', async (path) => {
  const { origin } = await theSite()
  const { port, host } = new URL(origin)
  expect(await statusLineOf(Number(port), `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nHOST: evil.example\r\nconnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 400 /,
  )
  expect(await statusLineOf(Number(port), `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
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
