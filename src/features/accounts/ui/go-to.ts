import { m } from '#messages'
import { type KnownRefusal, refusalOf } from '#platform/client/refusal-of.ts'
import type { WayName } from '../ways.ts'
import { refusalText } from './send.ts'

type Left = { ok: true } | { ok: false; field: string | null; text: string }

/** Requests another site's URL and opens it. A refusal is returned as the text to show. */
export async function goTo(path: 'sign-in/social' | `link/${WayName}`, body: Record<string, string>): Promise<Left> {
  try {
    const response = await fetch(`/api/auth/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const answer: unknown = await response.json().catch(() => null)
    const { url }: { url?: unknown } = Object(answer)
    if (response.ok && typeof url === 'string' && /^https?:/.test(url)) {
      window.location.assign(url)
      return { ok: true }
    }
    const refusal = refusalOf(answer)
    if (refusal?.fields.password) return { ok: false, field: m.accounts_error_current_password(), text: '' }
    return { ok: false, field: null, text: problemText(refusal, Number(response.headers.get('retry-after'))) }
  } catch {
    return { ok: false, field: null, text: m.accounts_way_connect() }
  }
}

const reported = ['TOO_MANY_REQUESTS', 'UNAUTHORIZED', 'UNAVAILABLE']

function problemText(refusal: KnownRefusal | null, waitSeconds: number): string {
  if (refusal?.code === 'PROVIDER_AWAY') return m.accounts_way_connect()
  return refusal && reported.includes(refusal.code) ? refusalText(refusal, waitSeconds) : m.accounts_way_unexpected()
}
