import { ORPCError } from '@orpc/server'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Limiter, LimitName } from '#platform/server/http/limits.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailDesk } from '#platform/server/mail/mail-desk.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { DeviceCookies } from '../device-cookie.ts'
import type { Hashing } from '../hashing.ts'
import type { Letters } from '../letters.ts'
import { type AuthLibrary, addressHeader } from '../library.ts'
import type { Attempts } from '../sign-in-attempts.ts'

export type Caller = { address: string }

/** One address below /api/auth; it refuses by throwing an ORPCError. */
export type Door = { method: 'GET' | 'POST'; open: (request: Request, caller: Caller) => Promise<Response> }
export type Doors = Record<string, Door>

/** What the doors work with. */
export type AuthParts = {
  store: Store
  log: Log
  limiter: Limiter
  sessions: Sessions
  hashing: Hashing
  attempts: Attempts
  devices: DeviceCookies
  mail: MailDesk
  letters: Letters
  /** Accounts count from their first moment, because no mail goes out (config.ts). */
  countsAtOnce: boolean
  /** Work that no answer waits for, so that its length tells nobody who has an account. */
  beside: (work: () => Promise<unknown>) => void
  library: AuthLibrary
  /** Hears who has confirmed an address, perhaps more than once; confirming ends when it does. */
  onConfirmed: (personId: string) => Promise<unknown>
  /** Hears, within the transaction that holds the person, of an address that counted and is given up for another. */
  onAddressLeft: (tx: Tx, left: { personId: string; email: string }) => Promise<void>
  viewerOf: (cookies: string | null) => Promise<Viewer | null>
  /** The token of the session in a request's cookies, if we signed it. */
  tokenOf: (cookies: string | null) => string | null
  cookieName: string
}

/** What the library is told of a request: nothing that a client could pretend with. */
export function headersFor(request: Request, address: string): Headers {
  const headers = new Headers({ [addressHeader]: address })
  for (const name of ['cookie', 'user-agent']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/** Of the cookies that the library sets, those with these names. */
export const setCookies = (headers: Headers, names: readonly string[]) =>
  headers.getSetCookie().filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)))

/** Ends the session that the request came with. */
export async function endSession({ sessions, tokenOf }: Pick<AuthParts, 'sessions' | 'tokenOf'>, request: Request): Promise<void> {
  const token = tokenOf(request.headers.get('cookie'))
  if (token) await sessions.endToken(token)
}

/** Throws when this caller did the named thing too often. */
export async function refuseTooMany(limiter: Limiter, name: LimitName, caller: string): Promise<void> {
  const wait = await limiter.take(name, caller)
  if (wait !== null) throw tooMany(wait)
}

export const signInFirst = () => new ORPCError('UNAUTHORIZED', { message: 'Sign in first.' })
export const badLink = () => new ORPCError('INVALID_TOKEN', { status: 400, message: 'This link is not valid or has expired.' })

export const tooMany = (seconds: number) =>
  new ORPCError('TOO_MANY_REQUESTS', { status: 429, message: 'Too many tries. Try again later.', data: { retryAfter: seconds } })
