import { ORPCError, os } from '@orpc/server'
import type { Viewer } from '../viewer.ts'
import type { Sessions } from './end-sessions.ts'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Db, Store } from './store/open-store.ts'

/** What every procedure is given. Features add their own long-lived parts; main puts them all together. */
export type RequestContext = {
  db: Db
  store: Store
  live: LiveHub
  log: Log
  viewer: Viewer | null
  /** The session that the request came with; it and the address stay in the server. */
  sessionId: string | null
  viewerEmail: string | null
  sessions: Sessions
  request: RequestFacts
  answer: AnswerFacts
}

export type RequestFacts = {
  id: string
  /** The client's network address as limits see it: behind trusted proxies only what they say. */
  address: string
  idempotencyKey: string | null
}

/** What a procedure says of its answer beside its body. */
export type AnswerFacts = {
  retryAfterSeconds?: number
  /** There is no such session any more: the browser may forget its cookie. */
  forgetSession?: boolean
}

const base = os.$context<RequestContext>()

/** Nobody is signed in, or not any more. */
export const notSignedIn = () => new ORPCError('UNAUTHORIZED', { defined: true, message: 'Sign in first.' })

/** Only for people who are signed in. */
export const signedIn = base.middleware(({ context, next }) => {
  if (!context.viewer) throw notSignedIn()
  return next({ context: { viewer: context.viewer } })
})

/** Says on purpose that a procedure is public. */
export const anyone = base.middleware(({ next }) => next())
