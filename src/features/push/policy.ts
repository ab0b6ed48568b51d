import type { FieldProblems } from '#platform/refusal.ts'
import type { PushCode } from './terms.ts'

/** Bytes in base64url, as browsers write them: 65 of an uncompressed point, which begins with 4, and 16 of a secret. */
const keyForms = { p256dh: /^B[A-Za-z0-9_-]{85}[AEIMQUYcgkosw048]$/, auth: /^[A-Za-z0-9_-]{21}[AQgw]$/ }

type Given = { endpoint: string; keys: { p256dh: string; auth: string } }

/** What is wrong with what a browser says of itself. Nothing is ever sent anywhere but to the services of the settings. */
export function subscriptionProblems({ endpoint, keys }: Given, services: readonly string[]): FieldProblems<PushCode> {
  if (!isAllowedEndpoint(endpoint, services)) return { endpoint: 'ENDPOINT_NOT_ALLOWED' }
  return keyForms.p256dh.test(keys.p256dh) && keyForms.auth.test(keys.auth) ? {} : { keys: 'KEYS_MALFORMED' }
}

/** Whether it lies at one of the services; `https://*.example` stands for all hosts below it. Written exactly as programs read it, so that nobody reads another host in it. */
export function isAllowedEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { href, origin, protocol, host, username, password, hash } = new URL(endpoint)
  if (href !== endpoint || username || password || hash) return false
  return services.some((service) => {
    const [scheme, below] = service.split('://*')
    return below === undefined ? new URL(service).origin === origin : `${scheme}:` === protocol && below.length > 2 && host.endsWith(below.toLowerCase())
  })
}
