import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { type ContactProblem, contactLimits } from './terms.ts'

export type ContactWords = { message: string; email: string; name: string }
type Asked = { hasAccount: boolean }

/** What is wrong with a message. Who has an account is asked for no address and no name. */
export function contactProblems(words: ContactWords, { hasAccount }: Asked): FieldProblems<ContactProblem> {
  const email = hasAccount ? null : emailProblem(words.email)
  const name = !hasAccount && lengthOf(words.name) > contactLimits.name ? ('NAME_TOO_LONG' as const) : null
  const found = { message: messageProblem(words.message), email, name }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

/** Whether it can be sent at all, as the button shows it; what is wrong with an address is said after pressing. */
export const maySend = ({ message, email }: ContactWords, { hasAccount }: Asked) => neat(message) !== '' && (hasAccount || neat(email) !== '')

function messageProblem(message: string): ContactProblem | null {
  if (neat(message) === '') return 'MESSAGE_REQUIRED'
  return lengthOf(message) > contactLimits.message ? 'MESSAGE_TOO_LONG' : null
}

/** Looser than that of accounts: nothing is sent there by itself, and whoever reads the message may know better. */
function emailProblem(given: string): ContactProblem | null {
  const email = neat(given)
  if (email === '') return 'EMAIL_REQUIRED'
  return lengthOf(email) <= contactLimits.email && /^[^\s@]+@[^\s@]+$/.test(email) ? null : 'EMAIL_INVALID'
}
