import { ORPCError, os } from '@orpc/server'
import { m } from '#messages'
import { confirmFirst } from '../refusal.ts'
import type { Viewer } from '../viewer.ts'
import type { Sessions } from './end-sessions.ts'
import type { PagesChanged } from './http/page-changes.ts'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { MailboxKeys } from './mailbox-keys.ts'
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
  /** The same address if it is confirmed, else null: anybody can write a stranger's address into an account. */
  confirmedEmail: string | null
  /** False on a public site without mail, where nobody can confirm an address. */
  confirmsAddresses: boolean
  /** By these hashes the bans and mutes of a community recognize a mailbox. */
  communityKeys: MailboxKeys
  sessions: Sessions
  pagesChanged: PagesChanged
  request: RequestFacts
  answer: AnswerFacts
}

export type RequestFacts = {
  id: string
  /** The client's network address for rate limits. Behind trusted proxies it comes from their header only. */
  address: string
  /** Headers in which browsers differ (http/browser.ts). */
  browser: string
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

/** Requires a signed-in viewer whose address is confirmed. */
export const confirmed = base.middleware(({ context, next }) => {
  if (!context.viewer) throw notSignedIn()
  requireConfirmed({ ...context, viewer: context.viewer })
  return next({ context: { viewer: context.viewer } })
})

/**
 * Throws for an unconfirmed person, for acts that others see: otherwise a script could act with the addresses of strangers. On a site where
 * nobody can confirm an address, everybody may act.
 */
export function requireConfirmed({ viewer, confirmsAddresses }: Pick<RequestContext, 'confirmsAddresses'> & { viewer: Viewer }): void {
  if (!viewer.isCounted && confirmsAddresses) throw unconfirmed()
}

const { status, message } = confirmFirst.CONFIRM_EMAIL_FIRST
export const unconfirmed = () => new ORPCError('CONFIRM_EMAIL_FIRST', { status, message, defined: true, data: { text: m.error_confirm_first() } })

/** Marks a procedure as public on purpose. */
export const anyone = base.middleware(({ next }) => next())
