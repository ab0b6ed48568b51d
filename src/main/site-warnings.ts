import type { SiteWarning } from '#features/operator/terms.ts'
import { brand } from '#platform/brand.ts'
import type { SecretProblem } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/store/open-store.ts'

type SiteWarnings = { code: SiteWarning; line: string }[]
type Options = { config: Pick<Config, 'isPublic' | 'mail' | 'countsWithoutMail' | 'sourceUrl'>; secretProblems: readonly SecretProblem[] }

/** Returns the warnings that an operator gets from the start: the code for the operators' page, the line for the log and the banner. */
export function siteWarningsOf({ config: { isPublic, mail, countsWithoutMail, sourceUrl }, secretProblems }: Options): SiteWarnings {
  const found: SiteWarnings = [...secretProblems]
  if (isPublic && !mail) found.push(countsWithoutMail ? { code: 'COUNTS_WITHOUT_MAIL', line: unconfirmed } : { code: 'COUNTS_NOBODY', line: nobody })
  if (isPublic && !sourceUrl) found.push({ code: 'NO_SOURCE_URL', line: noSource })
  if (isPublic && isExample(brand.contact.general)) found.push({ code: 'NO_CONTACT', line: noContact })
  if (isPublic && brand.governingLaw === '') found.push({ code: 'NO_LAW', line: noLaw })
  return found
}

/** The lines about what a start cannot know from its settings: nobody can open the operators' pages. */
export async function roleWarnings(db: Db): Promise<string[]> {
  const administrator = await db.selectFrom('person').select('id').where('role', '=', 'admin').where('deleted_at', 'is', null).limit(1).executeTakeFirst()
  return administrator ? [] : [noAdministrator]
}

/** The addresses that brand.json has from the beginning. */
const isExample = (address: string) => address.endsWith('.example')

const noAdministrator = 'Nobody has the role of administrator. Sign up, then run: npm run -s cli -- grant ADDRESS admin'
const noContact = 'The contact addresses are those of an example, so nobody can write to you. Put yours into a file (contact) and set BRAND_FILE to its path.'
const noLaw = 'The terms name no governing law. Put it into a file (governingLaw) and set BRAND_FILE to its path.'
const nobody =
  'This public site sends no email, so nobody can confirm an address and new accounts do not count. Set SMTP_URL and MAIL_FROM, or COUNT_WITHOUT_MAIL=yes to count everyone without confirmation.'
const unconfirmed =
  'This public site counts every account without confirmation (COUNT_WITHOUT_MAIL=yes): anyone who makes several accounts is counted several times.'
const noSource =
  'This public site has no link to its source code. The licence (AGPL-3.0, section 13) asks for one once you have changed the program. Set SOURCE_URL.'
