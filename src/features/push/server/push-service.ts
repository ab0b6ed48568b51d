import { brand } from '#platform/brand.ts'
import type { Config } from '#platform/server/config.ts'
import { isAllowedEndpoint } from '../policy.ts'

/** Days that a push service keeps a message for a browser that is off. */
export const keptDays = 3
const timeoutMs = 10_000
const longestPause = 3_600

/** What came of it: it went out, the browser is there no more, it may go later, or it never will. Reasons are codes without addresses. */
export type Outcome = 'sent' | 'gone' | { later: string; seconds: number } | { never: string }

export type Subscribed = { endpoint: string; p256dh: string; auth: string }
type Message = { to: Subscribed; text: string; stopping: AbortSignal }
export type PushService = (message: Message) => Promise<Outcome>

/** Sends sealed messages through the push services of the settings, and asks nothing of anybody else: redirects are not followed. */
export function openPushService(config: Pick<Config, 'operatorEmail' | 'baseUrl'>, push: NonNullable<Config['push']>): PushService {
  const { publicKey, privateKey, services } = push
  const vapidDetails = { subject: subjectOf(config), publicKey, privateKey }
  return async ({ to, text, stopping }) => {
    if (!isAllowedEndpoint(to.endpoint, services)) return { never: 'SERVICE_NOT_LISTED' }
    // Comes when something is to be sent: most sites have no keys.
    const { default: webPush } = await import('web-push')
    const sealed = webPush.generateRequestDetails({ endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }, text, {
      vapidDetails,
      TTL: keptDays * 86_400,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    })
    const headers = Object.entries(sealed.headers).flatMap(([name, value]) => (name === 'Content-Length' ? [] : [[name, String(value)] as [string, string]]))
    try {
      const response = await fetch(to.endpoint, {
        method: 'POST',
        headers,
        body: new Uint8Array(sealed.body),
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

/** Whom a push service may write to about what it is sent. It takes no http address, which a local site has. */
export function subjectOf({ operatorEmail, baseUrl }: Pick<Config, 'operatorEmail' | 'baseUrl'>): string {
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

/** `Retry-After`: seconds or a date; at most an hour. */
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
