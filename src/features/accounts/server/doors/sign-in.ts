import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { accountLimits, emailOf, isEmail, passwordText } from '../../policy.ts'
import { answer, bodyOf } from '../wire.ts'
import { type AuthParts, type Doors, endSession, headersFor, refuseTooMany, setCookies, tooMany } from './door.ts'
import { beginGuess } from './proof.ts'

const SignInBody = z.strictObject({ email: z.string(), password: z.string() })
const NoBody = z.strictObject({})

/** Signing in with address and password, signing out, and who is signed in. */
export const signInDoors = (parts: AuthParts): Doors => ({
  'sign-in/email': {
    method: 'POST',
    async open(request, { address }) {
      const { library, limiter } = parts
      const body = await bodyOf(request, SignInBody)
      const email = emailOf(body.email)
      const cookies = request.headers.get('cookie')
      const known = await knownDevice(parts, { email, cookies })
      const device = known?.device ?? null
      // Others behind the same address, or the same proxy, do not use up what the owner's browsers have together.
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
        // Replaced while it was looked at: the sessions of the old one were ended before this one was there.
        if ((await hashAt(parts, email)) !== before) {
          await parts.store.db.deleteFrom('auth_session').where('token', '=', response.token).execute()
          throw invalid()
        }
        await attempt.succeeded()
        await endSession(parts, request)
        const remembered = parts.devices.remember(cookies, { personId: response.user.id, hash: before ?? null })
        return answer({ message: 'You are signed in.' }, [...setCookies(headers, [parts.cookieName]), remembered])
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
      // The library would say "signed out" even if the store did not answer, so the session ends here first.
      await endSession(parts, request)
      const { headers } = await parts.library.api.signOut({ headers: headersFor(request, address), returnHeaders: true })
      return answer({ message: 'You are signed out.' }, setCookies(headers, [parts.cookieName]))
    },
  },
  'get-session': {
    method: 'GET',
    open: async (request) => answer({ viewer: await parts.viewerOf(request.headers.get('cookie')) }),
  },
})

/** This browser's id and the owner of this address, if they have signed in here before with the present password. */
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
    // Waits for whoever is replacing it.
    .forShare('auth_account')
    .executeTakeFirst()
  return account?.password
}

const invalid = () => new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' })
