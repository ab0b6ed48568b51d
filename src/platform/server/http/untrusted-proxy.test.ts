import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchProxies } from './untrusted-proxy.ts'

test('the first request through an untrusted proxy is logged, and later ones are not', () => {
  const { lines } = watched({ isPublic: true, trustedProxies: ['10.0.0.0/8'] }, ['10.0.0.1', '::ffff:172.18.0.1', '172.18.0.1'])
  expect(lines).toEqual([expect.objectContaining({ level: 40, proxy: '172.18.0.1', setting: 'TRUSTED_PROXIES=10.0.0.0/8,172.18.0.1' })])
})

test('a later proxy replaces the first as the current one, and alternating ones are logged once each', () => {
  const { lines, current } = watched({ isPublic: true, trustedProxies: [] }, ['172.18.0.1', '172.18.0.2', '172.18.0.1', '172.18.0.2'])
  expect(current()).toEqual({ address: '172.18.0.2', setting: 'TRUSTED_PROXIES=172.18.0.2' })
  expect(lines).toHaveLength(2)
})

test('visitors with many addresses who send the header themselves do not fill the log', () => {
  const { lines } = watched(
    { isPublic: true, trustedProxies: [] },
    Array.from({ length: 200 }, (_, n) => `198.51.100.${n}`),
  )
  expect(lines).toHaveLength(50)
})

test('there is no warning about a trusted proxy, nor on a site without https', () => {
  expect(watched({ isPublic: true, trustedProxies: ['127.0.0.1'] }, ['127.0.0.1']).lines).toEqual([])
  expect(watched({ isPublic: false, trustedProxies: [] }, ['127.0.0.1']).lines).toEqual([])
})

/** Returns the log lines and the current proxy after requests with X-Forwarded-For from these sockets, two seconds apart. */
function watched(config: { isPublic: boolean; trustedProxies: string[] }, remotes: string[]) {
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
  return { lines, current: watch.current }
}
