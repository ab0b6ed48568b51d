import { m } from '#messages'
import { type KnownRefusal, refusalOf } from '#platform/client/refusal-of.ts'

type Sent = { ok: true } | { ok: false; fields: Record<string, string>; text: string }

/** Posts to the sign-in server; a refusal comes back as the text to show, or as problems of fields. */
export async function send(path: 'sign-in/email' | 'sign-up/email' | 'sign-out', body: Record<string, string>): Promise<Sent> {
  try {
    const response = await fetch(`/api/auth/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (response.ok) return { ok: true }
    const refusal = refusalOf(await response.json().catch(() => null))
    return { ok: false, fields: refusal?.fields ?? {}, text: refusalText(refusal, Number(response.headers.get('retry-after'))) }
  } catch {
    return { ok: false, fields: {}, text: m.error_network() }
  }
}

function refusalText(refusal: KnownRefusal | null, waitSeconds: number): string {
  switch (refusal?.code) {
    case 'INVALID_CREDENTIALS':
      return m.accounts_error_invalid_credentials()
    case 'ACCOUNT_SUSPENDED':
      return m.accounts_error_suspended()
    case 'TOO_MANY_REQUESTS':
      return m.accounts_error_too_many({ minutes: m.accounts_minutes({ count: Math.max(1, Math.ceil(waitSeconds / 60)) }) })
    case 'UNAVAILABLE':
      return m.accounts_error_busy()
    default:
      return m.error_unexpected()
  }
}
