import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { addressReader } from '#platform/server/http/client-address.ts'
import { openLimiter } from '#platform/server/http/limits.ts'
import { isOddPath, withoutScripts } from '#platform/server/http/odd-address.ts'
import { setPageHeaders } from '#platform/server/http/security-headers.ts'
import { aPerson, call, theSite } from '#tests/support/site.ts'

test('every response has the security headers and a request id', async () => {
  const { origin } = await theSite()
  for (const path of ['/', '/api/v1/stats', '/api/v1/none', '/healthz', '/readyz', '/campaigns/none', '/api/openapi.json']) {
    const { headers } = await fetch(`${origin}${path}`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  const stream = await fetch(`${origin}/api/v1/live?topics=stats`)
  expect([stream.headers.get('x-frame-options'), stream.headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff'])
  await stream.body?.cancel()
})

test('a long response is compressed, a short one and one to HEAD are not', async () => {
  const { origin } = await theSite()
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`${origin}${path}`, { method, headers: { 'accept-encoding': 'br' } })
    return { encoding: response.headers.get('content-encoding'), vary: response.headers.get('vary'), text: await response.text() }
  }
  const long = await ask('/api/openapi.json')
  expect(long).toMatchObject({ encoding: 'br', vary: expect.stringContaining('Accept-Encoding') })
  expect(JSON.parse(long.text)).toHaveProperty('openapi')
  expect(await ask('/api/v1/none')).toMatchObject({ encoding: null, text: expect.stringContaining('NOT_FOUND') })
  expect(await ask('/api/v1/stats', 'HEAD')).toMatchObject({ text: '' })
})

test('refusals have one form: code, message, status and data', async () => {
  expect((await call(null, 'GET', '/nowhere')).body).toEqual({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null })
  expect((await call(null, 'GET', '/me')).body).toEqual({ code: 'UNAUTHORIZED', message: 'Sign in first.', status: 401, data: null })
  expect((await call(null, 'GET', '/campaigns?limit=101')).body).toMatchObject({
    code: 'MALFORMED',
    status: 400,
    data: { fields: { limit: expect.any(String) } },
  })
  expect((await call(await aPerson(), 'POST', '/campaigns', { body: 'x'.repeat(300_000) })).body).toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 })
})

test('a body that is not JSON is malformed, never a server error', async () => {
  const { origin } = await theSite()
  const { cookie } = await aPerson()
  for (const [type, body] of [
    ['application/json', '{"title":'],
    ['application/json', '[[[[[[1]]]]]]'],
    ['text/plain', 'hello'],
    ['application/x-www-form-urlencoded', 'title=x'],
  ]) {
    const { status } = await fetch(`${origin}/api/v1/campaigns`, { method: 'POST', headers: { origin, cookie, 'content-type': type ?? '' }, body: body ?? '' })
    expect([400, 415]).toContain(status)
  }
})

test('a write without a body and without a length is answered like any other, and OPTIONS does nothing', async () => {
  const { origin } = await theSite()
  const { cookie } = await aPerson()
  const headers = { origin, cookie }
  expect(await bare(origin, { method: 'PUT', path: '/api/v1/campaigns/00000000-0000-7000-8000-000000000000/pledge', headers })).toBe(404)
  expect(await bare(origin, { method: 'POST', path: '/api/auth/sign-out', headers })).toBe(200)
  for (const path of ['/rpc/pledges/join', '/api/v1/campaigns', '/']) expect(await bare(origin, { method: 'OPTIONS', path, headers })).toBe(405)
})

test('odd addresses get a plain 404 and never a redirect', async () => {
  const { origin } = await theSite()
  for (const path of [
    '//',
    '//evil.example',
    '/%5E',
    '/%5Ca',
    '/a//b',
    '/%2e%2e/etc/passwd',
    '/..%2f',
    '/a/../b',
    '/%00',
    '/%zz',
    '/\\evil.example',
    '/campaigns/%E0%A4%A',
    '/%25%32%65',
  ]) {
    expect({ path, status: await rawStatus(origin, path) }).toEqual({ path, status: 404 })
  }
  for (const path of ['/campaigns?causes=a,b,c', '/campaigns?causes=a%2Cb', '/campaigns/a,b']) expect(await rawStatus(origin, path)).toBe(200)
})

test('for an odd address a browser gets the 404 page, a program gets JSON', async () => {
  const { origin } = await theSite()
  const typeOf = async (path: string, accept: string, method = 'GET') => {
    const { status, headers } = await fetch(`${origin}${path}`, { method, headers: { accept } })
    return `${status} ${headers.get('content-type')?.split(';')[0]}`
  }
  const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  expect(await typeOf('/campaigns/%E0%A4%A', browsers)).toBe('404 text/html')
  expect(await typeOf('/campaigns/%E0%A4%A', browsers, 'HEAD')).toBe('404 text/html')
  expect(await typeOf('/campaigns/%E0%A4%A', '*/*')).toBe('404 application/json')
  expect(await typeOf('/campaigns/%E0%A4%A', browsers, 'POST')).toBe('404 application/json')
  expect(await typeOf('/api/v1/campaigns/%E0%A4%A', browsers)).toBe('404 application/json')
  expect(withoutScripts('<link rel="modulepreload" href="/a.js"><p>x</p><script type="module" src="/a.js"></script><script>a()\n</script>')).toBe('<p>x</p>')
})

test('names in other scripts are ordinary addresses', () => {
  expect(isOddPath('/campaigns/%D9%85%D9%82')).toBe(false)
})

test('behind a trusted proxy the caller is the nearest address that is not a proxy, whatever headers the client adds', () => {
  const read = addressReader(['10.0.0.0/8', '127.0.0.1'])
  const from = (socket: string, forwarded?: string) => read({ socket: { remoteAddress: socket }, headers: { 'x-forwarded-for': forwarded } } as never)
  expect(from('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  expect(from('127.0.0.1', '1.2.3.4, 198.51.100.7, 10.1.2.3')).toBe('198.51.100.7')
  expect(from('::ffff:127.0.0.1', 'nonsense')).toBe('unknown')
  expect(from('127.0.0.1', '203.0.113.8:1234')).toBe('203.0.113.8')
  expect(from('127.0.0.1', '[2001:db8::1]:99')).toBe(from('2001:db8::1'))
  expect(from('2001:db8:1:2:aaaa::1')).toBe(from('2001:db8:1:2:bbbb::2'))
})

test('exactly as many requests as the limit pass, however many are concurrent, and the others learn how long to wait', async () => {
  const limiter = openLimiter({ exempt: () => false })
  const waits = await Promise.all(Array.from({ length: 100 }, () => limiter.take('signIn', 'somebody')))
  expect(waits.filter((wait) => wait === null)).toHaveLength(25)
  expect(Math.min(...waits.filter((wait) => wait !== null))).toBeGreaterThan(0)
})

test('only inline scripts that the renderer marked may run', () => {
  const { html, policy } = setPageHeaders('<script nonce="N0nce">ours()</script><p>x</p><script>theirs()</script>', {
    nonce: 'N0nce',
    thirdParties: { analytics: null, donate: null, ads: null },
  })
  expect(html).toBe('<script>ours()</script><p>x</p><script>theirs()</script>')
  expect(policy.match(/'sha256-/g)).toHaveLength(1)
  expect(policy).toMatch(/script-src 'self' 'sha256-[^;']+';/)
})

test('the API description lists every operation with its refusals', async () => {
  const { origin } = await theSite()
  const description: any = await (await fetch(`${origin}/api/openapi.json`)).json()
  expect(description.openapi).toMatch(/^3\.1/)
  expect(Object.keys(description.paths)).toEqual(
    expect.arrayContaining([
      '/campaigns',
      '/campaigns/{idOrSlug}',
      '/campaigns/{id}/pledge',
      '/campaigns/{id}/publish',
      '/stats',
      '/targets',
      '/industries',
      '/causes',
      '/media',
      '/me',
      '/live',
    ]),
  )
})

test('a stream accepts only existing topics, and not too many', async () => {
  const { origin } = await theSite()
  for (const topics of ['', 'everything', 'campaign:1', `campaign:${'x'.repeat(36)}`])
    expect((await fetch(`${origin}/api/v1/live?topics=${topics}`)).status).toBe(400)
  expect((await fetch(`${origin}/api/v1/live?topics=stats`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
})

/** Sends a request without Content-Length, as some programs do. */
function bare(origin: string, call: { method: string; path: string; headers: Record<string, string> }): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`)
      socket.write([`${call.method} ${call.path} HTTP/1.1`, `host: ${hostname}:${port}`, 'connection: close', ...lines, '', ''].join('\r\n'))
    })
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk)).on('error', reject)
    socket.on('end', () => resolve(Number(answer.split(' ', 2)[1])))
  })
}

function rawStatus(origin: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    request({ hostname, port, path, insecureHTTPParser: true }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}
