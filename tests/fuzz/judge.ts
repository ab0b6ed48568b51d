import { isOddPath } from '#platform/server/http/odd-address.ts'
import { type Operation, operationAt, operations } from './operations.ts'
import { otherRoutes } from './other-routes.ts'
import type { RawRequest, Reply } from './raw-client.ts'

/** Refusals that any address may return, even if its operation does not declare them. */
export const floor: Record<string, number> = {
  MALFORMED: 400,
  CROSS_SITE: 403,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  BODY_TOO_LARGE: 413,
  NOT_JSON: 415,
  TOO_MANY_REQUESTS: 429,
  OVERLOADED: 503,
}
/** A body with this many bytes exceeds every limit. The connection may be closed before the client reads the refusal. */
const farTooLarge = 4_259_840

/** Internals of the program, the database or the machine, which no response may contain. */
const insides = [
  /\n\s+at [\w.<>]+ \(|\bat \w+[^\n]*\.(m?js|ts):\d+/,
  /node_modules|file:\/\/\/(?!etc)|\/(src|dist)\/(features|platform|main|server)\//,
  /\b(select|insert|update|delete)\b[^"]{1,80}\b(from|into|set)\b[^"]*\b(person|campaign|auth_session|pledge|community\w*|comment)\b/i,
  /violates|duplicate key|relation "|column "|invalid input syntax|syntax error at|SQLSTATE|pg_catalog/,
  /ECONNREFUSED|ENOENT|TypeError|ReferenceError|RangeError|Cannot read propert/,
]

type Answered = { rawRequest: RawRequest; reply: Reply; origin: string; mostMs: number }

/** Everything that is wrong with a response; empty if the product promises such a response. */
export function complaintsAbout({ rawRequest, reply, origin, mostMs }: Answered): string[] {
  const { status, headers, body, ms, failure } = reply
  if (failure === 'hanging') return [`no whole answer in ${Math.round(ms)} ms`]
  // Node itself answers invalid HTTP with a status line without a body, and closes the connection.
  if (rawRequest.isBroken && (failure === 'closed' || (body.length === 0 && [400, 408, 413, 417, 431, 501, 505].includes(status)))) return []
  if (failure === 'closed' && (rawRequest.body?.length ?? 0) > farTooLarge) return []
  if (failure === 'closed') return ['the connection was closed without an answer']
  const path = rawRequest.target.split('?', 1)[0] ?? ''
  const complaints = [...headerComplaints(reply)]
  if (ms > mostMs) complaints.push(`the answer took ${Math.round(ms)} ms`)
  if (path.startsWith('/rpc/') && !['GET', 'POST'].includes(rawRequest.method) && status < 400) complaints.push(`our own door answers ${rawRequest.method}`)
  if (rawRequest.method === 'HEAD') return [...complaints, ...(status >= 500 ? [`status ${status}`] : [])]
  if (status >= 400 || !isPage(headers))
    for (const inside of insides) if (inside.test(body.toString('utf8').slice(0, 50_000))) complaints.push(`it tells of the inside: ${inside}`)
  if (status >= 400) complaints.push(...(isPage(headers) ? pageComplaints({ status, path }) : refusalComplaints({ rawRequest, reply, path })))
  else if (status >= 300) complaints.push(...redirectComplaints(reply, origin))
  else complaints.push(...successComplaints({ rawRequest, reply, path }))
  return complaints
}

function headerComplaints({ headers }: Reply): string[] {
  const wanted: [string, RegExp][] = [
    ['x-content-type-options', /^nosniff$/],
    ['x-frame-options', /^DENY$/],
    ['referrer-policy', /./],
    ['content-security-policy', /frame-ancestors 'none'|^sandbox; default-src 'none'$/],
    ['cache-control', /no-store|no-cache|max-age/],
    ['x-request-id', /^[0-9a-f-]{36}$/],
  ]
  return wanted
    .filter(([name, pattern]) => headers.get(name)?.length !== 1 || !pattern.test(headers.get(name)?.[0] ?? ''))
    .map(([name]) => `header ${name}: ${headers.get(name)?.join(' + ') ?? 'none'}`)
}

const isPage = (headers: Reply['headers']) => /^text\/html\b/.test(headers.get('content-type')?.[0] ?? '')
const isJson = (headers: Reply['headers']) => /^application\/json\b/.test(headers.get('content-type')?.[0] ?? '')
/** Allows these statuses for pages that do not exist, of removed campaigns and communities, and for management pages of other people. */
const pageComplaints = ({ status, path }: { status: number; path: string }) =>
  status === 404 ||
  ((status === 410 || status === 451) && /^\/(campaigns|communities)\/[^/]+/.test(path)) ||
  (status === 403 && /^\/(campaigns\/[^/]+\/(admin|edit)|communities\/[^/]+\/edit)$/.test(path))
    ? []
    : [`a page with status ${status}`]

function redirectComplaints({ status, headers }: Reply, origin: string): string[] {
  if (status === 304) return []
  const location = headers.get('location')?.[0] ?? ''
  const isOwn = URL.canParse(location, origin) && new URL(location, origin).origin === origin && !/^[/\\]{2}/.test(location)
  return isOwn ? [] : [`it leads to ${location}`]
}

type Placed = { rawRequest: RawRequest; reply: Reply; path: string }

function refusalComplaints({ rawRequest, reply, path }: Placed): string[] {
  const { status, headers } = reply
  if (!isJson(headers)) return [`a refusal of type ${headers.get('content-type')}, status ${status}`]
  const read = jsonOf(reply)
  const isOwnEndpoint = path.startsWith('/rpc/') && 'json' in Object(read)
  const refusal: unknown = isOwnEndpoint ? Object(read).json : read
  const { code, message, status: said, data } = Object(refusal)
  const keys = Object.keys(Object(refusal))
    .filter((key) => !(isOwnEndpoint && key === 'defined'))
    .sort()
  const complaints: string[] = []
  if (keys.join() !== 'code,data,message,status' && !(isOwnEndpoint && keys.join() === 'code,message,status'))
    complaints.push(`a refusal with ${keys.join() || 'nothing'}`)
  if (typeof message !== 'string' || message.length > 300) complaints.push('a refusal without words')
  if (said !== status) complaints.push(`a refusal that says ${said} with status ${status}`)
  if (status === 429 || status === 503) if (!/^\d+$/.test(headers.get('retry-after')?.[0] ?? '')) complaints.push(`status ${status} without Retry-After`)
  const known = routeAt(rawRequest.method, path)
  const declared = known?.refusals.get(String(code))
  const expected = declared?.status ?? floor[String(code)] ?? (code === 'NOT_FOUND' && (!known?.base || isOddPath(path)) ? 404 : undefined)
  if (expected !== status) complaints.push(`${code} (${status}) is declared neither by ${known?.name ?? 'any operation here'} nor by the floor`)
  const wrong = declared?.data(data ?? undefined)
  if (wrong) complaints.push(`the data of ${code}: ${wrong}`)
  return complaints
}

function successComplaints({ rawRequest, reply, path }: Placed): string[] {
  const { status, headers, body } = reply
  if (isOddPath(path)) return [`${status} for an odd address`]
  const type = headers.get('content-type')?.[0] ?? 'none'
  const known = routeAt(rawRequest.method, path)
  if (path.startsWith('/api/') || path.startsWith('/rpc/')) {
    if (known?.name === 'live') return type.startsWith('text/event-stream') ? [] : [`a stream of type ${type}`]
    if (!known) return [`${status} where no operation is`]
    if (known.successStatus === 204) return status === 204 && body.length === 0 ? [] : [`status ${status} with ${body.length} bytes in place of 204`]
    // A part beyond the end of a list is an empty file.
    if (known.isDownload && type === 'application/octet-stream') return []
    if (known.isDownload) return /^(text\/csv|application\/json|multipart\/form-data)\b/.test(type) && body.length > 0 ? [] : [`a file of type ${type}`]
    if (!isJson(headers)) return [`an answer of type ${type}`]
    const isOwnEndpoint = path.startsWith('/rpc/')
    if (!isOwnEndpoint && status !== known.successStatus) return [`status ${status} in place of ${known.successStatus}`]
    const read = jsonOf(reply)
    const wrong = known.answer(isOwnEndpoint ? Object(read).json : read)
    return wrong ? [`the answer of ${known.name} is not what it describes: ${wrong}`] : []
  }
  if (path.startsWith('/media/')) return /^image\/(avif|webp|jpeg)$/.test(type) && body.length > 0 ? [] : [`a picture of type ${type}`]
  if (path.startsWith('/assets/')) return []
  if (['/robots.txt', '/.well-known/security.txt'].includes(path)) return type.startsWith('text/plain') && body.length > 0 ? [] : [`an answer of type ${type}`]
  if (path.startsWith('/sitemap')) return type.startsWith('application/xml') && body.length > 0 ? [] : [`a sitemap of type ${type}`]
  if (['/healthz', '/readyz'].includes(path)) return isJson(headers) ? [] : [`an answer of type ${type}`]
  if (path === '/metrics') return type.startsWith('text/plain') || isPage(headers) ? [] : [`an answer of type ${type}`]
  return isPage(headers) ? [] : [`a page of type ${type}`]
}

function jsonOf({ body }: Reply): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const all: Operation[] = [...operations, ...otherRoutes]
const routeAt = (method: string, path: string) => operationAt(all, { method, path })

/** A short label of a response, for the tally. */
export function gistOf({ status, headers, body, failure }: Reply): string {
  if (failure) return failure
  if (!isJson(headers) || status < 400) return String(status)
  const code = /"code":"([A-Z_]+)"/.exec(body.toString('latin1', 0, 200))?.[1]
  return code ? `${status} ${code}` : String(status)
}
