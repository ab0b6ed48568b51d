import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonOf } from '#platform/json.ts'
import type { Config, Provider } from '#platform/server/config.ts'
import { type WayName, wayNames } from '../../ways.ts'
import { type ExternalProfile, readProfile } from './profile.ts'

const patienceMs = 10_000

/** An OAuth 2 server. `profile`: the address of the profile, or null if the token response contains it as an ID token. */
type OAuthServer = { authorize: string; token: string; profile: string | null; scope: string; usesPkce: boolean; params?: Record<string, string> }

/** Check these when a provider announces a new version. */
export const oauthServers: Record<WayName, OAuthServer> = {
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    profile: null,
    scope: 'openid email profile',
    usesPkce: true,
    params: { prompt: 'select_account' },
  },
  twitch: {
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    profile: null,
    scope: 'openid user:read:email',
    usesPkce: false,
    params: { claims: JSON.stringify({ id_token: { email: null, email_verified: null, preferred_username: null } }) },
  },
  discord: {
    authorize: 'https://discord.com/api/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    profile: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    usesPkce: false,
    // People who have agreed before are not asked again.
    params: { prompt: 'none' },
  },
  facebook: {
    authorize: 'https://www.facebook.com/v24.0/dialog/oauth',
    token: 'https://graph.facebook.com/v24.0/oauth/access_token',
    profile: 'https://graph.facebook.com/me?fields=id,name,email',
    scope: 'email public_profile',
    usesPkce: false,
  },
}

const Discovery = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url(), userinfo_endpoint: z.url() }).transform(
  (found): OAuthServer => ({
    authorize: found.authorization_endpoint,
    token: found.token_endpoint,
    profile: found.userinfo_endpoint,
    scope: 'openid email profile',
    usesPkce: true,
  }),
)
const Tokens = z.object({ access_token: z.string(), id_token: z.string().optional() })
const Profile = z.record(z.string(), z.unknown())

/** The providers that this site has credentials for. */
export const configuredWays = (providers: Config['providers']): WayName[] => wayNames.filter((name) => providers[name])

export type OAuthClient = {
  /** The address at the provider where the person agrees. */
  authorizationUrl: (of: { state: string; verifier: string }) => Promise<string>
  /** Exchanges the code for the profile of the person who agreed. */
  profileFor: (returned: { code: string; verifier: string }) => Promise<ExternalProfile>
}

/** The clients of the providers that this site has credentials for. */
export function openOAuthClients(providers: Config['providers'], origin: string): Map<WayName, OAuthClient> {
  const clients = new Map<WayName, OAuthClient>()
  for (const way of wayNames) {
    const provider = providers[way]
    if (provider) clients.set(way, openOAuthClient(way, { provider, origin }))
  }
  return clients
}

/**
 * The client of one provider. An `issuer` in the settings replaces the provider by that OpenID server: a company's own sign-in, or a test's.
 */
export function openOAuthClient(
  way: WayName,
  { provider, origin, server = oauthServers[way] }: { provider: Provider; origin: string; server?: OAuthServer },
): OAuthClient {
  const { issuer, clientId, clientSecret } = provider
  const redirectUri = `${origin}/api/auth/callback/${way}`
  const findServer = issuer ? openDiscovery(issuer) : async () => server

  return {
    async authorizationUrl({ state, verifier }) {
      const { authorize, scope, usesPkce, params } = await findServer()
      const challenge = { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' }
      const all = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state, ...params, ...(usesPkce ? challenge : {}) }
      const url = new URL(authorize)
      for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
      return url.href
    },
    async profileFor({ code, verifier }) {
      const { token, profile, usesPkce } = await findServer()
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret }
      const tokens = await read(token, Tokens, { method: 'POST', body: new URLSearchParams({ ...grant, ...(usesPkce ? { code_verifier: verifier } : {}) }) })
      const claims =
        profile === null
          ? Profile.parse(claimsOf(tokens.id_token ?? ''))
          : await read(profile, Profile, { headers: { authorization: `Bearer ${tokens.access_token}` } })
      // An OpenID server in Discord's place calls the claim `email_verified`.
      return readProfile(way, issuer ? { verified: claims.email_verified, ...claims } : claims)
    },
  }
}

/** Reads the discovery document once, and again after a failure. */
function openDiscovery(issuer: string): () => Promise<OAuthServer> {
  let known: Promise<OAuthServer> | undefined
  return () => {
    known ??= read(`${issuer}/.well-known/openid-configuration`, Discovery).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

/** The claims of an ID token. It came from the provider itself over TLS, so its signature needs no check (OpenID Connect Core, 3.1.3.7). */
const claimsOf = (idToken: string): unknown => jsonOf(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

async function read<Shape extends z.ZodType>(address: string, shape: Shape, { headers, ...init }: RequestInit = {}): Promise<z.output<Shape>> {
  const signal = AbortSignal.timeout(patienceMs)
  const response = await fetch(address, { ...init, headers: { accept: 'application/json', ...headers }, redirect: 'error', signal })
  if (!response.ok) throw new Error(`${new URL(address).origin} responded with ${response.status}`)
  return shape.parse(await response.json())
}
