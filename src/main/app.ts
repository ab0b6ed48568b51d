import { randomBytes } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { serveMedia } from '#features/media/server/serve-media.ts'
import { isTheme, themeCookie } from '#platform/page-context.ts'
import { bodyWithin } from '#platform/server/http/body-within.ts'
import { browserOf } from '#platform/server/http/browser.ts'
import { canonicalPath } from '#platform/server/http/canonical-path.ts'
import { compressed } from '#platform/server/http/compress.ts'
import { isLoopback } from '#platform/server/http/limits.ts'
import { isSameOrigin } from '#platform/server/http/same-origin.ts'
import { closedPolicy, securityHeaders, setPageHeaders } from '#platform/server/http/security-headers.ts'
import { cookieValue, noSession } from '#platform/server/session.ts'
import { softwareVersion } from '#platform/server/software.ts'
import type { Viewer } from '#platform/viewer.ts'
import { isAbortedRequest, isStoreUnavailable, openApi } from './api.ts'
import { addAppealEndpoint } from './appeal-endpoint.ts'
import { addBellEndpoint } from './bell-endpoint.ts'
import type { AppContext } from './context.ts'
import { addForSearchEngines } from './for-search-engines.ts'
import { addHealth } from './health.ts'
import { addJoinEndpoint } from './join-endpoint.ts'
import { logUnavailable } from './log-unavailable.ts'
import { addMailListEndpoint, isMailListEndpoint } from './mail-list-endpoint.ts'
import { addPageViews } from './page-view-endpoint.ts'
import type { Env, Parts } from './parts.ts'
import { addQrCodes } from './qr-codes.ts'
import { addReportEndpoint } from './report-endpoint.ts'
import { addSecurityText } from './security-text.ts'
import { addSwitchedOff } from './switched-off.ts'
import { addThirdPartyFrames } from './third-party-frames.ts'

const uploadBytes = 4_194_304 + 65_536
const bodyBytes = 256 * 1024

/** The product as one fetch handler: headers, limits, API, pages. It receives everything that is neither cached nor static. */
export function createApp(parts: Parts): Hono<Env> {
  const api = openApi(parts.log)
  const app = new Hono<Env>()
  addHeaders(app, parts)
  addLimits(app, parts)
  addBodyChecks(app)
  addSwitchedOff(app, parts)
  addHealth(app, parts)
  addForSearchEngines(app, parts)
  addSecurityText(app, parts)
  addQrCodes(app, parts)
  addPageViews(app, parts.pageViews)
  addMailListEndpoint(app, parts)
  addBellEndpoint(app, parts)
  addJoinEndpoint(app, parts, async (c, input) => api.direct(await contextOf(parts, c))(['pledges', 'join'], input))
  addReportEndpoint(app, async (c, operation, input) => api.direct(await contextOf(parts, c))(['reports', operation], input))
  addAppealEndpoint(app, async (c, input) => api.direct(await contextOf(parts, c))(['appeals', 'send'], input))
  addThirdPartyFrames(app, parts.config.thirdParties)
  // Requests with METRICS_TOKEN are answered in src/main/metrics.ts; all others get 404.
  app.get('/metrics', (c) => c.json(refusal(404, 'NOT_FOUND', 'Not found.'), 404))
  addApi(app, parts, api)
  app.all('/api/auth/*', (c) => parts.auth.handle(c.req.raw, c.env))
  app.get('/media/*', async (c) => {
    const file = c.req.path.slice('/media/'.length)
    const { storage, urlSigner } = parts.components.media
    const given = { db: parts.store.db, storage, urlSigner, viewerOf: () => parts.viewerOf(c.req.header('cookie')) }
    const picture = await serveMedia(given, { file, query: new URL(c.req.url).searchParams, known: c.req.header('if-none-match') })
    return picture ?? c.json(refusal(404, 'NOT_FOUND', 'Not found.'), 404, { 'cache-control': 'private, no-store' })
  })
  addPages(app, parts, api)
  app.all('*', (c) => c.json(refusal(405, 'METHOD_NOT_ALLOWED', 'This address only answers GET.'), 405))

  addErrors(app, parts)
  return app
}

type Api = ReturnType<typeof openApi>

/** Completes the headers of every response and compresses it. */
function addHeaders(app: Hono<Env>, { config, log, isDevelopment }: Parts): void {
  const headers = Object.entries(securityHeaders(config.isPublic))
  app.use(async (c, next) => {
    const started = performance.now()
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    if (!c.res.headers.has('content-security-policy') && !isDevelopment) c.res.headers.set('content-security-policy', closedPolicy)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-store')
    c.res.headers.set('x-request-id', c.env.requestId)
    // The rest of a body that is too large is not read, so the connection cannot serve another request.
    if (c.res.status === 413) c.res.headers.set('connection', 'close')
    const soonest = c.res.status === 503 ? '2' : c.res.status === 429 ? '60' : null
    if (soonest && !c.res.headers.has('retry-after')) c.res.headers.set('retry-after', soonest)
    const answer = await compressed(c.res, c.req.header('accept-encoding'))
    // Unset first, because Hono would copy the headers of the replaced response.
    c.res = undefined
    c.res = answer
    log.debug({ id: c.env.requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms: Math.round(performance.now() - started) }, 'request')
  })
}

const wrongAddressPauseMs = 60_000

function addLimits(app: Hono<Env>, { limiter, log, origin }: Parts): void {
  let lastWarned = 0
  app.use(async (c, next) => {
    const wait = await limiter.take(isWrite(c.req.method) ? 'write' : 'request', c.env.address)
    if (wait !== null) return c.json(refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again later.'), 429, { 'retry-after': String(wait) })
    const isOpen = isMailListEndpoint(c.req.method, c.req.path)
    if (isWrite(c.req.method) && !isOpen && !isSameOrigin({ get: (name) => c.req.header(name) ?? null }, origin)) {
      const { host, origin: from } = c.req.header()
      // A page of this server that was opened at another address: the operator has to know, and so does the reader.
      const isOurs = host !== undefined && from !== undefined && URL.canParse(from) && new URL(from).host === host
      if (!isOurs) return c.json(refusal(403, 'CROSS_SITE', 'This request came from another site.'), 403)
      if (Date.now() - lastWarned > wrongAddressPauseMs) {
        lastWarned = Date.now()
        log.warn(
          { code: 'WRONG_ADDRESS', from },
          `A page was opened at ${from}, where nothing can be saved. Open ${origin}, or set BASE_URL to the other address.`,
        )
      }
      return c.json(refusal(403, 'CROSS_SITE', `The address of this site is ${origin}. Nothing can be saved at another one.`), 403)
    }
    return next()
  })
}

function addBodyChecks(app: Hono<Env>): void {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  app.use(async (c, next) => {
    // No endpoint answers OPTIONS and similar methods, and none may treat them as a call.
    if (!methods.includes(c.req.method)) return c.json(refusal(405, 'METHOD_NOT_ALLOWED', 'This method is not allowed here.'), 405)
    if (!hasBody(c.req)) return next()
    const isUpload = c.req.path === '/api/v1/media' || c.req.path.startsWith('/rpc/media/')
    const [maxSize, code, message] = isUpload
      ? ([uploadBytes, 'IMAGE_TOO_LARGE', 'File size must be less than 4MB'] as const)
      : ([bodyBytes, 'BODY_TOO_LARGE', 'The request is too large.'] as const)
    const request = await bodyWithin(c.req.raw, maxSize)
    if (!request) return c.json(refusal(413, code, message), 413)
    c.req.raw = request
    return next()
  })
  app.use(async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key !== undefined && key.length > 200) return c.json(refusal(400, 'MALFORMED', 'An Idempotency-Key has at most 200 characters.'), 400)
    return next()
  })
}

async function contextOf(parts: Parts, c: { env: Env['Bindings']; req: { header: (name: string) => string | undefined } }): Promise<AppContext> {
  const session = await parts.sessionOf(c.req.header('cookie'))
  return {
    ...parts.components,
    db: parts.store.db,
    store: parts.store,
    live: parts.live,
    log: parts.log,
    viewer: session?.viewer ?? null,
    sessionId: session?.id ?? null,
    viewerEmail: session?.email ?? null,
    confirmedEmail: session?.isEmailConfirmed ? session.email : null,
    confirmsAddresses: parts.components.addressConfirmation !== 'unavailable',
    communityKeys: parts.communityKeys,
    sessions: parts.sessions,
    pagesChanged: parts.pagesChanged,
    joinToken: parts.components.joinIntentions.tokenOf(c.req.header('cookie')),
    answer: {},
    request: {
      id: c.env.requestId,
      address: c.env.address,
      browser: browserOf((name) => c.req.header(name)),
      idempotencyKey: c.req.header('idempotency-key')?.trim() || null,
      cookies: c.req.header('cookie') ?? null,
    },
  }
}

/** Returns a refusal for a person who writes too often. A site that is not public exempts requests from its own machine. */
async function tooOften(
  { config, limiter }: Parts,
  { method, address, viewer }: { method: string; address: string; viewer: Viewer | null },
): Promise<Response | null> {
  const isCounted = viewer && isWrite(method) && (config.isPublic || !isLoopback(address))
  const wait = isCounted ? await limiter.take('person', viewer.id) : null
  if (wait === null) return null
  return Response.json(refusal(429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again later.'), { status: 429, headers: { 'retry-after': String(wait) } })
}

function addApi(app: Hono<Env>, parts: Parts, api: Api): void {
  // The public figures of a campaign may be read by pages of any site. They are the same for everybody.
  app.use('/api/v1/campaigns/:id/count', cors())
  app.all('/api/v1/*', async (c) => {
    if (hasForeignType(c.req)) return c.json(refusal(415, 'NOT_JSON', 'Send JSON (content-type: application/json).'), 415)
    const context = await contextOf(parts, c)
    const refused = await tooOften(parts, { method: c.req.method, address: c.env.address, viewer: context.viewer })
    if (refused) return refused
    const { matched, response } = await api.rest(c.req.raw, context)
    if (!matched) return c.json(refusal(404, 'NOT_FOUND', 'Not found.'), 404)
    return asAnswered(response, { context, isPublic: parts.config.isPublic })
  })
  app.all('/rpc/*', async (c) => {
    // Our pages use only these two. HEAD is not a read here, and the origin check above skips it.
    if (c.req.method !== 'GET' && c.req.method !== 'POST') return c.json(refusal(405, 'METHOD_NOT_ALLOWED', 'This method is not allowed here.'), 405)
    const context = await contextOf(parts, c)
    const refused = await tooOften(parts, { method: c.req.method, address: c.env.address, viewer: context.viewer })
    if (refused) return refused
    const { matched, response } = await api.rpc(c.req.raw, context)
    return matched ? asAnswered(response, { context, isPublic: parts.config.isPublic }) : c.json(refusal(404, 'NOT_FOUND', 'Not found.'), 404)
  })
  let description: Promise<unknown> | undefined
  app.get('/api/openapi.json', async (c) => {
    description ??= api.describe()
    return c.json(await description)
  })
}

type Outcome = { isUnavailable: boolean; isDenied: boolean; removed: number | null }

function statusOf(rendered: number, { isUnavailable, isDenied, removed }: Outcome): number {
  if (rendered === 500 && isUnavailable) return 503
  if (rendered === 404 && removed !== null) return removed
  return rendered === 200 && isDenied ? 403 : rendered
}

function addPages(app: Hono<Env>, parts: Parts, api: Api): void {
  app.on(['GET', 'HEAD'], '/*', async (c) => {
    const canonical = canonicalPath(c.req.path)
    if (canonical !== c.req.path) return c.redirect(`${canonical}${new URL(c.req.url).search}`, 301)
    const nonce = randomBytes(16).toString('base64url')
    const context = await contextOf(parts, c)
    const theme = cookieValue(c.req.header('cookie'), themeCookie)
    const direct = api.direct(context)
    // A page whose data is temporarily unavailable is answered with 503 instead of 500, so that clients retry.
    let isUnavailable = false
    // A page whose content moderators removed is answered with 410, or with 451 after a legal order, instead of 404.
    let removed: number | null = null
    let isDenied = false
    const call: typeof direct = (path, input) =>
      direct(path, input).catch((error: unknown) => {
        isUnavailable ||= error instanceof ORPCError && error.status === 503
        if (error instanceof ORPCError && (error.status === 410 || error.status === 451)) removed = error.status
        throw error
      })
    const page = await parts.renderPage(c.req.raw, {
      context: {
        nonce,
        call,
        deny() {
          isDenied = true
        },
        site: {
          viewer: context.viewer,
          theme: isTheme(theme) ? theme : 'system',
          origin: parts.origin,
          isDemo: parts.isDemo,
          switches: parts.components.switches.current(),
          signInWays: parts.components.signInWays,
          countsAccounts: parts.config.countsWithoutMail,
          sendsMail: parts.config.mail !== null,
          thirdParties: parts.config.thirdParties.shown,
          software: { version: softwareVersion, sourceUrl: parts.config.sourceUrl },
        },
      },
    })
    if (!page.headers.get('content-type')?.startsWith('text/html')) {
      if (page.status < 400) return page
      return c.json(refusal(406, 'NOT_ACCEPTABLE', 'This address answers with a page (text/html).'), 406)
    }
    const signed = setPageHeaders(await page.text(), { nonce, thirdParties: parts.config.thirdParties.shown })
    return new Response(signed.html, {
      status: statusOf(page.status, { isUnavailable, isDenied, removed }),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        ...(parts.isDevelopment ? {} : { 'content-security-policy': signed.policy }),
        'cache-control': 'private, no-cache',
        vary: 'Cookie',
      },
    })
  })
}

function addErrors(app: Hono<Env>, { log }: Parts): void {
  app.onError((error, c) => {
    if (isAbortedRequest(error)) return c.json(refusal(400, 'MALFORMED', 'The request ended before its body was complete.'), 400)
    if (isStoreUnavailable(error)) {
      logUnavailable(log, { id: c.env.requestId, error })
      return c.json(refusal(503, 'UNAVAILABLE', 'The database is unavailable. Try again in a few seconds.'), 503)
    }
    log.error({ id: c.env.requestId, err: error, path: c.req.path }, 'unexpected error')
    return c.json(refusal(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.'), 500)
  })
}

/** Adds the headers that the procedure set for its answer. */
function asAnswered(response: Response, { context: { answer }, isPublic }: { context: AppContext; isPublic: boolean }): Response {
  const answered = new Response(response.body, response)
  if (answer.retryAfterSeconds !== undefined) answered.headers.set('retry-after', String(answer.retryAfterSeconds))
  if (answer.setCookie !== undefined) answered.headers.append('set-cookie', answer.setCookie)
  if (answer.forgetSession) answered.headers.append('set-cookie', noSession(isPublic))
  return answered
}

export const refusal = (status: number, code: string, message: string) => ({ code, message, status, data: null })
const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/** Without these headers there is no body and nothing to measure. */
const hasBody = (request: { header: (name: string) => string | undefined }) =>
  Number(request.header('content-length') ?? 0) > 0 || request.header('transfer-encoding') !== undefined

/** True for a body that is neither JSON nor, for pictures, a form: other sites can send such bodies without a CORS preflight. */
function hasForeignType(request: { path: string; header: (name: string) => string | undefined }): boolean {
  const type = request.header('content-type')
  if (type === undefined) return false
  return !(request.path === '/api/v1/media' ? /^multipart\/form-data\b/i : /^application\/json\b/i).test(type)
}
