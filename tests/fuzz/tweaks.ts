import fc from 'fast-check'
import type { RawRequest } from './raw-client.ts'

/** One change to a request at the level of HTTP. */
export type Tweak =
  | { what: 'method'; method: string }
  | { what: 'type'; type: string | null }
  | { what: 'header'; name: string; value: string }
  | { what: 'no origin' }
  | { what: 'path'; where: 'before' | 'after'; text: string }
  | { what: 'spelling'; how: 'upper' | 'encoded' | 'dots' | 'slash' | 'doubled' }
  | { what: 'query'; text: string }
  | { what: 'chunked' }
  | { what: 'framing'; how: 'two lengths' | 'length and chunked' | 'too long' | 'no number' | 'bad chunk' }
  | { what: 'target'; target: string }
  | { what: 'cookie'; bytes: number }
  | { what: 'broken header'; line: string }

const types = [
  ...[
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;',
    'application/jsonp',
    'APPLICATION/JSON',
    'text/event-stream',
    'application/octet-stream',
    'image/png',
    '',
    ',',
    '\xff',
  ],
]
const headers: [string, string][] = [
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
  ['sec-fetch-site', 'none'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['cookie', 'holdout.session=second'],
  ['cookie', '='],
  ['cookie', ';;;=;a'],
  ['cookie', 'holdout.theme=%E0%A4%A'],
  ['content-encoding', 'gzip'],
  ['content-disposition', 'attachment; filename="../../x"'],
  ['content-disposition', 'form-data; name=""; filename*=UTF-8\'\'%zz'],
  ['accept', '\xff/*;q=x'],
  ['accept-encoding', 'br;q=0, gzip;q=abc, *'],
  ['accept-language', 'x'.repeat(2_000)],
  ['range', 'bytes=0-1,5-2'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['host', '[::1'],
  ['host', 'evil.example:99999'],
  ['host', 'a b'],
  ['host', ''],
  ['x-forwarded-for', '1.2.3.4, ::1, nonsense'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for="[::1]";host=evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-original-url', '/api/v1/me'],
  ['x-holdout-address', '127.0.0.1'],
  ['x-request-id', 'mine\xff'],
  ['upgrade', 'websocket'],
  ['connection', 'upgrade, keep-alive'],
  ['te', 'trailers, deflate'],
  ['authorization', 'Bearer null'],
  ['__proto__', 'polluted'],
  ['constructor', 'x'],
  ['user-agent', 'a'.repeat(1_000)],
  ['x-orpc-batch', 'streaming'],
]
const queries = [
  ...[
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'a=1&a=2&a=3',
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a]=1',
    'cursor[0]=a&cursor[5]=b',
    '%',
    '%zz=%',
    '%00=%00',
  ],
  ...[
    'a[b][c][d]=1',
    'a[9999]=1',
    'a[99999999]=1',
    '[]=1',
    '[',
    ']',
    '=',
    '&&&',
    '?',
    'a=%ED%A0%80',
    '%F0%28%8C%BC=1',
    `${'a[b]'.repeat(200)}=1`,
    `x=${'y'.repeat(9_000)}`,
    'data=',
    'data={"json":',
  ],
  ...['sort=newest', 'status=all', 'search=%25', 'topics=stats', 'page=-1', 'tab=x', 'returnTo=//evil.example', 'returnTo=%2F%5Cevil.example', 'mode=reset'],
]
const targets = [
  '*',
  '//',
  '/../../etc/passwd',
  'http://evil.example/api/v1/me',
  'https://127.0.0.1/',
  '/%2e%2e/%2e%2e/etc',
  '/\\evil',
  '/api/v1',
  '/api/v1/',
  '/rpc',
  '/rpc/',
  '/api',
  '/?',
  '/#x',
  '/api/v1/me#x',
  '\xff',
  '/\xc3\xa4',
]
const spellings = [';x', '/', '//', '/.', '/..', '/%2e', '%20', '%00', '%0a', '.json', '?', '%3f', '%23', '~', '*', '%25', '/x/y/z', '%E0%A4%A', ':', '@']

/** Most requests have no tweak, the others one or two. */
export const tweaksOf: fc.Arbitrary<Tweak[]> = fc.oneof(
  { weight: 7, arbitrary: fc.constant<Tweak[]>([]) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.oneof<fc.MaybeWeightedArbitrary<Tweak>[]>(
        {
          weight: 2,
          arbitrary: fc
            .constantFrom('HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'CONNECT', 'get', 'FOO')
            .map((method) => ({ what: 'method', method })),
        },
        { weight: 2, arbitrary: fc.option(fc.constantFrom(...types), { freq: 5 }).map((type) => ({ what: 'type', type })) },
        { weight: 5, arbitrary: fc.constantFrom(...headers).map(([name, value]) => ({ what: 'header', name, value })) },
        { weight: 1, arbitrary: fc.constant<Tweak>({ what: 'no origin' }) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(fc.constantFrom('before' as const, 'after' as const), fc.constantFrom(...spellings))
            .map(([where, text]) => ({ what: 'path', where, text })),
        },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom('upper' as const, 'encoded' as const, 'dots' as const, 'slash' as const, 'doubled' as const)
            .map((how) => ({ what: 'spelling', how })),
        },
        { weight: 3, arbitrary: fc.constantFrom(...queries).map((text) => ({ what: 'query', text })) },
        { weight: 2, arbitrary: fc.constant<Tweak>({ what: 'chunked' }) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom('two lengths' as const, 'length and chunked' as const, 'too long' as const, 'no number' as const, 'bad chunk' as const)
            .map((how) => ({ what: 'framing', how })),
        },
        { weight: 1, arbitrary: fc.constantFrom(...targets).map((target) => ({ what: 'target', target })) },
        { weight: 1, arbitrary: fc.constantFrom(600, 4_000, 12_000, 20_000).map((bytes) => ({ what: 'cookie', bytes })) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom('no colon', ': no name', 'a b: c', 'x: \x00', 'x: a\nb: c', 'expect: the unexpected', 'x\x80: y')
            .map((line) => ({ what: 'broken header', line })),
        },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
)

/** The request with the tweaks applied. */
export function tweaked(rawRequest: RawRequest, tweaks: Tweak[]): RawRequest {
  return tweaks.reduce(perform, rawRequest)
}

function perform(rawRequest: RawRequest, tweak: Tweak): RawRequest {
  const [path = '', query] = rawRequest.target.split(/\?(.*)/s)
  const at = (changed: string) => ({ ...rawRequest, target: query === undefined ? changed : `${changed}?${query}` })
  switch (tweak.what) {
    case 'method':
      return { ...rawRequest, method: tweak.method, isBroken: rawRequest.isBroken || ['CONNECT', 'FOO', 'get'].includes(tweak.method) }
    case 'type':
      return {
        ...rawRequest,
        headers: [...without(rawRequest, 'content-type'), ...(tweak.type === null ? [] : [['content-type', tweak.type] as [string, string]])],
      }
    case 'header':
      // Node accepts a single Host only, and treats some of these values as a violation of HTTP.
      return {
        ...rawRequest,
        headers: [...without(rawRequest, tweak.name === 'cookie' ? '' : tweak.name), [tweak.name, tweak.value]],
        isBroken: rawRequest.isBroken || tweak.name === 'host',
      }
    case 'no origin':
      return { ...rawRequest, headers: without(rawRequest, 'origin') }
    case 'path':
      return at(tweak.where === 'before' ? `/${tweak.text}${path}` : `${path}${tweak.text}`)
    case 'spelling':
      return at(respelled(path, tweak.how))
    case 'query':
      return { ...rawRequest, target: `${rawRequest.target}${query === undefined ? '?' : '&'}${tweak.text}` }
    case 'chunked':
      if (!rawRequest.body?.length || isFramed(rawRequest)) return rawRequest
      return { ...rawRequest, headers: [...without(rawRequest, 'content-length'), ['transfer-encoding', 'chunked']], body: chunked(rawRequest.body) }
    case 'framing':
      return isFramed(rawRequest) ? rawRequest : misframed(rawRequest, tweak.how)
    case 'target':
      return { ...rawRequest, target: tweak.target, isBroken: rawRequest.isBroken || !/^\/[\x21-\x7e]*$/.test(tweak.target) }
    case 'cookie':
      return {
        ...rawRequest,
        headers: [...rawRequest.headers, ['cookie', `big=${'c'.repeat(tweak.bytes)}`]],
        isBroken: rawRequest.isBroken || tweak.bytes > 8_000,
      }
    case 'broken header': {
      const [name = '', value = ''] = tweak.line.split(/: ?(.*)/s)
      return { ...rawRequest, headers: [...rawRequest.headers, [name, value]], isBroken: true }
    }
  }
}

const without = ({ headers: all }: RawRequest, name: string) => all.filter(([other]) => other !== name)

function respelled(path: string, how: 'upper' | 'encoded' | 'dots' | 'slash' | 'doubled'): string {
  switch (how) {
    case 'upper':
      return path.toUpperCase()
    case 'encoded':
      return path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    case 'dots':
      return `/x/..${path}`
    case 'slash':
      return path.replace(/(?<=.)\//, '%2f')
    case 'doubled':
      return path.replace(/(?<=.)\//, '//')
  }
}

/** The request declares the end of its body in another way than by a length. */
const isFramed = ({ headers: all, isBroken }: RawRequest) => isBroken || all.some(([name]) => name === 'transfer-encoding')

function chunked(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2)
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length)
  return Buffer.concat([...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]), Buffer.from('0\r\n\r\n')])
}

/** Declares the end of the body twice or wrongly: the server has to close the connection, whatever it answers. */
function misframed(rawRequest: RawRequest, how: 'two lengths' | 'length and chunked' | 'too long' | 'no number' | 'bad chunk'): RawRequest {
  const body = rawRequest.body ?? Buffer.from('{}')
  const others = without(rawRequest, 'content-length')
  const length = String(body.length)
  switch (how) {
    case 'two lengths':
      return { ...rawRequest, body, headers: [...others, ['content-length', length], ['content-length', String(body.length + 1)]], isBroken: true }
    case 'length and chunked':
      return { ...rawRequest, body: chunked(body), headers: [...others, ['content-length', length], ['transfer-encoding', 'chunked']], isBroken: true }
    case 'too long':
      return {
        ...rawRequest,
        body: Buffer.concat([body, Buffer.from('GET /api/v1/me HTTP/1.1\r\n\r\n')]),
        headers: [...others, ['content-length', length]],
        isBroken: true,
      }
    case 'no number':
      return { ...rawRequest, body, headers: [...others, ['content-length', '-1']], isBroken: true }
    case 'bad chunk':
      return { ...rawRequest, body: Buffer.from('zz\r\n{}\r\n0\r\n\r\n'), headers: [...others, ['transfer-encoding', 'chunked']], isBroken: true }
  }
}
