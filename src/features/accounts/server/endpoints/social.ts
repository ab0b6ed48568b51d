import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { safeReturnTo } from '../../return-to.ts'
import { type WayName, wayNames } from '../../ways.ts'
import { refusedPath } from '../library.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { carriedJoin, type Endpoint, type Endpoints, headersFor, refuseTooMany, setCookies, signInFirst } from './endpoint.ts'
import { guessedWithin, requirePassword } from './proof.ts'
import { callbackEndpoint, type Parts, settingsPath, withJoin } from './provider-callback.ts'

const StartBody = z.strictObject({ provider: z.enum(wayNames), returnTo: z.string().nullish(), join: carriedJoin })
const LinkBody = z.strictObject({ password: z.string().max(1_000).optional() })

/** Endpoints for other sites that this site has credentials for: leaving for one, returning from it, and linking one to an account. */
export function socialEndpoints(parts: Parts): Endpoints {
  const { ways } = parts
  if (ways.length === 0) return {}
  return {
    'sign-in/social': starting(parts),
    ...Object.fromEntries(ways.map((way) => [`link/${way}`, linking(parts, way)])),
    ...Object.fromEntries(ways.map((way) => [`callback/${way}`, callbackEndpoint(parts, way)])),
  }
}

const starting = (parts: Parts): Endpoint => ({
  method: 'POST',
  async open(request, { address }) {
    const { provider, returnTo, join } = await bodyOf(request, StartBody)
    if (!parts.ways.includes(provider)) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    await refuseTooMany(parts.limiter, 'signIn', address)
    const callbackURL = withJoin(safeReturnTo(returnTo, parts.origin) ?? '/', join)
    const errorCallbackURL = `${refusedPath}?${new URLSearchParams({ returnTo: callbackURL })}`
    return begun(parts, () =>
      parts.library.api.signInSocial({
        body: { provider, callbackURL, errorCallbackURL, disableRedirect: true },
        headers: headersFor(request, address),
        returnHeaders: true,
      }),
    )
  },
})

const linking = (parts: Parts, provider: WayName): Endpoint => ({
  method: 'POST',
  async open(request, { address }) {
    const { password } = await bodyOf(request, LinkBody)
    const viewer = await parts.viewerOf(request.headers.get('cookie'))
    if (!viewer) throw signInFirst()
    await refuseTooMany(parts.limiter, 'signIn', address)
    await requirePassword(parts, { personId: viewer.id, password: password ?? '', guess: () => parts.attempts.begin(guessedWithin(viewer.id)) })
    return begun(parts, () =>
      parts.library.api.linkSocialAccount({
        body: {
          provider,
          callbackURL: `${settingsPath}&linked=${provider}`,
          errorCallbackURL: `${refusedPath}?${new URLSearchParams({ linking: '1' })}`,
          disableRedirect: true,
        },
        headers: headersFor(request, address),
        returnHeaders: true,
      }),
    )
  },
})

const away = () => new ORPCError('PROVIDER_AWAY', { status: 503, message: 'Failed to connect to authentication provider. Please try again.' })

type StartedSignIn = { headers: Headers; response: { url?: string | undefined } }

/** Returns the other site's URL, and binds the OAuth state to this browser by a cookie. */
async function begun(parts: Parts, begin: () => Promise<StartedSignIn>): Promise<Response> {
  const { headers, response } = await begin().catch((error: unknown) => {
    if (isAPIError(error) && error.statusCode < 500) throw error
    parts.log.warn({ err: error }, 'sign-in through another site could not be started')
    throw away()
  })
  if (!response.url) throw away()
  return jsonResponse({ url: response.url }, setCookies(headers, [parts.stateCookie]))
}
