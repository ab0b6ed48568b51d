import { accountTexts } from '#features/accounts/ui/problem-text.ts'
import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

const texts = {
  ...accountTexts,
  DISPLAY_NAME_TOO_LONG: m.settings_error_display_name_too_long,
  DISPLAY_NAME_RESERVED: m.settings_error_display_name_reserved,
  FULL_NAME_TOO_LONG: m.settings_error_full_name_too_long,
  BIO_TOO_LONG: m.settings_error_bio_too_long,
  PICTURE_UNKNOWN: m.settings_error_picture_unknown,
}

/** The text for each field with a problem. */
export const problemTexts = (problems: Record<string, string>) => fieldTexts(problems, texts)

type Failing = { failed: () => string; signedOut?: () => string }

/** The text for a failed request: signed out, unconfirmed, or `failed` for every other reason. */
export function savingProblem(error: unknown, { failed, signedOut = m.settings_signed_out }: Failing): string {
  const refusal = refusalOf(error)
  if (refusal?.code === 'UNAUTHORIZED') return signedOut()
  return refusal?.code === 'CONFIRM_EMAIL_FIRST' ? (refusal.text ?? failed()) : failed()
}
