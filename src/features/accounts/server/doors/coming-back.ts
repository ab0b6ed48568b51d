import { ORPCError } from '@orpc/server'
import type { Viewer } from '#platform/viewer.ts'
import { safeReturnTo } from '../../return-to.ts'
import type { WayName, WayProblem } from '../../ways.ts'
import { refusedPath } from '../library.ts'
import { type AuthParts, type Door, endSession, headersFor, setCookies } from './door.ts'
import { passwordOf } from './proof.ts'

/** Where people come back to from linking. */
export const settingsPath = '/settings?tab=connected-apps'

export type Parts = AuthParts & { origin: string; ways: readonly WayName[]; stateCookie: string }

/** Where another site sends people back to: a session, a linked account, or a page that tells why not. */
export const comingBack = (parts: Parts, provider: WayName): Door => ({
  method: 'GET',
  async open(request, { address }) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const before = request.headers.get('cookie')
    const viewer = await parts.viewerOf(before)
    const returned = await cameBack(parts, { provider, query, headers: headersFor(request, address) })
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
    await countWhoIsIn(parts, isSignIn ? cookies.join(';') : before)
    return onTo(safeReturnTo(`${location.pathname}${location.search}${location.hash}`, parts.origin) ?? '/', cookies)
  },
})

/** Where somebody is told what went wrong; who is signed in sees no sign-in page, and came from the settings. */
const problemAt = (problem: WayProblem, { provider, isSignedIn }: { provider: WayName; isSignedIn: boolean }) =>
  `${isSignedIn ? `${settingsPath}&` : '/auth?'}${new URLSearchParams({ problem, provider })}`

/**
 * Whether the way that just opened a session still is one: the owner of the address may have claimed the account meanwhile.
 * Waits for a claim under way; a session that came after it ends.
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

/** The same for what was linked: the session in which it was asked for must have lasted until it was. */
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

/** What the library makes of it; a problem where it refused by throwing. */
async function cameBack({ library, log }: Parts, { provider, query, headers }: Returned): Promise<Response | WayProblem> {
  try {
    return await library.api.callbackOAuth({ params: { id: provider }, query, method: 'GET', headers, asResponse: true })
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'ACCOUNT_SUSPENDED') return 'suspended'
    log.warn({ err: error }, 'coming back from another site failed')
    return 'unexpected'
  }
}

const problemOf: Record<string, WayProblem> = {
  access_denied: 'denied',
  account_not_linked: 'known-address',
  account_already_linked_to_different_user: 'linked-elsewhere',
  account_suspended: 'suspended',
  signed_out: 'signed-out',
  validation_failed: 'unexpected',
  internal_server_error: 'unexpected',
  unable_to_create_user: 'unexpected',
}

/** The page that tells why, with the way back that was kept. Who is signed in sees no sign-in page, and came from the settings. */
function refusedAt({ searchParams }: URL, { provider, isSignedIn, origin }: { provider: WayName; isSignedIn: boolean; origin: string }): string {
  const problem = problemOf[searchParams.get('error') ?? ''] ?? 'connect'
  if (isSignedIn || searchParams.has('linking')) return problemAt(problem, { provider, isSignedIn: true })
  const told = new URLSearchParams({ problem, provider })
  const returnTo = safeReturnTo(searchParams.get('returnTo'), origin)
  if (returnTo && returnTo !== '/') told.set('returnTo', returnTo)
  return `/auth?${told}`
}

/** An address that was proved on the way counts, if it did not yet. */
async function countWhoIsIn({ viewerOf, store, onConfirmed }: Parts, cookies: string | null) {
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
