import { m } from '#messages'
import { type KnownRefusal, refusalOf } from '#platform/client/refusal-of.ts'

type Path =
  | 'sign-in/email'
  | 'sign-up/email'
  | 'sign-out'
  | 'request-password-reset'
  | 'reset-password'
  | 'send-confirmation'
  | 'verify-email'
  | 'change-email'
  | 'verify-new-email'

/** `refusal`: the server's answer. */
export type Sent = { ok: true } | { ok: false; code: string | null; fields: Record<string, string>; text: string; refusal?: unknown }

/** Posts to an endpoint below /api/auth. A refusal is returned as a text to show or as problems of fields. */
export async function send(path: Path, body: Record<string, string | number | string[]>): Promise<Sent> {
  try {
    const response = await fetch(`/api/auth/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (response.ok) return { ok: true }
    const answer: unknown = await response.json().catch(() => null)
    const refusal = refusalOf(answer)
    return {
      ok: false,
      refusal: answer,
      code: refusal?.code ?? null,
      fields: refusal?.fields ?? {},
      text: refusalText(refusal, Number(response.headers.get('retry-after'))),
    }
  } catch {
    return { ok: false, code: null, fields: {}, text: m.error_network() }
  }
}

/** The text for a refusal of these endpoints. */
export function refusalText(refusal: KnownRefusal | null, waitSeconds: number): string {
  switch (refusal?.code) {
    case 'INVALID_CREDENTIALS':
      return m.accounts_error_invalid_credentials()
    case 'ACCOUNT_SUSPENDED':
      return refusal.text ?? m.accounts_error_suspended()
    case 'TOO_MANY_REQUESTS':
      return m.accounts_error_too_many({ wait: waitText(waitSeconds) })
    case 'INVALID_TOKEN':
      return m.accounts_error_bad_link()
    case 'NO_ADDRESS':
      return m.accounts_error_no_address()
    case 'PASSWORD_NEEDED':
      return m.accounts_confirm_with_password()
    case 'UNAUTHORIZED':
      return m.accounts_error_signed_out()
    case 'UNAVAILABLE':
      return m.accounts_error_busy()
    default:
      return refusal?.text ?? m.error_unexpected()
  }
}

/** The time to wait: in seconds below a minute, else in minutes. */
function waitText(seconds: number): string {
  if (!(seconds >= 60)) return m.accounts_seconds({ count: Math.max(1, Math.ceil(seconds || 60)) })
  return m.accounts_minutes({ count: Math.ceil(seconds / 60) })
}
