import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { openAdmission } from '#platform/server/http/admission.ts'
import { bucketOf } from '#platform/server/http/client-address.ts'
import { openConnections } from '#platform/server/http/connections.ts'
import { hasTwoHosts } from '#platform/server/http/http-server.ts'
import { isLoopback } from '#platform/server/http/limits.ts'
import { inNetworks } from '#platform/server/http/networks.ts'
import { isOddPath } from '#platform/server/http/odd-address.ts'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import { forgetRecent } from '#platform/server/recent.ts'
import { cookieValue, sessionCookie } from '#platform/server/session.ts'
import { isAppealEndpoint } from './appeal-endpoint.ts'
import { isBellEndpoint } from './bell-endpoint.ts'
import { openCachedPages } from './cached-pages.ts'
import { isJoinEndpoint } from './join-endpoint.ts'
import { isMailListEndpoint } from './mail-list-endpoint.ts'
import type { Env, Parts } from './parts.ts'
import { refusals, refuseWith } from './refuse-request.ts'
import { isReportEndpoint } from './report-endpoint.ts'
import { pageCost, type RequestCost, requestCost } from './request-cost.ts'
import type { RequestCounts } from './request-counts.ts'
import { openStreamEndpoint } from './stream-endpoint.ts'

type Options = {
  parts: Parts
  app: Hono<Env>
  build: string
  counts: RequestCounts
  serveAsset: (request: IncomingMessage, response: ServerResponse, path: string) => boolean
}

/**
 * The raw HTTP listener: answers cached pages, files and live streams itself and passes everything else to Hono. Expensive requests need admission
 * first, so that an overload is refused before any work is done.
 */
export function createListener({ parts, app, build, counts, serveAsset }: Options) {
  const { config, clientAddress } = parts
  const headers = securityHeaders(config.isPublic)
  const refuse = refuseWith(headers)
  const admission = openAdmission()
  const hono = openHono({ parts, app, admission, refuseBusy: (request, response) => refuse(request, response, refusals.busy) })
  let stopping = false
  const pages = openCachedPages({
    parts,
    app,
    build,
    counts,
    admission,
    refuse,
    answerAlone: (request, response, id) => hono.answerAdmitted(request, response, { cost: pageCost, id }),
    isStopping: () => stopping,
  })
  const streams = openStreamEndpoint({ parts, headers, refuse })
  const connections = openConnections({ isExempt: exemptAddresses(parts) })
  const cookieName = sessionCookie(config.isPublic)

  function listener(request: IncomingMessage, response: ServerResponse) {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (stopping) response.shouldKeepAlive = false
    parts.proxies.check(request)
    if (hasTwoHosts(request)) {
      counts.countWhenClosed(request, response)
      response.shouldKeepAlive = false
      return refuse(request, response, refusals.twoHosts)
    }
    const isSurplus = connections.isSurplus(request.socket)
    const page = !isSurplus && isCacheable(request, { path, cookieName }) ? pages.pageRequestOf(request, path) : null
    if (page && pages.sendFresh(request, response, page)) return
    counts.countWhenClosed(request, response)
    if (isSurplus && requestCost(path)) {
      response.shouldKeepAlive = false
      return refuse(request, response, refusals.busy)
    }
    if (isOddPath(path)) return isPageWanted(request, path) ? pages.sendNotFound(request, response) : refuse(request, response, refusals.notFound)
    if (serveAsset(request, response, path)) return
    if (path === '/api/v1/live' && request.method === 'GET')
      return stopping ? refuse(request, response, refusals.stopping) : streams.serve({ request, response, address: clientAddress(request) })
    if (page) return pages.sendRendered(request, response, page)
    if (isPage(path) && !takesForm(request.method, path) && request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, refusals.onlyGet)
    const cost = requestCost(path, request)
    if (cost) return hono.answerAdmitted(request, response, { cost, id: randomUUID() })
    if (stopping && path === '/readyz') return refuse(request, response, refusals.stopping)
    hono.answer(request, response, randomUUID())
  }

  /** From now on every answer closes its connection, including those in progress, and /readyz answers 503. */
  function beginStop() {
    stopping = true
    hono.closeAnswered()
  }

  return {
    listener,
    /** Results first, so that no page is rendered from an old one. */
    dropPages(beginning?: string) {
      forgetRecent()
      pages.drop(beginning)
    },
    pages: pages.counts,
    endStreams: streams.endAll,
    beginStop,
    onConnection: connections.opened,
    load: admission.load,
  }
}

type HonoOptions = {
  parts: Parts
  app: Hono<Env>
  admission: ReturnType<typeof openAdmission>
  refuseBusy: (request: IncomingMessage, response: ServerResponse) => void
}

/** Answers requests through Hono, with or without waiting for capacity. */
function openHono({ parts, app, admission, refuseBusy }: HonoOptions) {
  const ids = new WeakMap<IncomingMessage, string>()
  const answering = new Set<ServerResponse>()
  const viaHono = getRequestListener(
    (request, env) => app.fetch(request, { requestId: ids.get(Object(env).incoming) ?? randomUUID(), address: parts.clientAddress(Object(env).incoming) }),
    { overrideGlobalObjects: false },
  )
  function answer(request: IncomingMessage, response: ServerResponse, id: string) {
    ids.set(request, id)
    return viaHono(request, response)
  }
  return {
    answer,
    /** Answers as soon as there is capacity. */
    answerAdmitted(request: IncomingMessage, response: ServerResponse, { cost, id }: { cost: RequestCost; id: string }) {
      admission.ask({
        ...cost,
        caller: () => parts.callers.callerOf(request),
        isGone: () => response.destroyed,
        isArriving: () => !request.complete,
        refuse: () => refuseBusy(request, response),
        begin(leave) {
          answering.add(response)
          answer(request, response, id)
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
    },
    closeAnswered() {
      for (const response of answering) response.shouldKeepAlive = false
    },
  }
}

/** Trusted proxies carry many visitors, and a site that is not public exempts its own machine. */
function exemptAddresses({ config }: Parts): (address: string) => boolean {
  const isTrusted = inNetworks(config.trustedProxies)
  return (address) => isTrusted(address) || (!config.isPublic && isLoopback(bucketOf(address)))
}

function isCacheable(request: IncomingMessage, { path, cookieName }: { path: string; cookieName: string }): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  // These pages show what a form has just changed, or what a token in the address opens.
  if (!isPage(path) || /^\/(unsubscribe\/|confirm\/|statement\/|report$)/.test(path)) return false
  // The page shows what this browser is about to join.
  if (path === '/auth' && request.url?.includes('join=')) return false
  return cookieValue(request.headers.cookie, cookieName) === null
}

/** Every path outside the other endpoints is a page, and pages are only read. */
const isPage = (path: string) =>
  !/^\/(api|rpc|media|qr|ads|donate|sitemaps|sitemap\.xml|robots\.txt|\.well-known\/security\.txt|healthz|readyz|metrics)(\/|$)/.test(path)

/** True if a browser opens an address outside the API. Programs accept any content type and get JSON. */
const isPageWanted = ({ method, headers }: IncomingMessage, path: string) =>
  (method === 'GET' || method === 'HEAD') && isPage(path) && (headers.accept?.includes('text/html') ?? false)

/** Pages that also accept a form. */
const takesForm = (method: string | undefined, path: string) =>
  [isMailListEndpoint, isBellEndpoint, isJoinEndpoint, isReportEndpoint, isAppealEndpoint].some((isEndpoint) => isEndpoint(method, path))
