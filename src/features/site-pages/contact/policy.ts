import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { type ContactProblem, contactLimits } from './terms.ts'

export type ContactWords = { message: string; email: string; name: string }
type SenderState = { hasAccount: boolean }

/** Validates a message. Signed-in people need not give an address or a name. */
export function contactProblems(words: ContactWords, { hasAccount }: SenderState): FieldProblems<ContactProblem> {
  const email = hasAccount ? null : emailProblem(words.email)
  const name = !hasAccount && lengthOf(words.name) > contactLimits.name ? ('NAME_TOO_LONG' as const) : null
  const found = { message: messageProblem(words.message), email, name }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

/** True if the Send button is enabled. An invalid address is reported only after pressing it. */
export const maySend = ({ message, email }: ContactWords, { hasAccount }: SenderState) => normalized(message) !== '' && (hasAccount || normalized(email) !== '')

function messageProblem(message: string): ContactProblem | null {
  if (normalized(message) === '') return 'MESSAGE_REQUIRED'
  return lengthOf(message) > contactLimits.message ? 'MESSAGE_TOO_LONG' : null
}

/** Less strict than for accounts: no mail is sent to this address automatically, and a human reads the message. */
function emailProblem(given: string): ContactProblem | null {
  const email = normalized(given)
  if (email === '') return 'EMAIL_REQUIRED'
  return lengthOf(email) <= contactLimits.email && /^[^\s@]+@[^\s@]+$/.test(email) ? null : 'EMAIL_INVALID'
}
