import { ORPCError, os } from '@orpc/server'
import type { Viewer } from '../viewer.ts'
import type { Sessions } from './end-sessions.ts'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Db, Store } from './store/open-store.ts'

/** Context of every procedure. Features add their own long-lived parts; main combines them. */
export type RequestContext = {
  db: Db
  store: Store
  live: LiveHub
  log: Log
  viewer: Viewer | null
  /** The session of the request. Its id and the email address never leave the server. */
  sessionId: string | null
  viewerEmail: string | null
  sessions: Sessions
  request: RequestFacts
  answer: AnswerFacts
}

export type RequestFacts = {
  id: string
  /** The client's network address for rate limits. Behind trusted proxies it comes from their header only. */
  address: string
  idempotencyKey: string | null
  cookies: string | null
}

/** Properties of the HTTP response that a procedure sets besides its body. */
export type AnswerFacts = {
  retryAfterSeconds?: number
  /** The session does not exist any more, so the browser may delete its cookie. */
  forgetSession?: boolean
  /** A `Set-Cookie` header value. */
  setCookie?: string
}

const base = os.$context<RequestContext>()

export const notSignedIn = () => new ORPCError('UNAUTHORIZED', { defined: true, message: 'Sign in first.' })

/** Requires a signed-in viewer. */
export const signedIn = base.middleware(({ context, next }) => {
  if (!context.viewer) throw notSignedIn()
  return next({ context: { viewer: context.viewer } })
})

/** Marks a procedure as public on purpose. */
export const anyone = base.middleware(({ next }) => next())
