import type { SiteWarning } from '#features/operator/terms.ts'
import type { SecretProblem } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'

type Options = { config: Pick<Config, 'isPublic' | 'mail' | 'countsWithoutMail' | 'sourceUrl'>; secretProblems: readonly SecretProblem[] }

/** Returns the warnings that an operator gets from the start: the code for the operators' page, the line for the log and the banner. */
export function siteWarningsOf({ config: { isPublic, mail, countsWithoutMail, sourceUrl }, secretProblems }: Options): { code: SiteWarning; line: string }[] {
  const found: { code: SiteWarning; line: string }[] = [...secretProblems]
  if (isPublic && !mail) found.push(countsWithoutMail ? { code: 'COUNTS_WITHOUT_MAIL', line: unconfirmed } : { code: 'COUNTS_NOBODY', line: nobody })
  if (isPublic && !sourceUrl) found.push({ code: 'NO_SOURCE_URL', line: noSource })
  return found
}

const nobody =
  'This public site sends no email, so nobody can confirm an address and new accounts do not count. Set SMTP_URL and MAIL_FROM, or COUNT_WITHOUT_MAIL=yes to count everyone without confirmation.'
const unconfirmed =
  'This public site counts every account without confirmation (COUNT_WITHOUT_MAIL=yes): anyone who makes several accounts is counted several times.'
const noSource =
  'This public site has no link to its source code. The licence (AGPL-3.0, section 13) asks for one once you have changed the program. Set SOURCE_URL.'
