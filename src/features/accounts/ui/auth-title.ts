import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import type { AuthMode } from './auth-search.ts'

const titles: Record<AuthMode, () => string> = {
  signin: m.accounts_title_sign_in,
  signup: m.accounts_title_sign_up,
  forgot: m.accounts_title_forgot,
  reset: m.accounts_title_reset,
  email: m.accounts_title_new_email,
}

/** The heading of the sign-in page in one of its modes. */
export const authTitle = (mode: AuthMode): string => titles[mode]()

const leads: Record<AuthMode, () => string> = {
  signin: m.accounts_lead_sign_in,
  signup: m.accounts_lead_sign_up,
  forgot: m.accounts_lead_forgot,
  reset: m.accounts_lead_reset,
  email: m.accounts_lead_new_email,
}

/** Reasons for an account, by the path to which the form returns. The first match counts. */
const reasons: readonly [RegExp, () => string][] = [
  [/^\/campaigns\/create\b/, () => m.accounts_for_campaign(nouns)],
  [/^\/communities\/create\b/, m.accounts_for_community],
  [/^\/communities\/[^/?#]+/, m.accounts_for_member],
  [/^\/campaigns\/[^/?#]+(?:[?#]|$)/, () => m.accounts_for_taking_part(nouns)],
  [/^\/report\b/, m.accounts_for_report],
  [/^\/(?:dashboard|settings|notifications)\b/, m.accounts_for_own],
]

/** The sentence below the heading: what the account is for, if `returnTo` says it. */
export function authLead({ mode, returnTo = '' }: { mode: AuthMode; returnTo?: string | undefined }): string {
  const reason = mode === 'signin' || mode === 'signup' ? reasons.find(([path]) => path.test(returnTo))?.[1] : undefined
  if (mode === 'forgot' && !readSite().sendsMail) return m.accounts_lead_no_reset()
  return (reason ?? leads[mode])()
}
