import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { emailOf, passwordProblem, passwordText } from '../policy.ts'
import type { PasswordProblem } from '../terms.ts'
import list from './common-passwords.txt?raw'

/** Facts about a person that others know and would try first as a password. */
export type PasswordOwner = { email: string | null; names: readonly (string | null)[] }

/** Returns the problem of a new password for this person, or null. */
export function newPasswordProblem(password: string, owner: PasswordOwner): PasswordProblem | null {
  const problem = passwordProblem(password)
  if (problem) return problem
  if (isCommonPassword(password)) return 'PASSWORD_COMMON'
  return isPersonal(password, owner) ? 'PASSWORD_PERSONAL' : null
}

/** The same for an existing account. */
export async function changedPasswordProblem(db: Db, { personId, password }: { personId: string; password: string }): Promise<PasswordProblem | null> {
  const person = await db.selectFrom('person').select(['email', 'full_name', 'display_name', 'username']).where('id', '=', personId).executeTakeFirst()
  return newPasswordProblem(password, {
    email: person?.email ?? null,
    names: person ? [person.full_name, person.display_name, person.username] : [],
  })
}

/**
 * True if a password consists only of the person's names, parts of the address and the product's name, in any order, with digits and signs
 * between them.
 */
function isPersonal(password: string, { email, names }: PasswordOwner): boolean {
  const address = emailOf(email ?? '')
  const ofAddress = [address, ...address.split('@'), ...address.split('+'), ...address.split(/[@.+_-]/)]
  const words = [...names, ...names.flatMap((name) => (name ?? '').split(/\s+/)), ...ofAddress, brand.name]
  const known = [...new Set(words.map((word) => lettersOf(word ?? '')))].filter(({ length }) => length >= 3).sort((a, b) => b.length - a.length)
  const given = lettersOf(password)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), given)
  return given !== '' && rest === ''
}

/** Keeps letters only, so that `Ada.Lovelace-1815` and `adalovelace` are the same guess. */
const lettersOf = (text: string) => passwordText(text).toLowerCase().replace(/\P{L}/gu, '')

let common: Set<string> | undefined

/** True if a password is among the 10,000 most common ones, in any case. */
function isCommonPassword(password: string): boolean {
  common ??= new Set(list.split('\n').filter(Boolean))
  return common.has(passwordText(password).toLowerCase())
}
