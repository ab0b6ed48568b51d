import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import { isTheme, themeCookie } from '#platform/page-context.ts'
import type { Admission } from '#platform/server/http/admission.ts'
import { encodingFor } from '#platform/server/http/compress.ts'
import { withoutScripts } from '#platform/server/http/odd-address.ts'
import { type CachedPage, knownQuery, pageCache, pageKey, type RenderedPage } from '#platform/server/http/page-cache.ts'
import { cookieValue } from '#platform/server/session.ts'
import type { Env, Parts } from './parts.ts'
import { type RefuseRequest, refusals } from './refuse-request.ts'
import { pageCost } from './request-cost.ts'
import type { RequestCounts } from './request-counts.ts'

/** Caller of the requests that render a page for the cache; the request that caused the rendering was counted before. */
export const pageCacheCaller = 'page-cache'

class Overloaded extends Error {}

type Options = {
  parts: Parts
  app: Hono<Env>
  build: string
  counts: RequestCounts
  admission: Admission
  refuse: RefuseRequest
  /** Answers a request whose answer depends on its whole query, with this request id. */
  answerAlone: (request: IncomingMessage, response: ServerResponse, id: string) => void
  isStopping: () => boolean
}

/** A visitor's request for a page, and the cache key of the page that answers it. */
type PageRequest = { path: string; query: string; theme: string; isWhole: boolean; key: string }

/** Answers visitors' requests for pages from the cache, and renders those that it lacks. */
export function openCachedPages(options: Options) {
  const { parts, app, build, counts, admission, refuse } = options
  const cache = pageCache()

  function pageRequestOf(request: IncomingMessage, path: string): PageRequest {
    const query = (request.url ?? '/').slice(path.length)
    const cookie = cookieValue(request.headers.cookie, themeCookie)
    const theme = isTheme(cookie) ? cookie : 'system'
    // A page depends only on the known parts of its query, but the target of a redirect may depend on all of it.
    const isWhole = query.length <= 1 || query.slice(1) === knownQuery(query)
    return { path, query, theme, isWhole, key: pageKey({ path, query, theme, build }) }
  }

  /** Sends the cached page, which is the most frequent answer. Returns false where there is none. */
  function sendFresh(request: IncomingMessage, response: ServerResponse, { key, isWhole }: PageRequest): boolean {
    const page = cache.fresh(key)
    if (!page || (isRedirect(page) && !isWhole)) return false
    counts.countCachedPage(page.status)
    send(request, response, { page, id: randomUUID() })
    return true
  }

  /** A browser at an odd address gets the not-found page, rendered for a plain address and without its scripts, which would read the odd one. */
  function sendNotFound(request: IncomingMessage, response: ServerResponse) {
    const { theme } = pageRequestOf(request, '')
    const key = `${build} ${theme} odd address`
    const toNotFound = (page: RenderedPage) => ({ ...page, status: page.status >= 500 ? page.status : 404, html: withoutScripts(page.html) })
    sendRendered(request, response, { path: '/not-found', query: '', theme, key, isWhole: true }, toNotFound)
  }

  /** Renders the page for the cache, or waits until another request has done so, and sends it. */
  function sendRendered(request: IncomingMessage, response: ServerResponse, asked: PageRequest, change = (page: RenderedPage): RenderedPage => page) {
    const { key, isWhole, path } = asked
    const id = randomUUID()
    // A page that is often requested takes precedence over one that nobody has requested lately.
    const page = () => cache.get(key, () => inTurn(request, cache.knows(key), async () => change(await render(asked, id))))
    // Only rendered pages count against the caller's limit.
    parts.limiter
      .take('request', parts.clientAddress(request))
      .then(async (wait) => {
        if (wait !== null) return refuse(request, response, refusals.tooMany)
        const made = await page()
        if (isWhole || !isRedirect(made)) send(request, response, { page: made, id })
        else options.answerAlone(request, response, id)
      })
      .catch((error: unknown) => {
        if (error instanceof Overloaded) return refuse(request, response, refusals.busy)
        parts.log.error({ err: error, path }, 'page failed')
        if (!response.headersSent) refuse(request, response, refusals.unavailable)
      })
  }

  async function render({ path, query, theme }: PageRequest, id: string): Promise<RenderedPage> {
    // Renders the query that the key represents, not one visitor's spelling of it.
    const address = query.length > 1 ? `${path}?${knownQuery(query)}` : path
    const visitor = new Request(new URL(address, parts.origin), { headers: { accept: 'text/html', cookie: `${themeCookie}=${theme}` } })
    const answer = await app.fetch(visitor, { requestId: id, address: pageCacheCaller })
    const { 'x-request-id': _renderers, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, html: await answer.text() }
  }

  /** Renders a page for the cache, for which many requests may wait; throws `Overloaded` when there is no capacity. */
  function inTurn<Made>(request: IncomingMessage, isPreferred: boolean, work: () => Promise<Made>): Promise<Made> {
    return new Promise((resolve, reject) => {
      admission.ask({
        ...pageCost,
        isPreferred,
        caller: () => parts.clientAddress(request),
        isGone: () => false,
        isArriving: () => false,
        refuse: () => reject(new Overloaded()),
        begin: (leave) => resolve(work().finally(leave)),
      })
    })
  }

  function send(request: IncomingMessage, response: ServerResponse, { page, id }: { page: CachedPage; id: string }) {
    // The page may have been requested before the stop began.
    if (options.isStopping()) response.shouldKeepAlive = false
    const { body, headers } = page[encodingFor(request.headers['accept-encoding'])]
    response.writeHead(page.status, [...headers, 'x-request-id', id])
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  return { pageRequestOf, sendFresh, sendNotFound, sendRendered, drop: cache.drop, counts: cache.counts }
}

const isRedirect = ({ status }: CachedPage) => status >= 300 && status < 400
