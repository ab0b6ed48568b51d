import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { betterAuth } from 'better-auth'
import type { Config } from '#platform/server/config.ts'
import type { Log } from '#platform/server/log.ts'
import { sessionCookie } from '#platform/server/session.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { isNoAddress, noAddress } from '../no-address.ts'
import { accountLimits } from '../policy.ts'
import type { Hashing } from './hashing.ts'
import type { openIncoming } from './social/incoming.ts'
import { newPerson } from './social/new-person.ts'
import { replacementProviders, socialProviders } from './social/providers.ts'
import { refuseSuspended, type SuspensionReader } from './suspension.ts'

/** Header with the caller's address as our limits see it. The same header from a client is never passed on. */
export const addressHeader = 'x-holdout-address'

const sessionSeconds = 30 * 24 * 3_600
export const resetSeconds = 3_600
const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

type Person = { id: string; email: string }

// Tokens of other sites are not stored: we use those sites only to identify people.
const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null, scope: null }

/** The library redirects refused people to this path; our endpoints read the code there and redirect to a page. */
export const refusedPath = '/auth/refused'
export const stateCookie = (isPublic: boolean) => (isPublic ? '__Host-holdout.state' : 'holdout.state')

type Options = {
  store: Store
  config: Pick<Config, 'isPublic' | 'authSecret' | 'providers'>
  origin: string
  log: Log
  hashing: Hashing
  judge: ReturnType<typeof openIncoming>
  suspensionAt: SuspensionReader
  onResetRequested: (person: Person, token: string) => Promise<void>
}

export type AuthLibrary = ReturnType<typeof authLibrary>

/** The authentication library over our tables. It is called by our own handlers; its router is not reachable. */
export function authLibrary({ store, config, origin, log, hashing, judge, suspensionAt, onResetRequested }: Options) {
  const cookie = { secure: config.isPublic, httpOnly: true, sameSite: 'lax', path: '/' } as const
  return betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    secret: config.authSecret,
    // A person and the first row in auth_account are inserted in one transaction.
    database: { db: store.db, type: 'postgres', transaction: true },
    onAPIError: { errorURL: `${origin}${refusedPath}` },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // The library logs errors that callers cause, such as an expired state or an unknown link. Real failures are thrown.
    logger: { level: 'error', log: (_level, message) => log.warn({ from: 'better-auth' }, message) },
    user: {
      modelName: 'person',
      fields: { name: 'full_name', emailVerified: 'email_verified', image: 'avatar_url', ...times },
      additionalFields: {
        email: {
          type: 'string',
          required: false,
          unique: true,
          transform: {
            input: (email) => (typeof email === 'string' && isNoAddress(email) ? null : email),
            output: (email) => email ?? noAddress('nobody'),
          },
        },
        firstName: { type: 'string', required: false, input: false, fieldName: 'first_name' },
        lastName: { type: 'string', required: false, input: false, fieldName: 'last_name' },
        displayName: { type: 'string', required: false, input: false, fieldName: 'display_name' },
        countingFrom: { type: 'date', required: false, input: false, fieldName: 'counting_from' },
      },
      validateUserInfo: judge,
    },
    socialProviders: socialProviders(config.providers),
    plugins: [replacementProviders(config.providers)],
    session: {
      modelName: 'auth_session',
      fields: { userId: 'person_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...times },
      expiresIn: sessionSeconds,
      // The session reader counts idle days itself.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'auth_account',
      fields: {
        userId: 'person_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
      // Without a signed-in person who requests the link, both sites must have confirmed the address; no provider is exempt.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, allowDifferentEmails: true, trustedProviders: [], updateUserInfoOnLink: false },
      updateAccountOnSignIn: false,
    },
    verification: { modelName: 'auth_verification', fields: { expiresAt: 'expires_at', ...times } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: accountLimits.passwordFrom,
      maxPasswordLength: accountLimits.password * 2,
      password: hashing,
      resetPasswordTokenExpiresIn: resetSeconds,
      sendResetPassword: ({ user, token }) => onResetRequested(user, token),
    },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: { ...user, ...newPerson(user) } }) } },
      account: {
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
      session: {
        create: {
          async before(session, context) {
            const person = await store.db.selectFrom('person').select('deleted_at').where('id', '=', session.userId).executeTakeFirst()
            await refuseSuspended(suspensionAt, session.userId)
            // The account was deleted after the password was verified.
            if (!person || person.deleted_at) throw new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' })
            return { data: { ...session, ipAddress: context?.headers?.get(addressHeader) ?? null, userAgent: (session.userAgent ?? '').slice(0, 300) } }
          },
        },
      },
    },
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { disableIpTracking: true },
      // Otherwise the library adds its own prefix to the cookie name.
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookie(config.isPublic), attributes: cookie },
        state: { name: stateCookie(config.isPublic), attributes: cookie },
      },
    },
  })
}
