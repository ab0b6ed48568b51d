import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { isTheme, themeCookie } from '#platform/page-context.ts'
import { openAdmission } from '#platform/server/http/admission.ts'
import { bucketOf } from '#platform/server/http/client-address.ts'
import { encodingFor } from '#platform/server/http/compress.ts'
import { openConnections } from '#platform/server/http/connections.ts'
import { hasTwoHosts } from '#platform/server/http/http-server.ts'
import { isLoopback } from '#platform/server/http/limits.ts'
import { inNetworks } from '#platform/server/http/networks.ts'
import { isOddPath, withoutScripts } from '#platform/server/http/odd-address.ts'
import { type CachedPage, knownQuery, pageCache, pageKey, type RenderedPage } from '#platform/server/http/page-cache.ts'
import { closedPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { serveStream } from '#platform/server/live/stream.ts'
import { openStreamLimits } from '#platform/server/live/stream-limits.ts'
import { topicsOf, withOwn } from '#platform/server/live/topics.ts'
import { cookieValue, type Session, sessionCookie } from '#platform/server/session.ts'
import { refusal } from './app.ts'
import { isBellDoor } from './bell-door.ts'
import { isMailListDoor } from './mail-list-door.ts'
import type { Env, Parts } from './parts.ts'
import { pageCost, type RequestCost, requestCost } from './request-cost.ts'
import type { RequestCounts } from './request-counts.ts'
import { openSnapshots } from './snapshot.ts'

type Options = {
  parts: Parts
  app: Hono<Env>
  build: string
  counts: RequestCounts
  serveAsset: (request: IncomingMessage, response: ServerResponse, path: string) => boolean
}

/** Who asks when a page is rendered for the cache; whoever caused it was counted before. */
export const pageCacheCaller = 'page-cache'

class Overloaded extends Error {}

/**
 * The raw listener, in order of heat: files, live streams, cached pages, then everything else through Hono. What is
 * expensive is admitted first, so that too much of it is refused before any work is done.
 */
export function createListener({ parts, app, build, counts, serveAsset }: Options) {
  const { config } = parts
  const { clientAddress } = parts
  const cache = pageCache()
  const common = securityHeaders(config.isPublic)
  const streams = openStreamLimits()
  const snapshotOf = openSnapshots(parts.store.db)
  const endStreams = new Set<() => void>()
  // The benchmark shows what it is worth by leaving it out.
  const admission = openAdmission(process.env.BENCH_WITHOUT_ADMISSION ? { running: Number.POSITIVE_INFINITY } : {})
  const isTrusted = inNetworks(config.trustedProxies)
  const isOwn = (address: string) => !config.isPublic && isLoopback(bucketOf(address))
  const connections = openConnections({ isExempt: (address) => isTrusted(address) || isOwn(address) })
  const answering = new Set<ServerResponse>()
  let stopping = false
  const cookieName = sessionCookie(config.isPublic)

  const viaHono = getRequestListener(
    (request, env) => app.fetch(request, { requestId: ids.get(Object(env).incoming) ?? randomUUID(), address: clientAddress(Object(env).incoming) }),
    { overrideGlobalObjects: false },
  )
  const ids = new WeakMap<IncomingMessage, string>()

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string, message: string) {
    const body = JSON.stringify(refusal(status, code, message))
    response.writeHead(status, {
      ...common,
      'content-security-policy': closedPolicy,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': randomUUID(),
      // Those refused together must not come back together.
      ...(status === 429 || status === 503 ? { 'retry-after': String(2 + Math.floor(Math.random() * 5)) } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function refuseBusy(request: IncomingMessage, response: ServerResponse) {
    refuse(request, response, 503, 'OVERLOADED', 'Too much is asked of this site at once. Try again in a moment.')
  }

  /** Through Hono, once there is room for it. */
  function admitted(request: IncomingMessage, response: ServerResponse, asked: RequestCost) {
    admission.ask({
      ...asked,
      caller: () => parts.callers.callerOf(request),
      isGone: () => response.destroyed,
      isArriving: () => !request.complete,
      refuse: () => refuseBusy(request, response),
      begin(leave) {
        answering.add(response)
        viaHono(request, response)
          .catch((error: unknown) => {
            parts.log.error({ err: error }, 'a request could not be answered')
            response.destroy()
          })
          .finally(() => {
            answering.delete(response)
            leave()
          })
      },
    })
  }

  function openStream(request: IncomingMessage, response: ServerResponse, { address, session }: { address: string; session: Session | null }) {
    if (request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin')
      return refuse(request, response, 403, 'CROSS_SITE', 'Streams are for our own pages.')
    const topics = topicsOf(request.url ?? '')
    if (!topics) return refuse(request, response, 400, 'MALFORMED', 'Unknown topics.')
    if (streams.isFull(address)) return refuse(request, response, 429, 'TOO_MANY_REQUESTS', 'Too many open streams.')
    const personId = session?.viewer.id ?? null
    const end = serveStream({
      headers: { ...common, 'content-security-policy': closedPolicy, 'x-request-id': randomUUID() },
      request,
      response,
      address,
      personId,
      hub: parts.live,
      topics: withOwn(topics, personId),
      snapshot: (asked) => snapshotOf({ topics: asked, personId }),
      onEnd: () => {
        endStreams.delete(end)
        stopWatching()
        leave()
      },
    })
    endStreams.add(end)
    const leave = streams.enter({ address, personId, end })
    // What was opened in the name of a session ends with it; a visitor's belongs to nobody.
    const stopWatching = session === null ? () => {} : parts.sessions.watch(session.id, () => end('session ended'))
  }

  function limitedStream(request: IncomingMessage, response: ServerResponse, address: string) {
    async function open() {
      if ((await parts.limiter.take('stream', address)) !== null)
        return refuse(request, response, 429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again later.')
      const session = await parts.sessionOf(request.headers.cookie)
      // Gone while its session was read.
      if (!response.destroyed) openStream(request, response, { address, session })
    }
    open().catch(() => refuse(request, response, 503, 'UNAVAILABLE', 'Try again in a moment.'))
  }

  /** What a visitor's address asks for: its query, theme, and the key of the page that answers it. */
  function askedOf(request: IncomingMessage, path: string) {
    const query = (request.url ?? '/').slice(path.length)
    const cookie = cookieValue(request.headers.cookie, themeCookie)
    const theme = isTheme(cookie) ? cookie : 'system'
    // Of a page nothing but what is known of the address is read; where a redirect leads may speak of all of it.
    const isWhole = query.length <= 1 || query.slice(1) === knownQuery(query)
    return { path, query, theme, isWhole, key: pageKey({ path, query, theme, build }) }
  }
  type Asked = ReturnType<typeof askedOf>

  /** The hottest of all answers: a page that lies ready. False where there is none. */
  function givePage(request: IncomingMessage, response: ServerResponse, { key, isWhole }: Asked): boolean {
    const page = cache.fresh(key)
    if (!page || (isRedirect(page) && !isWhole)) return false
    counts.given(page.status)
    sendPage(request, response, page, randomUUID())
    return true
  }

  /** A browser at an odd address gets the page of what is not found, rendered for a plain address and without its scripts, which would read the odd one. */
  function oddPage(request: IncomingMessage, response: ServerResponse) {
    const { theme } = askedOf(request, '')
    const key = `${build} ${theme} odd address`
    const toNotFound = (page: RenderedPage) => ({ ...page, status: page.status >= 500 ? page.status : 404, html: withoutScripts(page.html) })
    cachedPage(request, response, { path: '/not-found', query: '', theme, key, isWhole: true }, toNotFound)
  }

  function cachedPage(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, theme, key, isWhole }: Asked,
    change = (page: RenderedPage): RenderedPage => page,
  ) {
    const id = randomUUID()

    async function render() {
      // Rendered for what the key stands for, not for one visitor's own spelling of it.
      const asked = query.length > 1 ? `${path}?${knownQuery(query)}` : path
      const visitor = new Request(new URL(asked, parts.origin), { headers: { accept: 'text/html', cookie: `${themeCookie}=${theme}` } })
      const answer = await app.fetch(visitor, { requestId: id, address: pageCacheCaller })
      const { 'x-request-id': _renderers, ...headers } = Object.fromEntries(answer.headers)
      return change({ status: answer.status, headers, html: await answer.text() })
    }
    // A page that many ask for comes before one that nobody has asked for lately.
    const page = () => cache.get(key, () => inTurn({ ...pageCost, isPreferred: cache.knows(key), caller: () => clientAddress(request) }, render))
    // Only what has to be rendered is counted against the caller.
    parts.limiter
      .take('request', clientAddress(request))
      .then(async (wait) => {
        if (wait !== null) return refuse(request, response, 429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again later.')
        const made = await page()
        if (isWhole || !isRedirect(made)) return sendPage(request, response, made, id)
        ids.set(request, id)
        admitted(request, response, pageCost)
      })
      .catch((error: unknown) => {
        if (error instanceof Overloaded) return refuseBusy(request, response)
        parts.log.error({ err: error, path }, 'page failed')
        if (!response.headersSent) refuse(request, response, 503, 'UNAVAILABLE', 'Try again in a moment.')
      })
  }

  /** A page for the cache, which many may wait for; throws `Overloaded` when there is no room for it. */
  function inTurn<Made>(asked: RequestCost & { caller: () => string }, render: () => Promise<Made>): Promise<Made> {
    return new Promise((resolve, reject) => {
      admission.ask({
        ...asked,
        isGone: () => false,
        isArriving: () => false,
        refuse: () => reject(new Overloaded()),
        begin: (leave) => resolve(render().finally(leave)),
      })
    })
  }

  function sendPage(request: IncomingMessage, response: ServerResponse, page: CachedPage, id: string) {
    // It may have been asked for before the stop began.
    if (stopping) response.shouldKeepAlive = false
    const { body, headers } = page[encodingFor(request.headers['accept-encoding'])]
    response.writeHead(page.status, [...headers, 'x-request-id', id])
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function listener(request: IncomingMessage, response: ServerResponse) {
    const address = request.url ?? '/'
    const path = address.split('?', 1)[0] ?? '/'
    if (stopping) response.shouldKeepAlive = false
    parts.proxies.check(request)
    if (hasTwoHosts(request)) {
      counts.watch(request, response)
      response.shouldKeepAlive = false
      return refuse(request, response, 400, 'MALFORMED', 'A request has one Host header.')
    }
    const isSurplus = connections.isSurplus(request.socket)
    const page = !isSurplus && isCacheable(request, path) ? askedOf(request, path) : null
    if (page && givePage(request, response, page)) return
    counts.watch(request, response)
    if (isSurplus && requestCost(path)) {
      response.shouldKeepAlive = false
      return refuseBusy(request, response)
    }
    if (isOddPath(path)) return isPageWanted(request, path) ? oddPage(request, response) : refuse(request, response, 404, 'NOT_FOUND', 'Not found.')
    if (serveAsset(request, response, path)) return
    if (path === '/api/v1/live' && request.method === 'GET')
      return stopping ? refuse(request, response, 503, 'STOPPING', 'This process is stopping.') : limitedStream(request, response, clientAddress(request))
    if (page) return cachedPage(request, response, page)
    if (isPage(path) && !isMailListDoor(request.method, path) && !isBellDoor(request.method, path) && request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, 405, 'METHOD_NOT_ALLOWED', 'This address only answers GET.')
    ids.set(request, randomUUID())
    const asked = requestCost(path, request)
    if (asked) return admitted(request, response, asked)
    if (stopping && path === '/readyz') return refuse(request, response, 503, 'STOPPING', 'This process is stopping.')
    viaHono(request, response)
  }

  function isCacheable(request: IncomingMessage, path: string): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    // It says what a press has just changed.
    if (!isPage(path) || path.startsWith('/unsubscribe/')) return false
    return cookieValue(request.headers.cookie, cookieName) === null
  }

  function endAll() {
    for (const end of endStreams) end()
  }

  /** From now on every answer closes its connection, those that are being made included, and /readyz says 503. */
  function beginStop() {
    stopping = true
    for (const response of answering) response.shouldKeepAlive = false
  }

  return { listener, dropPages: cache.drop, pages: cache.counts, endStreams: endAll, beginStop, onConnection: connections.opened, load: admission.load }
}

/** Everything that is no door of another kind is a page, and pages are only read. */
const isPage = (path: string) => !/^\/(api|rpc|media|ads|donate|sitemaps|sitemap\.xml|robots\.txt|healthz|readyz|metrics)(\/|$)/.test(path)

/** Whether a browser opens an address that is not of the API. Programs accept whatever comes. */
const isPageWanted = ({ method, headers }: IncomingMessage, path: string) =>
  (method === 'GET' || method === 'HEAD') && isPage(path) && (headers.accept?.includes('text/html') ?? false)

const isRedirect = ({ status }: CachedPage) => status >= 300 && status < 400
