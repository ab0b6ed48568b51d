import type { Viewer } from '#platform/viewer.ts'
import { safeReturnTo } from '../../return-to.ts'
import type { WayName } from '../../ways.ts'
import type { Identities, Identity, Refused } from '../social/identities.ts'
import type { Flow, OAuthFlows } from '../social/oauth-flows.ts'
import type { OAuthClient } from '../social/providers.ts'
import { type AuthParts, callerOf, type Endpoint, endSession, executeJoin } from './endpoint.ts'
import { passwordOf } from './proof.ts'

/** The page that opens after linking. */
const settingsPath = '/settings?tab=connected-apps'

/** `clients`: those of the providers that this site has credentials for. */
export type Parts = AuthParts & { origin: string; clients: Map<WayName, OAuthClient>; flows: OAuthFlows; identities: Identities }

type Callback = { request: Request; address: string; flow: Flow }
type Done = Refused | { path: string; cookies: string[] }

/** The callback endpoint of another site: starts a session, links an account, or redirects to a page that explains the failure. */
export const callbackEndpoint = (parts: Parts, provider: WayName, client: OAuthClient): Endpoint => ({
  method: 'GET',
  async open(request, { address }) {
    const cookies = request.headers.get('cookie')
    const flow = await parts.flows.take(new URL(request.url).searchParams.get('state'), cookies)
    const viewer = await parts.viewerOf(cookies)
    const done = await finish(parts, { provider, client, request, address, flow }).catch((error: unknown): Refused => {
      parts.log.warn({ err: error }, 'the return from a sign-in at another site failed')
      return { problem: 'unexpected' }
    })
    if ('problem' in done) return redirectTo(problemPage(done, { provider, flow, viewer }), [parts.flows.noCookie])
    return redirectTo(safeReturnTo(done.path, parts.origin) ?? '/', [parts.flows.noCookie, ...done.cookies])
  },
})

type Returned = Omit<Callback, 'flow'> & { provider: WayName; client: OAuthClient; flow: Flow | null }

async function finish(parts: Parts, { provider, client, request, address, flow }: Returned): Promise<Done> {
  if (flow?.provider !== provider) return { problem: 'connect' }
  const query = new URL(request.url).searchParams
  const error = query.get('error')
  if (error !== null) return { problem: error === 'access_denied' ? 'denied' : 'connect' }
  const profile = await client.profileFor({ code: query.get('code') ?? '', verifier: flow.verifier }).catch((reason: unknown) => {
    parts.log.warn({ err: reason }, 'another site did not identify a person')
  })
  if (!profile) return { problem: 'connect' }
  const identity = { provider, ...profile }
  return flow.linksTo === null ? signIn(parts, { request, address, flow }, identity) : link(parts, { request, personId: flow.linksTo }, identity)
}

async function signIn(parts: Parts, { request, address, flow }: Callback, identity: Identity): Promise<Done> {
  const cookies = request.headers.get('cookie')
  const account = await parts.identities.signIn(identity)
  if ('problem' in account) return account
  const { personId } = account
  const session = await parts.startSession(personId, request, address)
  if (!(await isStillLinked(parts, { personId, provider: identity.provider }))) {
    await parts.sessions.endToken(session.token)
    return { problem: 'unexpected' }
  }
  await endSession(parts, request)
  const { email } = await countConfirmed(parts, personId)
  const joined = await executeJoin(parts, { cookies, id: flow.join, personId, email, caller: callerOf(request, address) })
  const hash = (await passwordOf(parts.store.db, personId))?.hash ?? null
  return { path: joined ?? flow.returnTo, cookies: [session.cookie, parts.devices.remember(cookies, { personId, hash })] }
}

async function link(parts: Parts, { request, personId }: { request: Request; personId: string }, identity: Identity): Promise<Done> {
  const { provider } = identity
  const cookies = request.headers.get('cookie')
  const refused = await parts.identities.link(identity, { personId, cookies })
  if (refused) return refused
  if (!(await staysLinked(parts, { personId, provider, cookies }))) return { problem: 'unexpected' }
  await countConfirmed(parts, personId)
  return { path: `${settingsPath}&linked=${provider}`, cookies: [] }
}

/**
 * True if the other site's account is still linked after a session was started: the address's owner may have claimed the account meanwhile.
 * The row lock waits for a running claim.
 */
async function isStillLinked({ store }: Parts, { personId, provider }: { personId: string; provider: WayName }): Promise<boolean> {
  const way = await store.db
    .selectFrom('auth_account')
    .select('id')
    .where('person_id', '=', personId)
    .where('provider_id', '=', provider)
    .forShare()
    .executeTakeFirst()
  return way !== undefined
}

/** The same for linking: true if the session that requested it still exists. Otherwise the new link is deleted. */
async function staysLinked(parts: Parts, { personId, provider, cookies }: { personId: string; provider: WayName; cookies: string | null }): Promise<boolean> {
  const token = parts.tokenOf(cookies) ?? ''
  const session = await parts.store.db.selectFrom('auth_session').select('id').where('token', '=', token).forShare().executeTakeFirst()
  if (session) return true
  await parts.store.db.deleteFrom('auth_account').where('person_id', '=', personId).where('provider_id', '=', provider).execute()
  return false
}

/** Counts the person if the other site has just confirmed the address. */
async function countConfirmed({ store, onConfirmed }: Parts, personId: string): Promise<{ email: string | null }> {
  const person = await store.db.selectFrom('person').select(['email', 'email_verified', 'counting_from']).where('id', '=', personId).executeTakeFirstOrThrow()
  if (person.email_verified && person.counting_from === null) await onConfirmed(personId)
  return person
}

type Context = { provider: WayName; flow: Flow | null; viewer: Viewer | null }

/** The page that explains a refusal, with the return path. A signed-in person came from the settings and is not shown the sign-in page. */
function problemPage({ problem, suspension }: Refused, { provider, flow, viewer }: Context): string {
  const reported = new URLSearchParams({ problem, provider })
  if (viewer || flow?.linksTo) return `${settingsPath}&${reported}`
  if (flow && flow.returnTo !== '/') reported.set('returnTo', flow.returnTo)
  if (flow?.join) reported.set('join', flow.join)
  // The page asks for the reason of a suspension by the id of its decision.
  if (suspension?.decisionId) reported.set('suspension', suspension.decisionId)
  if (suspension?.statementToken) reported.set('statement', suspension.statementToken)
  return `/auth?${reported}`
}

function redirectTo(location: string, cookies: string[]): Response {
  const response = new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
