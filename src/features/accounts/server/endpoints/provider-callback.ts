import { ORPCError } from '@orpc/server'
import { isId } from '#platform/id.ts'
import type { Viewer } from '#platform/viewer.ts'
import { safeReturnTo } from '../../return-to.ts'
import type { WayName, WayProblem } from '../../ways.ts'
import { refusedPath } from '../library.ts'
import { type AuthParts, type Endpoint, endSession, executeJoin, headersFor, setCookies } from './endpoint.ts'
import { passwordOf } from './proof.ts'

/** The page that opens after linking. */
export const settingsPath = '/settings?tab=connected-apps'

const joinParam = 'joining'

/** Adds the id of the form's join intention to the return path. */
export function withJoin(path: string, join: string | null): string {
  if (join === null) return path
  const [address = '', hash = ''] = path.split('#', 2)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [joinParam]: join })}${hash && `#${hash}`}`
}

/** Splits a return URL into its path and the id of the join intention. */
function splitJoin(url: URL): { path: string; join: string | null } {
  const rest = new URL(url)
  const join = rest.searchParams.get(joinParam)
  // Only if present: serialising the query again may change the encoding of other parameters.
  if (join !== null) rest.searchParams.delete(joinParam)
  return { path: `${rest.pathname}${rest.search}${rest.hash}`, join: join !== null && isId(join) ? join : null }
}

export type Parts = AuthParts & { origin: string; ways: readonly WayName[]; stateCookie: string }

/** The callback endpoint of another site: opens a session, links an account, or redirects to a page that explains the failure. */
export const callbackEndpoint = (parts: Parts, provider: WayName): Endpoint => ({
  method: 'GET',
  async open(request, { address }) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const before = request.headers.get('cookie')
    const viewer = await parts.viewerOf(before)
    const returned = await callLibrary(parts, { provider, query, headers: headersFor(request, address) })
    if (typeof returned === 'string') return onTo(problemAt(returned, { provider, isSignedIn: viewer !== null }))
    const cookies = setCookies(returned.headers, [parts.cookieName, parts.stateCookie])
    const location = new URL(returned.headers.get('location') ?? '/', parts.origin)
    if (location.pathname === refusedPath) {
      return onTo(refusedAt(location, { provider, isSignedIn: viewer !== null, origin: parts.origin }), cookies)
    }
    const isSignIn = cookies.some((cookie) => cookie.startsWith(`${parts.cookieName}=`))
    const isOpen = isSignIn ? await staysOpen(parts, { provider, cookies: cookies.join(';') }) : await staysLinked(parts, { provider, cookies: before, viewer })
    if (!isOpen) return onTo(problemAt('unexpected', { provider, isSignedIn: !isSignIn && viewer !== null }))
    if (isSignIn) await endSession(parts, request)
    const signedIn = isSignIn ? await parts.viewerOf(cookies.join(';')) : null
    if (signedIn) {
      const hash = (await passwordOf(parts.store.db, signedIn.id))?.hash ?? null
      cookies.push(parts.devices.remember(before, { personId: signedIn.id, hash }))
    }
    await countSignedIn(parts, isSignIn ? cookies.join(';') : before)
    const { path, join } = splitJoin(location)
    const email = signedIn && (await parts.store.db.selectFrom('person').select('email').where('id', '=', signedIn.id).executeTakeFirst())?.email
    const joined = signedIn && (await executeJoin(parts, { cookies: before, id: join, personId: signedIn.id, email: email ?? null }))
    return onTo(safeReturnTo(joined ?? path, parts.origin) ?? '/', cookies)
  },
})

/** The page that shows a problem. A signed-in person came from the settings and is not shown the sign-in page. */
const problemAt = (problem: WayProblem, { provider, isSignedIn }: { provider: WayName; isSignedIn: boolean }) =>
  `${isSignedIn ? `${settingsPath}&` : '/auth?'}${new URLSearchParams({ problem, provider })}`

/**
 * True if the account of the other site that just opened a session is still linked: the address's owner may have claimed the account
 * meanwhile. The row lock waits for a running claim; a session that was opened after it is ended.
 */
async function staysOpen(parts: Parts, { provider, cookies }: { provider: WayName; cookies: string }): Promise<boolean> {
  const token = parts.tokenOf(cookies)
  if (!token) return false
  const way = await parts.store.db
    .selectFrom('auth_account as a')
    .innerJoin('auth_session as s', 's.person_id', 'a.person_id')
    .select('a.id')
    .where('s.token', '=', token)
    .where('a.provider_id', '=', provider)
    .forShare('a')
    .executeTakeFirst()
  if (!way) await parts.sessions.endToken(token)
  return way !== undefined
}

/** The same for linking: true if the session that requested it still exists. Otherwise the new link is deleted. */
async function staysLinked(
  parts: Parts,
  { provider, cookies, viewer }: { provider: WayName; cookies: string | null; viewer: Viewer | null },
): Promise<boolean> {
  const token = parts.tokenOf(cookies)
  if (!viewer || !token) return false
  const session = await parts.store.db.selectFrom('auth_session').select('id').where('token', '=', token).forShare().executeTakeFirst()
  if (session) return true
  await parts.store.db.deleteFrom('auth_account').where('person_id', '=', viewer.id).where('provider_id', '=', provider).execute()
  return false
}

type Returned = { provider: WayName; query: Record<string, string>; headers: Headers }

/** Calls the library's callback. Returns its response, or a problem if it threw. */
async function callLibrary({ library, log }: Parts, { provider, query, headers }: Returned): Promise<Response | WayProblem> {
  try {
    return await library.api.callbackOAuth({ params: { id: provider }, query, method: 'GET', headers, asResponse: true })
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'ACCOUNT_SUSPENDED') return 'suspended'
    log.warn({ err: error }, 'the return from a sign-in at another site failed')
    return 'unexpected'
  }
}

const problemOf: Record<string, WayProblem> = {
  access_denied: 'denied',
  account_not_linked: 'known-address',
  account_already_linked_to_different_user: 'linked-elsewhere',
  account_suspended: 'suspended',
  address_temporary: 'temporary-address',
  sign_up_closed: 'closed',
  signed_out: 'signed-out',
  validation_failed: 'unexpected',
  internal_server_error: 'unexpected',
  unable_to_create_user: 'unexpected',
}

/** The page that explains a refusal, with the return path. A signed-in person came from the settings and is not shown the sign-in page. */
function refusedAt({ searchParams }: URL, { provider, isSignedIn, origin }: { provider: WayName; isSignedIn: boolean; origin: string }): string {
  // A suspension is followed by the id of its decision, with which the page asks for the reason.
  const [error = '', suspension = ''] = (searchParams.get('error') ?? '').split('.')
  const problem = problemOf[error] ?? 'connect'
  if (isSignedIn || searchParams.has('linking')) return problemAt(problem, { provider, isSignedIn: true })
  const reported = new URLSearchParams({ problem, provider })
  const { path, join } = splitJoin(new URL(safeReturnTo(searchParams.get('returnTo'), origin) ?? '/', origin))
  if (path !== '/') reported.set('returnTo', path)
  if (join) reported.set('join', join)
  if (isId(suspension)) reported.set('suspension', suspension)
  return `/auth?${reported}`
}

/** Counts the signed-in person if the other site has just confirmed the address. */
async function countSignedIn({ viewerOf, store, onConfirmed }: Parts, cookies: string | null) {
  const viewer = await viewerOf(cookies)
  if (!viewer || viewer.isCounted) return
  const { email_verified } = await store.db.selectFrom('person').select('email_verified').where('id', '=', viewer.id).executeTakeFirstOrThrow()
  if (email_verified) await onConfirmed(viewer.id)
}

function onTo(location: string, cookies: string[] = []): Response {
  const response = new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
