import { createAuthorizationURL, type OAuthProvider, validateAuthorizationCode } from 'better-auth/oauth2'
import { z } from 'zod'
import type { Provider } from '#platform/server/config.ts'
import type { WayName } from '../../ways.ts'
import { takenFrom } from './profile.ts'

const patienceMs = 10_000
const Endpoints = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url(), userinfo_endpoint: z.url() })
const Claims = z.looseObject({ sub: z.string().min(1) })

/** An OpenID server that replaces a provider: a company's own sign-in, or a test's. */
export function openIdProvider(way: WayName, { issuer, clientId, clientSecret }: Provider): OAuthProvider {
  const options = { clientId, clientSecret }
  let known: Promise<z.infer<typeof Endpoints>> | undefined

  /** Endpoints of the discovery document, cached; fetched again after a failure. */
  function endpoints() {
    known ??= read(`${issuer}/.well-known/openid-configuration`, Endpoints).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    id: way,
    name: way,
    accountSubject: ({ profile }) => Claims.parse(profile).sub,
    async createAuthorizationURL({ state, codeVerifier, redirectURI }) {
      const { authorization_endpoint: authorizationEndpoint } = await endpoints()
      const scopes = ['openid', 'email', 'profile']
      return createAuthorizationURL({ id: way, options, authorizationEndpoint, scopes, state, codeVerifier, redirectURI })
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { token_endpoint: tokenEndpoint } = await endpoints()
      return validateAuthorizationCode({ code, ...(codeVerifier ? { codeVerifier } : {}), redirectURI, options, tokenEndpoint })
    },
    async getUserInfo({ accessToken }) {
      const { userinfo_endpoint } = await endpoints()
      const data = await read(userinfo_endpoint, Claims, { authorization: `Bearer ${accessToken}` })
      return { user: takenFrom(way, { verified: data.email_verified, ...data }), data }
    },
  }
}

async function read<Shape extends z.ZodType>(address: string, shape: Shape, headers: Record<string, string> = {}): Promise<z.output<Shape>> {
  const response = await fetch(address, { headers: { accept: 'application/json', ...headers }, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`${new URL(address).origin} responded with ${response.status}`)
  return shape.parse(await response.json())
}
