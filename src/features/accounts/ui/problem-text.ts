import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import type { ChangeEmailProblem, SignUpProblem } from '../policy.ts'

const toPublish = (what: () => string) => () => m.trust_publishes_without({ what: what() })

export const accountTexts: Record<SignUpProblem | ChangeEmailProblem, () => string> = {
  FULL_NAME_REQUIRED: m.accounts_error_full_name_required,
  FULL_NAME_TOO_LONG: m.accounts_error_full_name_too_long,
  FULL_NAME_RESERVED: m.accounts_error_full_name_reserved,
  PRIVATE_PHONE_NUMBER: toPublish(m.trust_detail_phone_number),
  PRIVATE_EMAIL: toPublish(m.trust_detail_email),
  PRIVATE_HOME_ADDRESS: toPublish(m.trust_detail_home_address),
  PRIVATE_ID_NUMBER: toPublish(m.trust_detail_id_number),
  EMAIL_INVALID: m.accounts_error_email_invalid,
  EMAIL_TEMPORARY: m.accounts_error_email_temporary,
  EMAIL_UNCHANGED: m.accounts_error_email_unchanged,
  CURRENT_PASSWORD_WRONG: m.accounts_error_current_password,
  USERNAME_CHARACTERS: m.accounts_error_username_characters,
  USERNAME_TOO_SHORT: m.accounts_error_username_too_short,
  USERNAME_TOO_LONG: m.accounts_error_username_too_long,
  USERNAME_RESERVED: m.accounts_error_username_reserved,
  USERNAME_TAKEN: m.accounts_error_username_taken,
  PASSWORD_TOO_SHORT: m.accounts_error_password_too_short,
  PASSWORD_TOO_LONG: m.accounts_error_password_too_long,
  PASSWORD_COMMON: m.accounts_error_password_common,
  PASSWORD_REPEATS: m.accounts_error_password_repeats,
  PASSWORD_PERSONAL: m.accounts_error_password_personal,
}

/** The text for each field with a problem. */
export const problemTexts = (problems: Record<string, string>) => fieldTexts(problems, accountTexts)
