import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchProxies } from './untrusted-proxy.ts'

test('the first request through an untrusted proxy is logged, and no later one', () => {
  const lines = watched({ isPublic: true, trustedProxies: ['10.0.0.0/8'] }, ['10.0.0.1', '::ffff:172.18.0.1', '172.18.0.1'])
  expect(lines).toEqual([expect.objectContaining({ level: 40, proxy: '172.18.0.1', setting: 'TRUSTED_PROXIES=10.0.0.0/8,172.18.0.1' })])
})

test('a trusted proxy, and any on a site without https, is nothing to warn of', () => {
  expect(watched({ isPublic: true, trustedProxies: ['127.0.0.1'] }, ['127.0.0.1'])).toEqual([])
  expect(watched({ isPublic: false, trustedProxies: [] }, ['127.0.0.1'])).toEqual([])
})

/** What is logged when requests with X-Forwarded-For arrive from these sockets, each two seconds after the other. */
function watched(config: { isPublic: boolean; trustedProxies: string[] }, remotes: string[]): unknown[] {
  const lines: unknown[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  let now = 0
  const watch = watchProxies({ config, log, now: () => (now += 2_000) })
  for (const remote of remotes) {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: remote })
    const request = new IncomingMessage(socket)
    request.headers['x-forwarded-for'] = '203.0.113.7'
    watch.check(request)
  }
  return lines
}
