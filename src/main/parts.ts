import type { IncomingMessage } from 'node:http'
import type { Auth } from '#features/accounts/server/public.ts'
import type { PageContext } from '#platform/page-context.ts'
import type { Config } from '#platform/server/config.ts'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Callers } from '#platform/server/http/callers.ts'
import type { Limiter } from '#platform/server/http/limits.ts'
import type { PagesChanged } from '#platform/server/http/page-changes.ts'
import type { ProxyWatch } from '#platform/server/http/untrusted-proxy.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailboxKeys } from '#platform/server/mailbox-keys.ts'
import type { Session } from '#platform/server/session.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Components } from './context.ts'
import type { PageViews } from './page-views.ts'

export type Env = { Bindings: { requestId: string; address: string } }
export type Parts = {
  config: Config
  store: Store
  live: LiveHub
  log: Log
  limiter: Limiter
  origin: string
  isDemo: boolean
  /** Pages have no content security policy then, because Vite's own scripts and styles are inline. */
  isDevelopment: boolean
  components: Components
  communityKeys: MailboxKeys
  pageViews: PageViews
  proxies: ProxyWatch
  clientAddress: (request: IncomingMessage) => string
  callers: Callers
  auth: Auth
  sessions: Sessions
  pagesChanged: PagesChanged
  sessionOf: (cookies: string | null | undefined) => Promise<Session | null>
  viewerOf: (cookies: string | null | undefined) => Promise<Viewer | null>
  renderPage: (request: Request, options: { context: PageContext }) => Promise<Response> | Response
}
