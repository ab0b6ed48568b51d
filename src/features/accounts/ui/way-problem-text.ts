import { m } from '#messages'
import { type WayName, type WayProblem, wayTitles } from '../ways.ts'

const texts: Record<WayProblem, (named: { name: string }) => string> = {
  denied: m.accounts_way_denied,
  connect: () => m.accounts_way_connect(),
  unexpected: () => m.accounts_way_unexpected(),
  'known-address': m.accounts_way_known_address,
  'linked-elsewhere': m.accounts_way_linked_elsewhere,
  suspended: () => m.accounts_error_suspended(),
  'temporary-address': () => m.accounts_error_email_temporary(),
  'signed-out': m.accounts_way_signed_out,
  closed: () => m.switches_no_sign_up_now(),
}

/** The reason why signing in or linking through another site failed, or null. */
export function wayProblemText({ problem, provider }: { problem?: WayProblem | undefined; provider?: WayName | undefined }): string | null {
  return problem && provider ? texts[problem]({ name: wayTitles[provider] }) : null
}
