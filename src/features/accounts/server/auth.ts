import { ORPCError } from '@orpc/server'
import type { Config } from '#platform/server/config.ts'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Limiter } from '#platform/server/http/limits.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailDesk } from '#platform/server/mail/mail-desk.ts'
import { sessionCookie, sessionReader, tokenReader } from '#platform/server/session.ts'
import { isForDeleted } from '#platform/server/store/deleted-person.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { openBeside } from './beside.ts'
import { openPasswordDesk, type PasswordDesk } from './change-password.ts'
import { openDeviceCookies } from './device-cookie.ts'
import { changeEmailDoors } from './doors/change-email.ts'
import { confirmDoors } from './doors/confirm.ts'
import type { AuthParts, Caller, Doors } from './doors/door.ts'
import { resetDoors } from './doors/reset.ts'
import { signInDoors } from './doors/sign-in.ts'
import { signUpDoors } from './doors/sign-up.ts'
import { socialDoors } from './doors/social.ts'
import { openHashing } from './hashing.ts'
import { openLetters } from './letters.ts'
import { authLibrary, stateCookie } from './library.ts'
import { resetAsked } from './resetting.ts'
import { openAttempts } from './sign-in-attempts.ts'
import { openIncoming } from './social/incoming.ts'
import { configuredWays } from './social/providers.ts'
import { refused } from './wire.ts'

type Given = {
  store: Store
  config: Pick<Config, 'isPublic' | 'authSecret' | 'providers' | 'countsWithoutMail'>
  origin: string
  log: Log
  limiter: Limiter
  sessions: Sessions
  mail: MailDesk
  onConfirmed: AuthParts['onConfirmed']
  onAddressLeft: AuthParts['onAddressLeft']
}
export type Auth = {
  handle: (request: Request, caller: Caller) => Promise<Response>
  passwords: PasswordDesk
  /** Ends when the work that no answer waited for is done. */
  settled: () => Promise<void>
}

/** Everything below /api/auth. Of the library only what stands in `doors` is reachable, behind our checks and limits. */
export function openAuth({ store, config, origin, log, limiter, sessions, mail, onConfirmed, onAddressLeft }: Given): Auth {
  const hashing = openHashing()
  const viewerOf = sessionReader({ pool: store.pool, secret: config.authSecret, isPublic: config.isPublic })
  const tokenOf = tokenReader({ secret: config.authSecret, isPublic: config.isPublic })
  const judge = openIncoming({ db: store.db, viewerOf, tokenOf, sessions })
  const letters = openLetters({ origin })
  const { beside, settled } = openBeside(log)
  const parts: AuthParts = {
    store,
    log,
    limiter,
    sessions,
    hashing,
    devices: openDeviceCookies({ secret: config.authSecret, isPublic: config.isPublic }),
    attempts: openAttempts({ db: store.db, secret: config.authSecret }),
    library: authLibrary({ store, config, origin, log, hashing, judge, onResetAsked: resetAsked({ store, mail, letters }) }),
    mail,
    letters,
    countsAtOnce: config.countsWithoutMail,
    beside,
    onConfirmed,
    onAddressLeft,
    viewerOf,
    tokenOf,
    cookieName: sessionCookie(config.isPublic),
  }
  const ways = configuredWays(config.providers)
  const doors: Doors = {
    ...signUpDoors(parts),
    ...signInDoors(parts),
    ...confirmDoors(parts),
    ...resetDoors(parts),
    ...changeEmailDoors(parts),
    ...socialDoors({ ...parts, origin, ways, stateCookie: stateCookie(config.isPublic) }),
  }

  return {
    settled,
    passwords: openPasswordDesk(parts),
    async handle(request, caller) {
      const path = new URL(request.url).pathname.replace(/^\/api\/auth\//, '')
      const door = Object.hasOwn(doors, path) ? doors[path] : undefined
      if (!door) return refused(new ORPCError('NOT_FOUND', { message: 'Not found.' }))
      if (request.method !== door.method) {
        return refused(new ORPCError('METHOD_NOT_ALLOWED', { status: 405, message: `This address only answers ${door.method}.` }), { allow: door.method })
      }
      try {
        return await door.open(request, caller)
      } catch (error) {
        if (error instanceof ORPCError) return refused(error)
        // Left between the look at the account and what was to be written for it.
        if (isForDeleted(error)) return refused(new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' }))
        throw error
      }
    },
  }
}
