import type { SiteWarning } from '#features/jobs/terms.ts'
import type { Config } from '#platform/server/config.ts'

type Given = { config: Pick<Config, 'isPublic' | 'mail' | 'countsWithoutMail'>; secretAdvice: string | null }

/** What an operator should know from the start on: the code for the operators' page, the line for the log and the banner. */
export function siteWarningsOf({ config: { isPublic, mail, countsWithoutMail }, secretAdvice }: Given): { code: SiteWarning; line: string }[] {
  const found: { code: SiteWarning; line: string }[] = []
  if (secretAdvice) found.push({ code: 'WEAK_SECRET', line: secretAdvice })
  if (isPublic && !mail) found.push(countsWithoutMail ? { code: 'COUNTS_WITHOUT_MAIL', line: unconfirmed } : { code: 'COUNTS_NOBODY', line: nobody })
  return found
}

const nobody =
  'This public site sends no mail, so nobody can confirm an address and new accounts do not count. Set SMTP_URL and MAIL_FROM, or COUNT_WITHOUT_MAIL=yes to count everybody without confirmation.'
const unconfirmed = 'This public site counts every account without confirmation (COUNT_WITHOUT_MAIL=yes): whoever makes many accounts counts many times.'
