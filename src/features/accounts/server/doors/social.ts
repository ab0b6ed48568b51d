import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { safeReturnTo } from '../../return-to.ts'
import { type WayName, wayNames } from '../../ways.ts'
import { refusedPath } from '../library.ts'
import { answer, bodyOf } from '../wire.ts'
import { comingBack, type Parts, settingsPath } from './coming-back.ts'
import { type Door, type Doors, headersFor, refuseTooMany, setCookies, signInFirst } from './door.ts'
import { askForPassword, guessedWithin } from './proof.ts'

const StartBody = z.strictObject({ provider: z.enum(wayNames), returnTo: z.string().nullish() })
const LinkBody = z.strictObject({ password: z.string().max(1_000).optional() })

/** Through other sites: leaving for one, coming back from it, and adding one to an account. Only those with credentials. */
export function socialDoors(parts: Parts): Doors {
  const { ways } = parts
  if (ways.length === 0) return {}
  return {
    'sign-in/social': starting(parts),
    ...Object.fromEntries(ways.map((way) => [`link/${way}`, linking(parts, way)])),
    ...Object.fromEntries(ways.map((way) => [`callback/${way}`, comingBack(parts, way)])),
  }
}

const starting = (parts: Parts): Door => ({
  method: 'POST',
  async open(request, { address }) {
    const { provider, returnTo } = await bodyOf(request, StartBody)
    if (!parts.ways.includes(provider)) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
    await refuseTooMany(parts.limiter, 'signIn', address)
    const callbackURL = safeReturnTo(returnTo, parts.origin) ?? '/'
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

const linking = (parts: Parts, provider: WayName): Door => ({
  method: 'POST',
  async open(request, { address }) {
    const { password } = await bodyOf(request, LinkBody)
    const viewer = await parts.viewerOf(request.headers.get('cookie'))
    if (!viewer) throw signInFirst()
    await refuseTooMany(parts.limiter, 'signIn', address)
    await askForPassword(parts, { personId: viewer.id, password: password ?? '', guess: () => parts.attempts.begin(guessedWithin(viewer.id)) })
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

type Begun = { headers: Headers; response: { url?: string | undefined } }

/** Answers with the other site's address and binds the way there to this browser. */
async function begun(parts: Parts, begin: () => Promise<Begun>): Promise<Response> {
  const { headers, response } = await begin().catch((error: unknown) => {
    if (isAPIError(error) && error.statusCode < 500) throw error
    parts.log.warn({ err: error }, 'the way through another site could not begin')
    throw away()
  })
  if (!response.url) throw away()
  return answer({ url: response.url }, setCookies(headers, [parts.stateCookie]))
}
