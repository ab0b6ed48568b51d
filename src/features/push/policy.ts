import type { FieldProblems } from '#platform/refusal.ts'
import type { PushCode } from './terms.ts'

/** Base64url in canonical form: an uncompressed point of 65 bytes, the first of which is 4, and a secret of 16 bytes. */
const keyForms = { p256dh: /^B[A-Za-z0-9_-]{85}[AEIMQUYcgkosw048]$/, auth: /^[A-Za-z0-9_-]{21}[AQgw]$/ }

type Options = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Validates the data of a browser. The endpoint must belong to a push service in the settings, because the server sends requests to it. */
export function subscriptionProblems({ endpoint, keys }: Options, services: readonly string[]): FieldProblems<PushCode> {
  if (!isAllowedEndpoint(endpoint, services)) return { endpoint: 'ENDPOINT_NOT_ALLOWED' }
  return keyForms.p256dh.test(keys.p256dh) && keyForms.auth.test(keys.auth) ? {} : { keys: 'KEYS_MALFORMED' }
}

/**
 * True if the endpoint belongs to one of the services; `https://*.example` matches all subdomains. The URL must be in normalized form,
 * so that no other URL parser can find a different host in it.
 */
export function isAllowedEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, origin, protocol, host, username, password, hash } = new URL(endpoint)
  if (href !== endpoint || username || password || hash) return false
  return services.some((service) => {
    const [scheme, below] = service.split('://*')
    return below === undefined ? new URL(service).origin === origin : `${scheme}:` === protocol && below.length > 2 && host.endsWith(below.toLowerCase())
  })
}
