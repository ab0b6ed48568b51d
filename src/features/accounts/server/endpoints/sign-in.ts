import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { accountLimits, emailOf, isEmail, passwordText } from '../../policy.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { type AuthParts, carriedJoin, type Endpoints, endSession, executeJoin, headersFor, refuseTooMany, setCookies, tooMany } from './endpoint.ts'
import { beginGuess } from './proof.ts'

const SignInBody = z.strictObject({ email: z.string(), password: z.string(), join: carriedJoin })
const NoBody = z.strictObject({})

/** Endpoints for signing in with address and password, signing out, and reading the session. */
export const signInEndpoints = (parts: AuthParts): Endpoints => ({
  'sign-in/email': {
    method: 'POST',
    async open(request, { address }) {
      const { library, limiter } = parts
      const body = await bodyOf(request, SignInBody)
      const email = emailOf(body.email)
      const cookies = request.headers.get('cookie')
      const known = await knownDevice(parts, { email, cookies })
      const device = known?.device ?? null
      // The owner's known browsers have a shared limit that others behind the same address or proxy cannot use up.
      await refuseTooMany(limiter, 'signIn', known ? `known browsers of ${known.personId}` : address)
      if (!isEmail(email) || body.password === '' || [...passwordText(body.password)].length > accountLimits.password) throw invalid()
      const attempt = await beginGuess(parts, { account: email, address, device })
      if (attempt.wait !== null) throw tooMany(attempt.wait)
      try {
        const before = await hashAt(parts, email)
        const { headers, response } = await library.api.signInEmail({
          body: { email, password: body.password },
          headers: headersFor(request, address),
          returnHeaders: true,
        })
        // The password was replaced during verification, and the old one's sessions were ended before this one existed.
        if ((await hashAt(parts, email)) !== before) {
          await parts.store.db.deleteFrom('auth_session').where('token', '=', response.token).execute()
          throw invalid()
        }
        await attempt.succeeded()
        await endSession(parts, request)
        await executeJoin(parts, { cookies, id: body.join, personId: response.user.id, email })
        const remembered = parts.devices.remember(cookies, { personId: response.user.id, hash: before ?? null })
        return jsonResponse({ message: 'You are signed in.' }, [...setCookies(headers, [parts.cookieName]), remembered])
      } catch (error) {
        if (error instanceof ORPCError && error.status === 401) throw error
        if (isAPIError(error) && error.statusCode === 401) throw invalid()
        await attempt.withdraw()
        throw error
      }
    },
  },
  'sign-out': {
    method: 'POST',
    async open(request, { address }) {
      await bodyOf(request, NoBody)
      // The library reports success even if the database fails, so the session is ended here first.
      await endSession(parts, request)
      await parts.joinIntentions.drop(parts.joinIntentions.tokenOf(request.headers.get('cookie')))
      const { headers } = await parts.library.api.signOut({ headers: headersFor(request, address), returnHeaders: true })
      return jsonResponse({ message: 'You are signed out.' }, setCookies(headers, [parts.cookieName]))
    },
  },
  'get-session': {
    method: 'GET',
    open: async (request) => jsonResponse({ viewer: await parts.viewerOf(request.headers.get('cookie')) }),
  },
})

/** This browser's id and the address's owner, if they have signed in here before with the current password. */
async function knownDevice({ store, devices }: AuthParts, { email, cookies }: { email: string; cookies: string | null }) {
  if (!devices.isSent(cookies)) return null
  const person = await store.db
    .selectFrom('person as p')
    .leftJoin('auth_account as a', (join) => join.onRef('a.person_id', '=', 'p.id').on('a.provider_id', '=', 'credential'))
    .select(['p.id', 'a.password'])
    .where('p.email', '=', email)
    .executeTakeFirst()
  const device = person ? devices.deviceOf(cookies, { personId: person.id, hash: person.password }) : null
  return person && device ? { device, personId: person.id } : null
}

async function hashAt({ store }: AuthParts, email: string): Promise<string | null | undefined> {
  const account = await store.db
    .selectFrom('auth_account')
    .innerJoin('person', 'person.id', 'auth_account.person_id')
    .select('auth_account.password')
    .where('person.email', '=', email)
    .where('provider_id', '=', 'credential')
    // Waits for a transaction that is replacing the password.
    .forShare('auth_account')
    .executeTakeFirst()
  return account?.password
}

const invalid = () => new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' })
