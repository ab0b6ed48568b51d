import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { providerNames } from '#platform/providers.ts'
import { closeServer, listenOnFreePort } from './http-servers.ts'

/** A person's data at the other site. */
export type Profile = { sub: string; name?: string; email?: string; email_verified?: boolean; picture?: string }

/**
 * A real OpenID server on this machine in place of all four providers, each of which is a client of it. `origin` is the product's address.
 * Pressing "Allow" signs in the person who was last given to `is`.
 */
export async function anOAuthServer({ origin }: { origin: string }) {
  const known = new Map<string, Profile>()
  const codes: Map<string, any> = new Map()
  const asked: URLSearchParams[] = []
  let current = ''
  const server = createServer()
  // With the host localhost it is another site than the product for a browser, as the real providers are.
  const issuer = `http://localhost:${await listenOnFreePort(server)}`

  const provider = new Provider(issuer, {
    adapter: kept(codes),
    clients: providerNames.map((name) => ({
      client_id: `${name}-client`,
      client_secret: `${name}-secret-that-nobody-may-see`,
      redirect_uris: [`${origin}/api/auth/callback/${name}`],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key for this test alone'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => known.get(sub) ?? { sub } }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    // The server's own defaults, given explicitly because it logs a warning otherwise.
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
  })
  const callback = provider.callback()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') asked.push(url.searchParams)
    const [, place, , act] = url.pathname.split('/')
    if (place !== 'interaction') return callback(request, response)
    if (act === undefined) return page(response, url.pathname)
    if (act === 'deny') return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'No, thank you.' })
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: current, clientId: String(params.client_id) })
    grant.addOIDCScope('openid email profile')
    const grantId = await grant.save()
    await provider.interactionFinished(request, response, { login: { accountId: current }, consent: { grantId } })
  }
  server.on('request', (request, response) => void answer(request, response).catch(() => response.destroy()))

  return {
    issuer,
    env: Object.fromEntries(
      providerNames.flatMap((name) => {
        const upper = name.toUpperCase()
        return [
          [`${upper}_CLIENT_ID`, `${name}-client`],
          [`${upper}_CLIENT_SECRET`, `${name}-secret-that-nobody-may-see`],
          [`${upper}_ISSUER`, issuer],
        ]
      }),
    ) as Record<string, string>,
    /** The parameters of all requests, newest last. */
    asked,
    /** Sets the person who signs in at this server from now on. */
    is(person: Profile) {
      known.set(person.sub, person)
      current = person.sub
    },
    /** Lets all codes that were issued so far expire. */
    expireCodes() {
      for (const payload of codes.values()) payload.exp = 1
    },
    /** Follows the server's pages like a browser without a session, and returns the address that leads back to the product. */
    async through(url: string, act: 'allow' | 'deny' = 'allow'): Promise<string> {
      const jar = new Map<string, string>()
      let next = url
      for (let steps = 0; steps < 12; steps++) {
        const response = await fetch(next, { redirect: 'manual', headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } })
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = response.headers.get('location')
        if (location === null) {
          if (!new URL(next).pathname.startsWith('/interaction/')) throw new Error(`${response.status} at ${next}: ${await response.text()}`)
          next = `${next}/${act}`
          continue
        }
        next = new URL(location, next).href
        if (next.startsWith(origin)) return next
      }
      throw new Error(`The pages of the provider do not lead back: ${next}`)
    },
    stop: () => closeServer(server),
  }
}

function page(response: ServerResponse, path: string) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Another site</title><h1>Another site</h1>
    <p><a href="${path}/allow">Allow</a> <a href="${path}/deny">Deny</a></p></html>`)
}

/** The server's storage; the codes are in a map that the test can access. */
function kept(codes: Map<string, any>) {
  const others = new Map<string, any>()
  return class {
    readonly kind: string
    readonly things: Map<string, any>
    constructor(kind: string) {
      this.kind = kind
      this.things = kind === 'AuthorizationCode' ? codes : others
    }
    named = (id: string) => `${this.kind}:${id}`
    async upsert(id: string, payload: object) {
      this.things.set(this.named(id), payload)
    }
    async find(id: string) {
      return this.things.get(this.named(id))
    }
    async findByUid(uid: string) {
      return [...this.things.entries()].find(([name, { uid: own }]) => name.startsWith(`${this.kind}:`) && own === uid)?.[1]
    }
    async findByUserCode() {
      return undefined
    }
    async consume(id: string) {
      this.things.get(this.named(id)).consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string) {
      this.things.delete(this.named(id))
    }
    async revokeByGrantId(grantId: string) {
      for (const [name, { grantId: own }] of this.things) if (own === grantId) this.things.delete(name)
    }
  }
}
