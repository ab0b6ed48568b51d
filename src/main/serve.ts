import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { configuredWays, openAuth, openHashing } from '#features/accounts/server/public.ts'
import { keyBansAndMutes, openCommunityKeys } from '#features/communities/server/public.ts'
import { openSwitches, type Switches } from '#features/moderation/switches/server/public.ts'
import { keyMailboxes, openAddressKey, openJoinIntentions, renewKeys } from '#features/pledges/server/public.ts'
import { openCompanyChecks } from '#features/replies/server/public.ts'
import { openVisitorReports } from '#features/reports/server/public.ts'
import { openContactInbox } from '#features/site-pages/contact/server/public.ts'
import { privateNameProblem } from '#features/trust/server/public.ts'
import { onceForSecret } from '#platform/server/auth-secret.ts'
import type { Config, ListenAddress } from '#platform/server/config.ts'
import { openDeletionList } from '#platform/server/deletion-list.ts'
import { openSessions, type Sessions } from '#platform/server/end-sessions.ts'
import { openCallers } from '#platform/server/http/callers.ts'
import { addressReader } from '#platform/server/http/client-address.ts'
import { openDrain } from '#platform/server/http/drain.ts'
import { createHttpServer } from '#platform/server/http/http-server.ts'
import { isLoopback, openLimiter } from '#platform/server/http/limits.ts'
import { openPageChanges, type PagesChanged } from '#platform/server/http/page-changes.ts'
import { openProofOfWork } from '#platform/server/http/proof-of-work.ts'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import { openSharedCounters } from '#platform/server/http/shared-counters.ts'
import { watchProxies } from '#platform/server/http/untrusted-proxy.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { MailboxKeys } from '#platform/server/mailbox-keys.ts'
import { projectRoot } from '#platform/server/root.ts'
import { openSessionReader, tokenReader } from '#platform/server/session.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { createApp } from './app.ts'
import { openAssets } from './assets.ts'
import { startBackground } from './background.ts'
import { pageCacheCaller } from './cached-pages.ts'
import { prepareData } from './demo/prepare-data.ts'
import { createListener } from './listener.ts'
import { openLogos } from './logos/serve-logo.ts'
import { openMetrics } from './metrics.ts'
import { type Base, type Closing, openBase, openClosing, openLive } from './open-base.ts'
import { openNightlyBackups } from './operations/nightly-backup.ts'
import { openPageViews } from './page-views.ts'
import type { Parts } from './parts.ts'
import { openRequestCounts } from './request-counts.ts'
import { roleWarnings, siteWarningsOf } from './site-warnings.ts'

type Serve = {
  config: Config
  renderPage: Parts['renderPage']
  /** Folder of the build's files for browsers; null in development, where Vite serves them. */
  assets: string | null
  print: (line: string) => void
  /** Development only: Vite's middlewares, called before the product. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** True for a further process on the same embedded database and another port (`npm run web`). */
  isAdditional?: boolean
}

export type Running = {
  origin: string
  listener: ReturnType<typeof createListener>['listener']
  store: Store
  sessions: Sessions
  live: LiveHub
  mail: Parts['components']['mail']
  communityNews: Parts['components']['communityNews']
  demoPassword: string | null
  /** Problems in the settings that the operator should fix, one line each. */
  warnings: readonly string[]
  stop: () => Promise<void>
}

/**
 * Opens the database, applies migrations, loads the initial data of a new site, and serves. Throws `StoreInUse`, `EmbeddedDatabaseError`,
 * `NewerSchema` or the socket's error; anything opened until then is closed again.
 */
export async function serve({ config, renderPage, assets, print, isAdditional = false, before }: Serve): Promise<Running> {
  const closing = openClosing()
  try {
    await probePort(config)
    const base = await openBase({ config, print, closing, isMainServer: !isAdditional })
    const { log, store, secretProblems } = base
    const warnings = siteWarningsOf({ config, secretProblems })
    for (const { code, line } of warnings) log.warn({ code }, line)
    const ofRoles = await roleWarnings(store.db)
    for (const line of ofRoles) log.warn({ code: 'NO_ADMINISTRATOR' }, line)
    const data = await prepareData({ store, config, print, hashPassword: openHashing().hash })
    const addressKey = openAddressKey(config.authSecret, config.previousSecrets)
    const communityKeys = openCommunityKeys({ secret: config.authSecret, previous: config.previousSecrets })
    await longTransaction(store, 'newest rows', async (tx) => {
      if (secretProblems.some(({ code }) => code === 'SECRET_CHANGED')) await onceForSecret(tx, config.authSecret, () => renewKeys(tx, addressKey))
      await keyMailboxes(tx, addressKey)
      await keyBansAndMutes(tx, { communityKeys })
    })
    const live = await openLive(base, closing)
    const counters = await openSharedCounters({ store, config })
    closing.add(counters.close)
    const sessions = openSessions({ store, live, log })
    closing.add(sessions.stop)
    let origin = config.baseUrl ?? ''
    const background = startBackground({ ...base, live, site: () => origin })
    closing.add(background.stop)

    const ways = noWays()
    const switches = await openSwitches({ store, log, onChanged: () => ways.dropPages() })
    closing.add(switches.stop)

    // From here to `answerRequests` nothing waits: Node drops a request that arrives before there is a listener, and its client waits for ever.
    const servers = await openServers({ config, closing, ways })
    origin = config.baseUrl ?? `http://${hostOf(config.host)}:${servers.port}`
    const pageChanges = openPageChanges({ live, drop: (beginning) => ways.dropPages(beginning) })
    closing.add(pageChanges.stop)
    const { pagesChanged } = pageChanges
    const parts = partsOf(
      { base, live, sessions, counters, background, pagesChanged, switches, communityKeys, origin, warnings: warnings.map(({ code }) => code) },
      { renderPage, isDemo: data.isDemo, isDevelopment: before !== undefined },
    )
    ways.settled = parts.auth.settled
    const listener = answerRequests({ base, parts, servers, assets, before })
    return {
      origin,
      listener,
      store,
      sessions,
      live,
      mail: background.mail,
      communityNews: background.communityNews,
      demoPassword: data.demoPassword,
      warnings: [...warnings.map(({ line }) => line), ...ofRoles],
      stop: closing.all,
    }
  } catch (error) {
    await closing.all()
    throw error
  }
}

type Ways = ReturnType<typeof noWays>

/** Functions that do nothing, until `answerRequests` replaces them. */
function noWays() {
  const dropPages: PagesChanged = () => {}
  return { beginStop: () => {}, endStreams: () => {}, dropPages, settled: async () => {} }
}

/** Opens the ports, that of the site last. */
async function openServers({ config, closing, ways }: { config: Config; closing: Closing; ways: Ways }) {
  const metricsServer = createHttpServer()
  closing.add(() => closeNow(metricsServer))
  if (config.metrics.listen) await listen(metricsServer, config.metrics.listen)
  const server = createHttpServer()
  const port = await listen(server, config)
  const drain = openDrain(server)
  closing.add(() => ways.settled())
  closing.add(() => drain(ways))
  return { server, port, metricsServer, ways }
}

type Opened = {
  base: Base
  live: LiveHub
  sessions: Sessions
  counters: Awaited<ReturnType<typeof openSharedCounters>>
  background: ReturnType<typeof startBackground>
  pagesChanged: PagesChanged
  switches: Switches
  communityKeys: MailboxKeys
  origin: string
  warnings: Parts['components']['warnings']
}

/** Creates what requests need from what was opened. */
function partsOf(
  { base, live, sessions, counters, background, pagesChanged, switches, communityKeys, origin, warnings }: Opened,
  rest: Pick<Parts, 'renderPage' | 'isDemo' | 'isDevelopment'>,
): Parts {
  const { config, store, log } = base
  const isOwn = (caller: string) => !config.isPublic && isLoopback(caller)
  const limiter = openLimiter({ exempt: (caller) => caller === pageCacheCaller || isOwn(caller), shared: counters.counterOf })
  const signed = { secret: config.authSecret, isPublic: config.isPublic }
  const clientAddress = addressReader(config.trustedProxies)
  const callers = openCallers({ clientAddress, tokenOf: tokenReader(signed) })
  const sessionOf = openSessionReader({ pool: store.pool, ...signed, onRead: callers.learn })
  const { stop: _stop, ...components } = background
  const { mail, pledges, statementTokens, suspensionEnd } = components
  const joinIntentions = openJoinIntentions({ store, pledges, isPublic: config.isPublic, isClosed: (campaignId) => switches.isJoiningClosed(campaignId, null) })
  const { countPerson } = pledges
  const proofOfWork = openProofOfWork({ secret: config.authSecret, limiter, isExempt: isOwn })
  const auth = openAuth({
    store,
    proofOfWork,
    config,
    origin,
    limiter,
    log,
    sessions,
    mail,
    joinIntentions,
    async onConfirmed(personId) {
      await countPerson(personId)
      await keyBansAndMutes(store.db, { communityKeys, personId })
    },
    onSuspensionOver: suspensionEnd.end,
    statementTokenOf: statementTokens.make,
    privateNameProblem: (name) => privateNameProblem(store.db, name),
    isSignUpClosed: () => switches.current().on.some((name) => name === 'no_sign_up' || name === 'read_only'),
  })
  const proxies = watchProxies({ config, log })
  return {
    ...rest,
    communityKeys,
    pageViews: openPageViews(),
    proxies,
    clientAddress,
    callers,
    components: {
      ...components,
      joinIntentions,
      signInWays: configuredWays(config.providers),
      contact: openContactInbox({ limiter, isExempt: isOwn, operator: config.operatorEmail }),
      companyChecks: openCompanyChecks({ limiter, hasMail: config.mail !== null || !config.isPublic, origin, dnsServers: config.dnsServers }),
      proofOfWork,
      visitorReports: openVisitorReports({ limiter, isExempt: isOwn, isOpen: config.mail !== null, origin }),
      passwords: auth.passwords,
      deletions: openDeletionList(config.dataDir),
      backups: config.backups ? openNightlyBackups(config.dataDir) : null,
      warnings,
      addressConfirmation: config.mail ? 'mail' : config.countsWithoutMail ? 'not_needed' : 'unavailable',
      switches,
      untrustedProxy: proxies.current,
    },
    config,
    store,
    live,
    log,
    origin,
    limiter,
    auth,
    sessions,
    pagesChanged,
    sessionOf,
    viewerOf: async (cookies) => (await sessionOf(cookies))?.viewer ?? null,
  }
}

type Answering = { base: Base; parts: Parts; servers: Awaited<ReturnType<typeof openServers>> } & Pick<Serve, 'assets' | 'before'>

/** Connects the listener and the metrics with the open ports. */
function answerRequests({ base, parts, servers, assets, before }: Answering): Running['listener'] {
  const { config, store, pageViews, components } = parts
  const serveLogo = openLogos(securityHeaders(config.isPublic))
  const serveFile = assets === null ? () => false : openAssets(assets, securityHeaders(config.isPublic))
  const serveAsset: typeof serveLogo = (request, response, path) => serveLogo(request, response, path) || serveFile(request, response, path)
  const requests = openRequestCounts()
  const { listener, onConnection, load, pages, ...ways } = createListener({ parts, app: createApp(parts), build: buildId(), counts: requests, serveAsset })
  Object.assign(servers.ways, ways)
  const { storeErrors } = base
  const metrics = openMetrics({ config, store, pledges: components.pledges, mail: components.mail, requests, load, pages, pageViews, storeErrors })
  servers.server.on('connection', onConnection)
  servers.metricsServer.on('request', metrics.serveAlone)
  servers.server.on('request', (request, response) => {
    if (metrics.serve(request, response)) return
    if (before) before(request, response, () => listener(request, response))
    else listener(request, response)
  })
  return listener
}

function closeNow(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Reports a port in use before anything else starts. */
function probePort(config: Config): Promise<void> {
  const probe = createServer()
  return listen(probe, config).then(() => new Promise((resolve) => probe.close(() => resolve())))
}

/** Formats a listening address for a link. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The backlog of connections that wait while the thread works. Further ones are lost and retried only after a second or three.
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
