import { privateTexts } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { failureText } from '#platform/client/failure-text.ts'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

const ofStatement = { STATEMENT_MISSING: m.admin_statement_missing, STATEMENT_TOO_LONG: m.admin_statement_too_long, ...privateTexts }
const texts = { CAMPAIGN_NOT_ACTIVE: () => m.admin_ended_already(nouns), UNAUTHORIZED: m.admin_signed_out }

/** The text for a failure to end a campaign. */
export const endProblemText = (error: unknown) => fieldTexts(refusalOf(error)?.fields ?? {}, ofStatement).statement ?? failureText(error, texts)
