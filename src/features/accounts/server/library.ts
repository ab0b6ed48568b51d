import { ORPCError } from '@orpc/server'
import { betterAuth } from 'better-auth'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '#platform/server/config.ts'
import type { Log } from '#platform/server/log.ts'
import { sessionCookie } from '#platform/server/session.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { accountLimits } from '../policy.ts'
import type { Hashing } from './hashing.ts'

/** The caller's address as our limits see it; what clients send under this name never gets here. */
export const addressHeader = 'x-holdout-address'

const sessionSeconds = 30 * 24 * 3_600
const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

type Given = { store: Store; config: Pick<Config, 'isPublic' | 'authSecret'>; origin: string; log: Log; hashing: Hashing }

/** The authentication library over our tables. It is called by our own handlers; its router is not reachable. */
export function authLibrary({ store, config, origin, log, hashing }: Given) {
  return betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    secret: config.authSecret,
    database: { db: store.db, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ from: 'better-auth' }, message) },
    user: { modelName: 'person', fields: { name: 'full_name', emailVerified: 'email_verified', image: 'avatar_url', ...times } },
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
    },
    verification: { modelName: 'auth_verification', fields: { expiresAt: 'expires_at', ...times } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: accountLimits.passwordFrom,
      maxPasswordLength: accountLimits.password * 2,
      password: hashing,
    },
    databaseHooks: {
      session: {
        create: {
          async before(session, context) {
            const person = await store.db.selectFrom('person').select('suspended_at').where('id', '=', session.userId).executeTakeFirst()
            if (person?.suspended_at) throw new ORPCError('ACCOUNT_SUSPENDED', { status: 403, message: 'This account is suspended.' })
            return { data: { ...session, ipAddress: context?.headers?.get(addressHeader) ?? null, userAgent: (session.userAgent ?? '').slice(0, 300) } }
          },
        },
      },
    },
    advanced: {
      database: { generateId: () => uuidv7(), validateSchema: false },
      ipAddress: { disableIpTracking: true },
      // Otherwise the library puts a prefix of its own before our name.
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookie(config.isPublic), attributes: { secure: config.isPublic, httpOnly: true, sameSite: 'lax', path: '/' } },
      },
    },
  })
}
