import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { type ContactProblem, contactLimits } from '../terms.ts'

const texts: Record<ContactProblem, () => string> = {
  MESSAGE_REQUIRED: m.contact_error_message_required,
  MESSAGE_TOO_LONG: () => m.contact_error_message_too_long({ max: contactLimits.message.toLocaleString('en') }),
  EMAIL_REQUIRED: m.contact_error_email_required,
  EMAIL_INVALID: m.contact_error_email_invalid,
  NAME_TOO_LONG: () => m.contact_error_name_too_long({ max: contactLimits.name }),
}

/** The text for each field with a problem. */
export const problemTexts = (problems: Record<string, string>) => fieldTexts(problems, texts, m.contact_error_failed)

/** The text for a failure of the whole message. */
export function sendingProblem(error: unknown): string {
  const refusal = refusalOf(error)
  if (refusal?.code !== 'CONTACT_TOO_OFTEN') return refusal?.text ?? m.contact_error_failed()
  const wait = Number(Object(Object(error).data).retryAfter)
  return m.contact_error_too_often({ count: Math.max(1, Math.ceil((wait || 60) / 60)) })
}
