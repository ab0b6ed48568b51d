import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import type { Limiter } from '#platform/server/http/limits.ts'
import type { Log } from '#platform/server/log.ts'
import { sessionCookie, sessionReader, tokenReader } from '#platform/server/session.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { isCleanText } from '#platform/text.ts'
import { accountLimits, emailOf, isEmail, passwordText } from '../policy.ts'
import { openHashing } from './hashing.ts'
import { addressHeader, authLibrary } from './library.ts'
import { openAttempts } from './sign-in-attempts.ts'
import { signedUp, signUp, tooMany } from './sign-up.ts'
import { answer, bodyOf, refused } from './wire.ts'

type Given = {
  store: Store
  config: Pick<Config, 'isPublic' | 'authSecret'>
  origin: string
  log: Log
  limiter: Limiter
  /** Hears who has confirmed an address, perhaps more than once; confirming ends when it does. */
  onConfirmed: (personId: string) => Promise<unknown>
}
type Caller = { address: string }
export type Auth = { handle: (request: Request, caller: Caller) => Promise<Response> }

const SignUpBody = z.strictObject({
  name: z.string().default(''),
  email: z.string().default(''),
  username: z
    .string()
    .nullish()
    .transform((username) => username ?? ''),
  password: z.string().default(''),
})
const SignInBody = z.strictObject({ email: z.string(), password: z.string() })
const ConfirmBody = z.strictObject({ token: z.string().max(2_000) })
const NoBody = z.strictObject({})

/** Everything below /api/auth. Of the library only what stands in `doors` is reachable, behind our checks and limits. */
export function openAuth({ store, config, origin, log, limiter, onConfirmed }: Given): Auth {
  const hashing = openHashing()
  const attempts = openAttempts()
  const library = authLibrary({ store, config, origin, log, hashing })
  const viewerOf = sessionReader({ pool: store.pool, secret: config.authSecret, isPublic: config.isPublic })
  const tokenOf = tokenReader({ secret: config.authSecret, isPublic: config.isPublic })
  const cookieName = sessionCookie(config.isPublic)

  /** What the library is told of a request: nothing that a client could pretend with. */
  function headersFor(request: Request, address: string): Headers {
    const headers = new Headers({ [addressHeader]: address })
    for (const name of ['cookie', 'user-agent']) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return headers
  }

  const ownCookies = (headers: Headers) => headers.getSetCookie().filter((cookie) => cookie.startsWith(`${cookieName}=`))

  async function endSession(request: Request): Promise<void> {
    const token = tokenOf(request.headers.get('cookie'))
    if (token) await store.db.deleteFrom('auth_session').where('token', '=', token).execute()
  }

  /** Whether the token is from one of our mails; its address is confirmed then. */
  async function isConfirmed(token: string): Promise<boolean> {
    try {
      await library.api.verifyEmail({ query: { token } })
      return true
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return false
      throw error
    }
  }

  const doors: Record<string, { method: string; open: (request: Request, caller: Caller) => Promise<Response> }> = {
    'sign-up/email': {
      method: 'POST',
      async open(request, { address }) {
        const body = await bodyOf(request, SignUpBody)
        await signUp({
          store,
          hashing,
          body,
          async allowed() {
            const wait = await limiter.take('signUp', address)
            if (wait !== null) throw tooMany(wait)
          },
        })
        return answer(signedUp)
      },
    },
    'sign-in/email': {
      method: 'POST',
      async open(request, { address }) {
        const body = await bodyOf(request, SignInBody)
        const wait = await limiter.take('signIn', address)
        if (wait !== null) throw tooMany(wait)
        const email = emailOf(body.email)
        if (!isEmail(email) || body.password === '' || [...passwordText(body.password)].length > accountLimits.password) throw invalid()
        const attempt = attempts.begin(email)
        if (attempt.wait !== null) throw tooMany(attempt.wait)
        try {
          const { headers } = await library.api.signInEmail({
            body: { email, password: body.password },
            headers: headersFor(request, address),
            returnHeaders: true,
          })
          attempt.succeeded()
          await endSession(request)
          return answer({ message: 'You are signed in.' }, ownCookies(headers))
        } catch (error) {
          if (isAPIError(error) && error.statusCode === 401) throw invalid()
          attempt.withdraw()
          throw error
        }
      },
    },
    'sign-out': {
      method: 'POST',
      async open(request, { address }) {
        await bodyOf(request, NoBody)
        // The library would say "signed out" even if the store did not answer, so the session ends here first.
        await endSession(request)
        const { headers } = await library.api.signOut({ headers: headersFor(request, address), returnHeaders: true })
        return answer({ message: 'You are signed out.' }, ownCookies(headers))
      },
    },
    // A POST, so that a mail scanner that opens every link confirms nothing.
    'verify-email': {
      method: 'POST',
      async open(request, { address }) {
        const { token } = await bodyOf(request, ConfirmBody)
        const wait = await limiter.take('signIn', address)
        if (wait !== null) throw tooMany(wait)
        // Looked up before the token is believed: a suspended person's address stays as it is.
        const person = await store.db
          .selectFrom('person')
          .select('id')
          .where('email', '=', addressIn(token))
          .where('suspended_at', 'is', null)
          .executeTakeFirst()
        if (!person || !(await isConfirmed(token))) throw badLink()
        await onConfirmed(person.id)
        return answer({ message: 'Your e-mail address is confirmed.' })
      },
    },
    'get-session': {
      method: 'GET',
      open: async (request) => answer({ viewer: await viewerOf(request.headers.get('cookie')) }),
    },
  }

  return {
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
        throw error
      }
    },
  }
}

const invalid = () => new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid e-mail or password' })
const badLink = () => new ORPCError('INVALID_TOKEN', { status: 400, message: 'This link is not valid or has expired.' })

/** The address that a token speaks of, whoever made it; empty for what is no token. */
function addressIn(token: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const { email, updateTo }: { email?: unknown; updateTo?: unknown } = Object(payload)
    return typeof email === 'string' && updateTo === undefined && isCleanText(email) ? email.toLowerCase() : ''
  } catch {
    return ''
  }
}
