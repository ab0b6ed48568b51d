import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { configuredWays, openAuth, openHashing } from '#features/accounts/server/public.ts'
import { openContactDesk } from '#features/contact/server/public.ts'
import { checkAuthSecret } from '#platform/server/auth-secret.ts'
import type { Config, ListenAddress } from '#platform/server/config.ts'
import { openDeletionList } from '#platform/server/deletion-list.ts'
import { openSessions, type Sessions } from '#platform/server/end-sessions.ts'
import { openCallers } from '#platform/server/http/callers.ts'
import { addressReader } from '#platform/server/http/client-address.ts'
import { openDrain } from '#platform/server/http/drain.ts'
import { createHttpServer } from '#platform/server/http/http-server.ts'
import { isLoopback, openLimiter } from '#platform/server/http/limits.ts'
import { openPageChanges, type PagesChanged } from '#platform/server/http/page-changes.ts'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import { openSharedCounters } from '#platform/server/http/shared-counters.ts'
import { watchProxies } from '#platform/server/http/untrusted-proxy.ts'
import { type LiveHub, openLiveHub } from '#platform/server/live/hub.ts'
import { openDriver } from '#platform/server/live/open-driver.ts'
import { openLog } from '#platform/server/log.ts'
import { openStorage } from '#platform/server/open-storage.ts'
import { projectRoot } from '#platform/server/root.ts'
import { openSessionReader, tokenReader } from '#platform/server/session.ts'
import { checkSearchLocale } from '#platform/server/store/check-locale.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { createApp } from './app.ts'
import { openAssets } from './assets.ts'
import { startBackground } from './background.ts'
import { prepareData } from './demo/prepare-data.ts'
import { createListener, pageCacheCaller } from './listener.ts'
import { openLogos } from './logos/serve-logo.ts'
import { openMetrics } from './metrics.ts'
import { openNightlyBackups } from './operations/nightly-backup.ts'
import { openPageViews } from './page-views.ts'
import type { Parts } from './parts.ts'
import { openRequestCounts } from './request-counts.ts'
import { siteWarningsOf } from './site-warnings.ts'

type Serve = {
  config: Config
  renderPage: Parts['renderPage']
  /** Where the build's files for browsers are; null while Vite serves them (development). */
  assets: string | null
  say: (line: string) => void
  /** Development only: Vite's middlewares, asked before the product. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** Whether another process may serve the same embedded database on another port (`npm run web`). */
  isAdditional?: boolean
}

export type Running = {
  origin: string
  listener: ReturnType<typeof createListener>['listener']
  store: Store
  sessions: Sessions
  live: LiveHub
  mail: Parts['desks']['mail']
  communityNews: Parts['desks']['communityNews']
  demoPassword: string | null
  /** What the operator should mend in the settings, one line each. */
  warnings: readonly string[]
  stop: () => Promise<void>
}

/**
 * Opens the database, applies migrations, loads what a new site has, and serves. Throws `StoreInUse`, `EmbeddedDatabaseError`,
 * `NewerSchema` or the socket's error; whatever was opened until then is closed again.
 */
export async function serve({ config, renderPage, assets, say, isAdditional = false, before }: Serve): Promise<Running> {
  const log = openLog(config.logLevel)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const undo: (() => Promise<unknown> | unknown)[] = []
  async function stop() {
    for (const close of undo.reverse().splice(0)) await close()
  }
  try {
    await probePort(config)
    const storage = await openStorage(config)
    say(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Starting the database')
    let storeErrors = 0
    const store = await openStore({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      isMainServer: !isAdditional,
      onError(error) {
        storeErrors++
        log.warn({ err: error }, 'database connection')
      },
      onSlowStatement: (line) => log.warn({ statement: line }, 'slow statement'),
    })
    undo.push(() => store.close())
    const applied = await migrate(store)
    if (applied.length) say(`Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`)
    await checkSearchLocale({ store, warn: (line) => log.warn(line) })
    const warnings = siteWarningsOf({ config, secretAdvice: await checkAuthSecret(store, config.authSecret) })
    for (const { code, line } of warnings) log.warn({ code }, line)
    const data = await prepareData({ store, config, say, hashPassword: openHashing().hash })
    const live = await openLiveHub(await openDriver({ config, connection: store.connection, log }))
    undo.push(() => live.close())
    const counters = await openSharedCounters({ store, config })
    undo.push(counters.close)
    const sessions = openSessions({ store, live, log })
    undo.push(() => sessions.stop())
    let origin = config.baseUrl ?? ''
    const background = startBackground({ config, store, storage, live, log, site: () => origin })
    undo.push(() => background.stop())

    const server = createHttpServer()
    const serveLogo = openLogos(securityHeaders(config.isPublic))
    const serveFile = assets === null ? () => false : openAssets(assets, securityHeaders(config.isPublic))
    const serveAsset: typeof serveLogo = (request, response, path) => serveLogo(request, response, path) || serveFile(request, response, path)
    const port = await listen(server, config)
    const metricsServer = createHttpServer()
    undo.push(() => closeNow(metricsServer))
    if (config.metrics.listen) await listen(metricsServer, config.metrics.listen)
    const drain = openDrain(server)
    let stopping = { beginStop: () => {}, endStreams: () => {} }
    let settled = async () => {}
    undo.push(() => settled())
    undo.push(() => drain(stopping))
    origin = config.baseUrl ?? `http://${hostOf(config.host)}:${port}`
    let dropPages: PagesChanged = () => {}
    const pageChanges = openPageChanges({ live, drop: (beginning) => dropPages(beginning) })
    undo.push(() => pageChanges.stop())
    const isOwn = (caller: string) => !config.isPublic && isLoopback(caller)
    const limiter = openLimiter({ exempt: (caller) => caller === pageCacheCaller || isOwn(caller), shared: counters.counterOf })
    const signed = { secret: config.authSecret, isPublic: config.isPublic }
    const clientAddress = addressReader(config.trustedProxies)
    const callers = openCallers({ clientAddress, tokenOf: tokenReader(signed) })
    const sessionOf = openSessionReader({ pool: store.pool, ...signed, onRead: callers.learn })
    const { mail, pledges } = background
    const auth = openAuth({ store, config, origin, limiter, log, sessions, mail, onConfirmed: pledges.countPerson, onAddressLeft: pledges.keepAddress })
    settled = auth.settled
    const pageViews = openPageViews()
    const proxies = watchProxies({ config, log })
    const parts: Parts = {
      pageViews,
      proxies,
      clientAddress,
      callers,
      desks: {
        tally: background.tally,
        pledges: background.pledges,
        media: background.media,
        talk: background.talk,
        communityNews: background.communityNews,
        notifications: background.notifications,
        bellNews: background.bellNews,
        push: background.push,
        comments: background.comments,
        signInWays: configuredWays(config.providers),
        mail: background.mail,
        mailListTokens: background.mailListTokens,
        contact: openContactDesk({ limiter, isExempt: isOwn, operator: config.operatorEmail }),
        passwords: auth.passwords,
        deletions: openDeletionList(config.dataDir),
        backups: config.backups ? openNightlyBackups(config.dataDir) : null,
        warnings: warnings.map(({ code }) => code),
        addressConfirmation: config.mail ? 'mail' : config.countsWithoutMail ? 'not_needed' : 'unavailable',
        pagesChanged: pageChanges.pagesChanged,
        untrustedProxy: proxies.current,
      },
      isDemo: data.isDemo,
      config,
      store,
      live,
      log,
      origin,
      renderPage,
      isDevelopment: before !== undefined,
      limiter,
      auth,
      sessions,
      sessionOf,
      viewerOf: async (cookies) => (await sessionOf(cookies))?.viewer ?? null,
    }
    const requests = openRequestCounts()
    const { listener, ...ways } = createListener({ parts, app: createApp(parts), build: buildId(), counts: requests, serveAsset })
    dropPages = ways.dropPages
    stopping = ways
    server.on('connection', ways.onConnection)
    const metrics = openMetrics({
      config,
      store,
      pledges: background.pledges,
      mail: background.mail,
      requests,
      load: ways.load,
      pages: ways.pages,
      pageViews,
      storeErrors: () => storeErrors,
    })
    metricsServer.on('request', metrics.serveAlone)
    server.on('request', (request, response) => {
      if (metrics.serve(request, response)) return
      if (before) before(request, response, () => listener(request, response))
      else listener(request, response)
    })
    return {
      origin,
      listener,
      store,
      sessions,
      live,
      mail: background.mail,
      communityNews: background.communityNews,
      demoPassword: data.demoPassword,
      warnings: warnings.map(({ line }) => line),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function closeNow(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A port in use is said before anything else is begun. */
function probePort(config: Config): Promise<void> {
  const probe = createServer()
  return listen(probe, config).then(() => new Promise((resolve) => probe.close(() => resolve())))
}

/** A listening address as it stands in a link. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // Connections that wait while the thread works: those beyond are lost and only tried again after a second or three.
    server.listen(port, host, 4_096, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function buildId(): string {
  try {
    return readFileSync(join(projectRoot, 'dist/build-id'), 'utf8').trim()
  } catch {
    return 'dev'
  }
}
