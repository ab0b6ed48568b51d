import { brand } from '#platform/brand.ts'
import type { Config } from '#platform/server/config.ts'
import { isAllowedEndpoint } from '../policy.ts'

/** Days that a push service stores a message for a browser that is offline. */
export const keptDays = 3
const timeoutMs = 10_000
const longestPause = 3_600

/** The result of a request. `gone`: the subscription no longer exists. `later` and `never` contain a code as the reason, without addresses. */
export type Outcome = 'sent' | 'gone' | { later: string; seconds: number } | { never: string }

export type Subscribed = { endpoint: string; p256dh: string; auth: string }
type Message = { to: Subscribed; text: string; stopping: AbortSignal }
export type PushService = (message: Message) => Promise<Outcome>

/** Sends encrypted messages to the push services in the settings and to no other host: redirects are not followed. */
export function openPushService(config: Pick<Config, 'operatorEmail' | 'baseUrl'>, push: NonNullable<Config['push']>): PushService {
  const { publicKey, privateKey, services } = push
  const vapidDetails = { subject: vapidSubject(config), publicKey, privateKey }
  return async ({ to, text, stopping }) => {
    if (!isAllowedEndpoint(to.endpoint, services)) return { never: 'SERVICE_NOT_LISTED' }
    // Imported on demand, because most sites have no keys and never send a message.
    const { default: webPush } = await import('web-push')
    const encrypted = webPush.generateRequestDetails({ endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }, text, {
      vapidDetails,
      TTL: keptDays * 86_400,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    })
    const headers = Object.entries(encrypted.headers).flatMap(([name, value]) => (name === 'Content-Length' ? [] : [[name, String(value)] as [string, string]]))
    try {
      const response = await fetch(to.endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(encrypted.body),
        redirect: 'manual',
        signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      return outcomeOf(response)
    } catch (error) {
      return { later: codeOf(error), seconds: 0 }
    }
  }
}

/** The VAPID subject, a contact for the push services. An http URL, as of a local site, is not used, because they refuse it. */
export function vapidSubject({ operatorEmail, baseUrl }: Pick<Config, 'operatorEmail' | 'baseUrl'>): string {
  if (operatorEmail) return `mailto:${operatorEmail}`
  return baseUrl?.startsWith('https://') ? baseUrl : `mailto:${brand.contact.general}`
}

function outcomeOf({ status, headers }: Response): Outcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  const code = `HTTP_${status}`
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500
  return mayPass ? { later: code, seconds: secondsOf(headers.get('retry-after')) } : { never: code }
}

/** Parses `Retry-After`, in seconds or as a date; returns at most an hour. */
function secondsOf(given: string | null): number {
  if (given === null) return 0
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : (Date.parse(given) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? 0 : Math.min(longestPause, Math.max(0, Math.ceil(seconds)))
}

function codeOf(error: unknown): string {
  const { name, cause }: { name?: unknown; cause?: unknown } = Object(error)
  const { code }: { code?: unknown } = Object(cause)
  if (name === 'TimeoutError') return 'TIMEOUT'
  return typeof code === 'string' ? code.slice(0, 60) : 'NO_ANSWER'
}
