import { ORPCError, os } from '@orpc/server'
import type { Viewer } from '../viewer.ts'
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
export type AnswerFacts = { retryAfterSeconds?: number }

const base = os.$context<RequestContext>()

/** Only for people who are signed in. */
export const signedIn = base.middleware(({ context, next }) => {
  if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'Sign in first.' })
  return next({ context: { viewer: context.viewer } })
})

/** Says on purpose that a procedure is public. */
export const anyone = base.middleware(({ next }) => next())
