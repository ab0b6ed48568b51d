import { ORPCError } from '@orpc/server'
import type { Config } from '#platform/server/config.ts'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Limiter } from '#platform/server/http/limits.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { sessionReader, tokenReader } from '#platform/server/session.ts'
import { isDeletedPersonError } from '#platform/server/store/deleted-person.ts'
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
import { openSessionStarter } from './new-session.ts'
import { refusalResponse } from './response.ts'
import { openAttempts } from './sign-in-attempts.ts'
import { openIdentities } from './social/identities.ts'
import { openOAuthFlows } from './social/oauth-flows.ts'
import { openOAuthClients } from './social/providers.ts'
import { openSuspensionReader } from './suspension.ts'
import { openTemporaryAddresses } from './temporary-addresses.ts'

type Options = {
  store: Store
  config: Pick<Config, 'isPublic' | 'authSecret' | 'providers' | 'countsWithoutMail' | 'temporaryDomains'>
  origin: string
  log: Log
  limiter: Limiter
  proofOfWork: AuthParts['proofOfWork']
  sessions: Sessions
  mail: MailQueue
  joinIntentions: AuthParts['joinIntentions']
  onConfirmed: AuthParts['onConfirmed']
  /** Ends the suspension of a person who signs in after its end. */
  onSuspensionOver: (personId: string) => Promise<void>
  /** Creates the token of a link to the statement of a suspension. */
  statementTokenOf: (decisionId: string) => Promise<string | null>
  isSignUpClosed?: () => boolean
  privateNameProblem?: AuthParts['privateNameProblem']
}
export type Auth = {
  handle: (request: Request, caller: Caller) => Promise<Response>
  passwords: PasswordChanger
  /** Resolves when all background tasks have finished. */
  settled: () => Promise<void>
}

/** Handles everything below /api/auth, by the handlers in `endpoints`. */
export function openAuth({
  store,
  config,
  origin,
  log,
  limiter,
  proofOfWork,
  sessions,
  mail,
  joinIntentions,
  onConfirmed,
  onSuspensionOver,
  statementTokenOf,
  isSignUpClosed = () => false,
  privateNameProblem = async () => null,
}: Options): Auth {
  const hashing = openHashing()
  const { isPublic, authSecret: secret, providers } = config
  const viewerOf = sessionReader({ pool: store.pool, secret, isPublic })
  const tokenOf = tokenReader({ secret, isPublic })
  const isTemporary = openTemporaryAddresses(config.temporaryDomains)
  const suspensionAt = openSuspensionReader({ db: store.db, onSuspensionOver, statementTokenOf })
  const letters = openLetters({ origin })
  const { runInBackground, settled } = openBackgroundTasks(log)
  const parts: AuthParts = {
    store,
    log,
    limiter,
    proofOfWork,
    sessions,
    hashing,
    devices: openDeviceCookies({ secret, isPublic }),
    attempts: openAttempts({ db: store.db, secret }),
    startSession: openSessionStarter({ db: store.db, secret, isPublic }),
    suspensionAt,
    mail,
    letters,
    countsAtOnce: config.countsWithoutMail,
    isTemporary,
    privateNameProblem,
    runInBackground,
    joinIntentions,
    onConfirmed,
    viewerOf,
    tokenOf,
    isPublic,
  }
  const social = {
    clients: openOAuthClients(providers, origin),
    flows: openOAuthFlows({ db: store.db, isPublic }),
    identities: openIdentities({ db: store.db, viewerOf, tokenOf, sessions, isTemporary, isSignUpClosed, privateNameProblem, suspensionAt }),
  }
  const endpointByPath: Endpoints = {
    ...signUpEndpoints(parts),
    ...signInEndpoints({ ...parts, origin }),
    ...confirmEndpoints(parts),
    ...resetEndpoints(parts),
    ...changeEmailEndpoints(parts),
    ...socialEndpoints({ ...parts, ...social, origin }),
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
        if (isDeletedPersonError(error)) return refusalResponse(new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' }))
        throw error
      }
    },
  }
}
