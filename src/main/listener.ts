import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { isTheme, themeCookie } from '#platform/page-context.ts'
import { addressReader } from '#platform/server/http/client-address.ts'
import { isOddPath } from '#platform/server/http/odd-address.ts'
import { type CachedPage, encodingFor, knownQuery, pageCache, pageKey } from '#platform/server/http/page-cache.ts'
import { closedPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { serveStream, streamsPerAddress, topicsOf } from '#platform/server/live/stream.ts'
import { cookieValue, sessionCookie } from '#platform/server/session.ts'
import { refusal } from './app.ts'
import type { Env, Parts } from './parts.ts'
import { liveSnapshot } from './snapshot.ts'

type Options = { parts: Parts; app: Hono<Env>; build: string; serveAsset: (request: IncomingMessage, response: ServerResponse, path: string) => boolean }

/** Who asks when a page is rendered for the cache; whoever caused it was counted before. */
export const pageCacheCaller = 'page-cache'

/** The raw listener, in order of heat: files, live streams, cached pages, then everything else through Hono. */
export function createListener({ parts, app, build, serveAsset }: Options) {
  const { config } = parts
  const clientAddress = addressReader(config.trustedProxies)
  const cache = pageCache()
  const common = securityHeaders(config.isPublic)
  const streams = new Map<string, number>()
  const endStreams = new Set<() => void>()
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
      ...(status === 429 || status === 503 ? { 'retry-after': '5' } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function openStream(request: IncomingMessage, response: ServerResponse, address: string) {
    if (request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin')
      return refuse(request, response, 403, 'CROSS_SITE', 'Streams are for our own pages.')
    const topics = topicsOf(request.url ?? '')
    if (!topics) return refuse(request, response, 400, 'MALFORMED', 'Unknown topics.')
    const open = streams.get(address) ?? 0
    if (open >= streamsPerAddress) return refuse(request, response, 429, 'TOO_MANY_REQUESTS', 'Too many open streams.')
    streams.set(address, open + 1)
    const end = serveStream({
      headers: { ...common, 'content-security-policy': closedPolicy, 'x-request-id': randomUUID() },
      request,
      response,
      hub: parts.live,
      topics,
      snapshot: (asked) => liveSnapshot(parts.store.db, asked),
      onEnd: () => {
        endStreams.delete(end)
        const left = (streams.get(address) ?? 1) - 1
        if (left > 0) streams.set(address, left)
        else streams.delete(address)
      },
    })
    endStreams.add(end)
  }

  function limitedStream(request: IncomingMessage, response: ServerResponse, address: string) {
    parts.limiter.take('request', address).then(
      (wait) =>
        wait === null ? openStream(request, response, address) : refuse(request, response, 429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again later.'),
      () => refuse(request, response, 503, 'UNAVAILABLE', 'Try again in a moment.'),
    )
  }

  function cachedPage(request: IncomingMessage, response: ServerResponse, path: string, id: string) {
    const query = (request.url ?? '/').slice(path.length)
    const theme = cookieValue(request.headers.cookie, themeCookie)
    const known = isTheme(theme) ? theme : 'system'
    const key = pageKey({ path, query, theme: known, build })

    function page(): CachedPage | Promise<CachedPage> {
      return cache.get(key, async () => {
        // Rendered for what the key stands for, not for one visitor's own spelling of it.
        const asked = query.length > 1 ? `${path}?${knownQuery(query)}` : path
        const visitor = new Request(new URL(asked, parts.origin), { headers: { accept: 'text/html', cookie: `${themeCookie}=${known}` } })
        const answer = await app.fetch(visitor, { requestId: id, address: pageCacheCaller })
        const { 'x-request-id': _renderers, ...headers } = Object.fromEntries(answer.headers)
        return { status: answer.status, headers, html: await answer.text() }
      })
    }
    const ready = cache.has(key) ? page() : null
    if (ready && !(ready instanceof Promise)) return sendPage(request, response, ready, id)
    // Only what has to be rendered is counted against the caller.
    parts.limiter
      .take('request', clientAddress(request))
      .then(async (wait) => {
        if (wait !== null) return refuse(request, response, 429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again later.')
        sendPage(request, response, await page(), id)
      })
      .catch((error: unknown) => {
        parts.log.error({ err: error, path }, 'page failed')
        if (!response.headersSent) refuse(request, response, 503, 'UNAVAILABLE', 'Try again in a moment.')
      })
  }

  function sendPage(request: IncomingMessage, response: ServerResponse, page: CachedPage, id: string) {
    const { body, headers } = page[encodingFor(request.headers['accept-encoding'])]
    response.writeHead(page.status, [...headers, 'x-request-id', id])
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function listener(request: IncomingMessage, response: ServerResponse) {
    const address = request.url ?? '/'
    const path = address.split('?', 1)[0] ?? '/'
    if (isOddPath(path)) return refuse(request, response, 404, 'NOT_FOUND', 'Not found.')
    if (serveAsset(request, response, path)) return
    if (path === '/api/v1/live' && request.method === 'GET') return limitedStream(request, response, clientAddress(request))
    const id = randomUUID()
    if (isCacheable(request, path)) return cachedPage(request, response, path, id)
    ids.set(request, id)
    viaHono(request, response)
  }

  function isCacheable(request: IncomingMessage, path: string): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    if (/^\/(api|rpc|media|healthz|readyz|metrics)(\/|$)/.test(path)) return false
    return cookieValue(request.headers.cookie, cookieName) === null
  }

  function endAll() {
    for (const end of endStreams) end()
  }

  return { listener, dropPages: cache.drop, endStreams: endAll }
}
