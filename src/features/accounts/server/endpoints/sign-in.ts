import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { noSession } from '#platform/server/session.ts'
import { emailOf, isEmail, passwordText } from '../../policy.ts'
import { safeReturnTo } from '../../return-to.ts'
import { accountLimits } from '../../terms.ts'
import { bodyOf, formOf, jsonResponse, redirect } from '../response.ts'
import { refuseSuspended } from '../suspension.ts'
import { type AuthParts, type Caller, callerOf, carriedJoin, type Endpoints, endSession, executeJoin, refuseTooMany, tooMany } from './endpoint.ts'
import { beginGuess } from './proof.ts'

const SignInBody = z.strictObject({ email: z.string(), password: z.string(), join: carriedJoin })
const SignInForm = SignInBody.extend({ returnTo: z.string().default('') })
const NoBody = z.strictObject({})

/** Endpoints for signing in with address and password, signing out, and reading the session. */
export const signInEndpoints = (parts: AuthParts & { origin: string }): Endpoints => ({
  'sign-in/email': {
    method: 'POST',
    async open(request, caller) {
      const cookies = await signIn(parts, { request, caller, body: await bodyOf(request, SignInBody) })
      return jsonResponse({ message: 'You are signed in.' }, cookies)
    },
  },
  /** The form of /auth, which the browser submits until the page is hydrated. */
  'sign-in/form': {
    method: 'POST',
    async open(request, caller) {
      const { returnTo, ...body } = await formOf(request, SignInForm)
      try {
        const cookies = await signIn(parts, { request, caller, body })
        return redirect(safeReturnTo(returnTo, parts.origin) ?? '/', cookies)
      } catch (error) {
        if (!(error instanceof ORPCError)) throw error
        const { decisionId, statementToken } = Object(error.data)
        const back = { refused: error.code, suspension: decisionId, statement: statementToken, returnTo, join: body.join }
        return redirect(`/auth?${new URLSearchParams(Object.entries(back).filter(([, text]) => text))}`)
      }
    },
  },
  'sign-out': {
    method: 'POST',
    async open(request) {
      await bodyOf(request, NoBody)
      await endSession(parts, request)
      await parts.joinIntentions.drop(parts.joinIntentions.tokenOf(request.headers.get('cookie')))
      return jsonResponse({ message: 'You are signed out.' }, [noSession(parts.isPublic)])
    },
  },
  'get-session': {
    method: 'GET',
    open: async (request) => jsonResponse({ viewer: await parts.viewerOf(request.headers.get('cookie')) }),
  },
})

type SignIn = { request: Request; caller: Caller; body: z.output<typeof SignInBody> }

/** Signs in and returns the cookies to set. */
async function signIn(parts: AuthParts, { request, caller: { address }, body }: SignIn): Promise<string[]> {
  const email = emailOf(body.email)
  const cookies = request.headers.get('cookie')
  const known = await knownDevice(parts, { email, cookies })
  const device = known?.device ?? null
  // The owner's known browsers have a shared limit that others behind the same address or proxy cannot use up.
  await refuseTooMany(parts.limiter, 'signIn', known ? `known browsers of ${known.personId}` : address)
  if (!isEmail(email) || body.password === '' || [...passwordText(body.password)].length > accountLimits.password) throw invalid()
  const attempt = await beginGuess(parts, { account: email, address, device })
  if (attempt.wait !== null) throw tooMany(attempt.wait)
  try {
    const { personId, hash } = await rightPassword(parts, { email, password: body.password })
    await refuseSuspended(parts.suspensionAt, personId)
    const session = await parts.startSession(personId, request, address)
    // The password was replaced during verification, and the old one's sessions were ended before this one existed.
    if ((await credentialAt(parts, email))?.password !== hash) {
      await parts.sessions.endToken(session.token)
      throw invalid()
    }
    await attempt.succeeded()
    await endSession(parts, request)
    await executeJoin(parts, { cookies, id: body.join, personId, email, caller: callerOf(request, address) })
    return [session.cookie, parts.devices.remember(cookies, { personId, hash })]
  } catch (error) {
    if (error instanceof ORPCError && error.status === 401) throw error
    await attempt.withdraw()
    throw error
  }
}

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

/** Verifies the password. An unknown address takes as long as a wrong password, so the time does not show who has an account. */
async function rightPassword(parts: AuthParts, { email, password }: { email: string; password: string }): Promise<{ personId: string; hash: string }> {
  const credential = await credentialAt(parts, email)
  if (!credential?.password) {
    await parts.hashing.hash(password)
    throw invalid()
  }
  if (!(await parts.hashing.verify({ hash: credential.password, password }))) throw invalid()
  return { personId: credential.person_id, hash: credential.password }
}

async function credentialAt({ store }: AuthParts, email: string) {
  return (
    store.db
      .selectFrom('auth_account')
      .innerJoin('person', 'person.id', 'auth_account.person_id')
      .select(['auth_account.person_id', 'auth_account.password'])
      .where('person.email', '=', email)
      .where('provider_id', '=', 'credential')
      // Waits for a transaction that is replacing the password.
      .forShare('auth_account')
      .executeTakeFirst()
  )
}

const invalid = () => new ORPCError('INVALID_CREDENTIALS', { status: 401, message: 'Invalid email or password' })
