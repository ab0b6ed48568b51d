import { request } from 'node:http'
import type { Endpoint } from './addresses.ts'
import { inLanes } from './crawl.ts'
import type { Crawl, CrawlRequest } from './crawler.ts'
import type { Value, World } from './world.ts'

const bodies = ['{"nothing":true}', '{', '[[]]']

/** Sends invalid requests about a secret thing: wrong methods, bodies that do not fit the schema, a body that is too large, another content type. */
export async function sendInvalidRequests(crawl: Crawl, { world, endpoints }: { world: World; endpoints: Endpoint[] }): Promise<void> {
  const { draft } = world.campaigns
  const thing: Value = { value: draft.id, kind: 'id', of: 'draft' }
  const calls = endpoints.flatMap(({ method, path }): (() => Promise<unknown>)[] => {
    const about = (call: Omit<CrawlRequest, 'path'>) => () =>
      crawl.requestAsEverybody(thing, (id) => ({ path: `/api/v1${path.replace(/\{\w+\}/, id)}`, ...call }))
    const unused = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !endpoints.some((endpoint) => endpoint.path === path && endpoint.method === other))
    if (method === 'GET') return unused.map((other) => about({ method: other, body: '{}' }))
    return [...bodies.map((body) => about({ method, body })), about({ method, body: 'x', headers: { 'content-type': 'text/plain' } })]
  })
  await inLanes(calls, (call) => call())
  // The server may close the connection while a body that is too large is still being sent, so there may be no response.
  await crawl.ask({ method: 'POST', path: '/api/v1/campaigns', body: `{"body":"${'x'.repeat(300_000)}"}` }).catch(() => {})
  await inLanes(['limit=0', 'limit=101', 'cursor=x', 'sort=zqk', 'unknown=1'], (query) => crawl.ask({ path: `/api/v1/campaigns?${query}` }))
}

/** Alternative spellings of a path that have bypassed access checks in other software. */
const spellings: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace(/(?<=.)\//, '//'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e${path}`,
  (path) => `/x/%2e%2e${path}`,
  (path) => `/x/%2E%2E%2F${path.slice(1)}`,
  (path) => path.replace(/(?<=.)\//g, '%2f'),
  (path) => path.replace(/(?<=.)\//, '%2F'),
  (path) => path.replace(/(?<=.)\//g, '\\'),
  (path) => path.replace(/(?<=.)\//g, '%5c'),
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%09`,
  (path) => `${path};x=1`,
  (path) => `${path}.json`,
  (path) => `${path}.`,
  (path) => `${path}?`,
  (path) => `${path}?x=1`,
  (path) => `/api/v1/../..${path}`,
  (path) => `/healthz/..${path}`,
  (path) => `http://localhost${path}`,
  (path) => `//localhost${path}`,
]

/** Lists the responses that are not "malformed", "sign in", "not found", or a redirect to the sign-in page or the same page. */
export async function openSpellings(origin: string, who: { cookie: string | null }, calls: { method: string; path: string }[]): Promise<string[]> {
  const open: string[] = []
  const all = calls.flatMap(({ method, path }) => spellings.map((spell) => ({ method, path: spell(path), plain: path })))
  await inLanes(all, async ({ method, path, plain }) => {
    const first = await rawRequest(origin, { method, path, cookie: who.cookie })
    // A redirect to the same path in another case is followed, and the response to that is judged.
    const isRespelled = first.status === 301 && first.location.toLowerCase() === path.toLowerCase()
    const { status, location } = isRespelled ? await rawRequest(origin, { method, path: first.location, cookie: who.cookie }) : first
    const leadsAway = status >= 300 && status < 400 && !location.startsWith('/auth?returnTo=') && location.split('?')[0] !== plain
    // A path outside the API belongs to a page, and pages answer only GET (405 otherwise). A malformed request target gets 400.
    const isClosed = [400, 401, 404, 415].includes(status) || (method !== 'GET' && status === 405) || (status >= 300 && status < 400 && !leadsAway)
    if (!isClosed) open.push(`${method} ${path}: ${status} ${location}`)
  })
  return open
}

function rawRequest(origin: string, { method, path, cookie }: { method: string; path: string; cookie: string | null }) {
  const { hostname, port } = new URL(origin)
  return new Promise<{ status: number; location: string }>((resolve, reject) => {
    const headers = { ...(cookie ? { cookie } : {}), ...(method === 'GET' ? {} : { origin, 'content-type': 'application/json', 'content-length': '2' }) }
    request({ hostname, port, path, method, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: String(response.headers.location ?? '') })
    })
      .on('error', reject)
      .end(method === 'GET' ? undefined : '{}')
  })
}

/** Opens the live stream of these topics as one visitor; resolves when the response has begun. */
export function listen(origin: string, cookie: string | null, topics: string[]): Promise<{ received: () => string; close: () => void }> {
  return new Promise((resolve, reject) => {
    const stream = request(`${origin}/api/v1/live?topics=${topics.join(',')}`, { agent: false, headers: cookie ? { cookie } : {} }, (response) => {
      let received = response.rawHeaders.join('\n')
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
      resolve({ received: () => received, close: () => stream.destroy() })
    })
    stream.on('error', reject).end()
  })
}
