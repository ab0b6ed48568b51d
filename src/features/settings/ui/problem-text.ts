import { problemTexts } from '#features/accounts/ui/public.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'

const texts: Record<string, () => string> = {
  DISPLAY_NAME_TOO_LONG: m.settings_error_display_name_too_long,
  DISPLAY_NAME_RESERVED: m.settings_error_display_name_reserved,
  FULL_NAME_TOO_LONG: m.settings_error_full_name_too_long,
  BIO_TOO_LONG: m.settings_error_bio_too_long,
  PICTURE_UNKNOWN: m.settings_error_picture_unknown,
}

/** The text for each field with a problem. */
export function fieldTexts(problems: Record<string, string>): Record<string, string> {
  const own = Object.entries(problems).flatMap(([field, code]) => (texts[code] ? [[field, texts[code]()] as const] : []))
  return { ...problemTexts(problems), ...Object.fromEntries(own) }
}

type Failing = { failed: () => string; signedOut?: () => string }

/** The text for a failed request: signed out, or `failed` for every other reason. */
export const failureText = (error: unknown, { failed, signedOut = m.settings_signed_out }: Failing): string =>
  refusalOf(error)?.code === 'UNAUTHORIZED' ? signedOut() : failed()
