import { ORPCError } from '@orpc/server'
import type { Config } from '#platform/server/config.ts'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Limiter } from '#platform/server/http/limits.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { sessionCookie, sessionReader, tokenReader } from '#platform/server/session.ts'
import { isForDeleted } from '#platform/server/store/deleted-person.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { openBackgroundTasks } from './background-tasks.ts'
import { openPasswordChanger, type PasswordChanger } from './change-password.ts'
import { openDeviceCookies } from './device-cookie.ts'
import { changeEmailEndpoints } from './endpoints/change-email.ts'
import { confirmEndpoints } from './endpoints/confirm.ts'
import type { AuthParts, Caller, Endpoints } from './endpoints/endpoint.ts'
import { resetEndpoints } from './endpoints/reset.ts'
import { signInEndpoints } from './endpoints/sign-in.ts'
import { signUpEndpoints } from './endpoints/sign-up.ts'
import { socialEndpoints } from './endpoints/social.ts'
import { openHashing } from './hashing.ts'
import { openLetters } from './letters.ts'
import { authLibrary, stateCookie } from './library.ts'
import { mailResetLink } from './resetting.ts'
import { refusalResponse } from './response.ts'
import { openAttempts } from './sign-in-attempts.ts'
import { openIncoming } from './social/incoming.ts'
import { configuredWays } from './social/providers.ts'
import { openSuspensionReader } from './suspension.ts'
import { openTemporaryAddresses } from './temporary-addresses.ts'

type Options = {
  store: Store
  config: Pick<Config, 'isPublic' | 'authSecret' | 'providers' | 'countsWithoutMail' | 'temporaryDomains'>
  origin: string
  log: Log
  limiter: Limiter
  sessions: Sessions
  mail: MailQueue
  joinIntentions: AuthParts['joinIntentions']
  onConfirmed: AuthParts['onConfirmed']
  /** Ends the suspension of a person who signs in after its end. */
  onSuspensionOver: (personId: string) => Promise<void>
  isSignUpClosed?: () => boolean
}
export type Auth = {
  handle: (request: Request, caller: Caller) => Promise<Response>
  passwords: PasswordChanger
  /** Resolves when all background tasks have finished. */
  settled: () => Promise<void>
}

/** Handles everything below /api/auth. The library is reachable only through the handlers in `endpoints`, behind our own checks and limits. */
export function openAuth({
  store,
  config,
  origin,
  log,
  limiter,
  sessions,
  mail,
  joinIntentions,
  onConfirmed,
  onSuspensionOver,
  isSignUpClosed = () => false,
}: Options): Auth {
  const hashing = openHashing()
  const viewerOf = sessionReader({ pool: store.pool, secret: config.authSecret, isPublic: config.isPublic })
  const tokenOf = tokenReader({ secret: config.authSecret, isPublic: config.isPublic })
  const isTemporary = openTemporaryAddresses(config.temporaryDomains)
  const suspensionAt = openSuspensionReader({ db: store.db, onSuspensionOver })
  const judge = openIncoming({ db: store.db, viewerOf, tokenOf, sessions, isTemporary, isSignUpClosed, suspensionAt })
  const letters = openLetters({ origin })
  const { runInBackground, settled } = openBackgroundTasks(log)
  const parts: AuthParts = {
    store,
    log,
    limiter,
    sessions,
    hashing,
    devices: openDeviceCookies({ secret: config.authSecret, isPublic: config.isPublic }),
    attempts: openAttempts({ db: store.db, secret: config.authSecret }),
    library: authLibrary({ store, config, origin, log, hashing, judge, suspensionAt, onResetRequested: mailResetLink({ store, limiter, mail, letters }) }),
    mail,
    letters,
    countsAtOnce: config.countsWithoutMail,
    isTemporary,
    runInBackground,
    joinIntentions,
    onConfirmed,
    viewerOf,
    tokenOf,
    cookieName: sessionCookie(config.isPublic),
  }
  const ways = configuredWays(config.providers)
  const endpointByPath: Endpoints = {
    ...signUpEndpoints(parts),
    ...signInEndpoints(parts),
    ...confirmEndpoints(parts),
    ...resetEndpoints(parts),
    ...changeEmailEndpoints(parts),
    ...socialEndpoints({ ...parts, origin, ways, stateCookie: stateCookie(config.isPublic) }),
  }

  return {
    settled,
    passwords: openPasswordChanger(parts),
    async handle(request, caller) {
      const path = new URL(request.url).pathname.replace(/^\/api\/auth\//, '')
      const handler = Object.hasOwn(endpointByPath, path) ? endpointByPath[path] : undefined
      if (!handler) return refusalResponse(new ORPCError('NOT_FOUND', { message: 'Not found.' }))
      if (request.method !== handler.method) {
        return refusalResponse(new ORPCError('METHOD_NOT_ALLOWED', { status: 405, message: `This address only answers ${handler.method}.` }), {
          allow: handler.method,
        })
      }
      try {
        return await handler.open(request, caller)
      } catch (error) {
        if (error instanceof ORPCError) return refusalResponse(error)
        // The account was deleted between the check and the write.
        if (isForDeleted(error)) return refusalResponse(new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' }))
        throw error
      }
    },
  }
}
