import { m } from '#messages'
import type { AuthMode } from './auth-search.ts'

/** The heading of the sign-in page in one of its modes. */
export function authTitle(mode: AuthMode | undefined): string {
  if (mode === undefined) return m.accounts_title_sign_in()
  return {
    signup: m.accounts_title_sign_up,
    forgot: m.accounts_title_forgot,
    reset: m.accounts_title_reset,
    email: m.accounts_title_new_email,
  }[mode]()
}
