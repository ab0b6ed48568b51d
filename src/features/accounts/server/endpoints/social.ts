import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { safeReturnTo } from '../../return-to.ts'
import { type WayName, wayNames } from '../../ways.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import type { Flow } from '../social/oauth-flows.ts'
import type { OAuthClient } from '../social/providers.ts'
import { carriedJoin, type Endpoint, type Endpoints, refuseTooMany, signInFirst } from './endpoint.ts'
import { guessedWithin, requirePassword } from './proof.ts'
import { callbackEndpoint, type Parts } from './provider-callback.ts'

const StartBody = z.strictObject({ provider: z.enum(wayNames), returnTo: z.string().nullish(), join: carriedJoin })
const LinkBody = z.strictObject({ password: z.string().max(1_000).optional() })

/** Endpoints for other sites that this site has credentials for: leaving for one, returning from it, and linking one to an account. */
export function socialEndpoints(parts: Parts): Endpoints {
  const clients = [...parts.clients]
  if (clients.length === 0) return {}
  return {
    'sign-in/social': starting(parts),
    ...Object.fromEntries(clients.map(([way, client]) => [`link/${way}`, linking(parts, way, client)])),
    ...Object.fromEntries(clients.map(([way, client]) => [`callback/${way}`, callbackEndpoint(parts, way, client)])),
  }
}

const starting = (parts: Parts): Endpoint => ({
  method: 'POST',
  async open(request, { address }) {
    const { provider, returnTo, join } = await bodyOf(request, StartBody)
    const client = parts.clients.get(provider)
    if (!client) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    await refuseTooMany(parts.limiter, 'signIn', address)
    return leave(parts, client, { provider, returnTo: safeReturnTo(returnTo, parts.origin) ?? '/', join, linksTo: null })
  },
})

const linking = (parts: Parts, provider: WayName, client: OAuthClient): Endpoint => ({
  method: 'POST',
  async open(request, { address }) {
    const { password } = await bodyOf(request, LinkBody)
    const viewer = await parts.viewerOf(request.headers.get('cookie'))
    if (!viewer) throw signInFirst()
    await refuseTooMany(parts.limiter, 'signIn', address)
    await requirePassword(parts, { personId: viewer.id, password: password ?? '', guess: () => parts.attempts.begin(guessedWithin(viewer.id)) })
    return leave(parts, client, { provider, returnTo: '/', join: null, linksTo: viewer.id })
  },
})

/** Responds with the provider's address, and binds the flow to this browser by a cookie. */
async function leave({ flows, log }: Parts, client: OAuthClient, began: Omit<Flow, 'verifier'>): Promise<Response> {
  const { state, verifier, cookie } = await flows.begin(began)
  const url = await client.authorizationUrl({ state, verifier }).catch((error: unknown) => {
    log.warn({ err: error }, 'sign-in through another site could not be started')
    throw new ORPCError('PROVIDER_AWAY', { status: 503, message: 'Failed to connect to authentication provider. Please try again.' })
  })
  return jsonResponse({ url }, [cookie])
}
