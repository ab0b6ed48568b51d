import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { isId } from '#platform/id.ts'
import type { Sessions } from '#platform/server/end-sessions.ts'
import { browserOf } from '#platform/server/http/browser.ts'
import type { Limiter, LimitName } from '#platform/server/http/limits.ts'
import type { ProofOfWork } from '#platform/server/http/proof-of-work.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { DeviceCookies } from '../device-cookie.ts'
import type { Hashing } from '../hashing.ts'
import type { Letters } from '../letters.ts'
import type { SessionStarter } from '../new-session.ts'
import type { Attempts } from '../sign-in-attempts.ts'
import type { PrivateNameCheck } from '../sign-up.ts'
import type { SuspensionReader } from '../suspension.ts'
import type { IsTemporary } from '../temporary-addresses.ts'

export type Caller = { address: string }

/** An endpoint below /api/auth. It refuses by throwing an ORPCError. */
export type Endpoint = { method: 'GET' | 'POST'; open: (request: Request, caller: Caller) => Promise<Response> }
export type Endpoints = Record<string, Endpoint>

/** The origin of a join (pledges/holding). */
type JoinCaller = { address: string; browser: string }
type Carried = { cookies: string | null; id: string; personId: string; email: string | null; caller: JoinCaller }

/** The operations of pledges/server/intentions.ts that sign-up and sign-in use. */
type JoinIntentions = {
  tokenOf: (cookies: string | null) => string | null
  recordForm: (tx: Tx, form: { cookies: string | null; id: string | null; personId: string; openSeconds: number | null }) => Promise<void>
  joinNew: (tx: Tx, carried: Carried) => Promise<() => void>
  execute: (carried: Carried) => Promise<string | null>
  drop: (token: string | null) => Promise<void>
  dropWaiting: (tx: Tx, unwanted: { personId: string; campaignIds: string[] }) => Promise<void>
}

/** The dependencies of the endpoints. */
export type AuthParts = {
  store: Store
  log: Log
  limiter: Limiter
  proofOfWork: ProofOfWork
  sessions: Sessions
  hashing: Hashing
  attempts: Attempts
  devices: DeviceCookies
  mail: MailQueue
  letters: Letters
  /** True if accounts count immediately because the site sends no mail (config.ts). */
  countsAtOnce: boolean
  isTemporary: IsTemporary
  privateNameProblem: PrivateNameCheck
  /** Starts a background task. No response waits for it, so response times do not show who has an account. */
  runInBackground: (work: () => Promise<unknown>) => void
  startSession: SessionStarter
  suspensionAt: SuspensionReader
  /** Campaigns that visitors chose to join before they signed up or in. */
  joinIntentions: JoinIntentions
  /** Called when a person has confirmed an address, possibly more than once. The confirming request waits for it. */
  onConfirmed: (personId: string) => Promise<unknown>
  viewerOf: (cookies: string | null) => Promise<Viewer | null>
  /** The session token in a request's cookies, or null if it is not signed by us. */
  tokenOf: (cookies: string | null) => string | null
  isPublic: boolean
}

/** Id of the join intention in the form's page address. Any other text becomes null. */
export const carriedJoin = z
  .string()
  .nullish()
  .transform((join) => (join && isId(join) ? join : null))

export const callerOf = (request: Request, address: string): JoinCaller => ({ address, browser: browserOf((name) => request.headers.get(name)) })

/** Ends the session of this request. */
export async function endSession({ sessions, tokenOf }: Pick<AuthParts, 'sessions' | 'tokenOf'>, request: Request): Promise<void> {
  const token = tokenOf(request.headers.get('cookie'))
  if (token) await sessions.endToken(token)
}

/**
 * Joins the campaign that the sign-in form carries, and returns the path to go back to. A failure does not prevent signing in: the campaign's
 * page then asks again.
 */
export async function executeJoin(
  { joinIntentions, log }: Pick<AuthParts, 'joinIntentions' | 'log'>,
  { id, ...carried }: Omit<Carried, 'id'> & { id: string | null },
): Promise<string | null> {
  if (id === null) return null
  return joinIntentions.execute({ ...carried, id }).catch((error: unknown) => {
    log.warn({ err: error }, 'a pending join could not be completed after sign-in')
    return null
  })
}

/** Throws if this caller has exceeded the named limit. */
export async function refuseTooMany(limiter: Limiter, name: LimitName, caller: string): Promise<void> {
  const wait = await limiter.take(name, caller)
  if (wait !== null) throw tooMany(wait)
}

export const signInFirst = () => new ORPCError('UNAUTHORIZED', { message: 'Sign in first.' })
export const badLink = () => new ORPCError('INVALID_TOKEN', { status: 400, message: 'This link is not valid or has expired.' })

export const tooMany = (seconds: number) =>
  new ORPCError('TOO_MANY_REQUESTS', { status: 429, message: 'Too many attempts. Try again later.', data: { retryAfter: seconds } })
