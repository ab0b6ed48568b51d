import { defaultDisplayName, isDeletedName, splitName } from '#platform/names.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { asciiDomain, isCleanText, lengthOf, normalized } from '#platform/text.ts'
import type { Ways } from './contract.ts'
import { accountLimits, type PasswordProblem, type UsernameProblem } from './terms.ts'
import type { WayName } from './ways.ts'

export type SignUp = { name: string; email: string; username: string; password: string }

export type SignUpProblem = FullNameProblem | PrivateNameProblem | EmailProblem | UsernameProblem | PasswordProblem
type FullNameProblem = 'FULL_NAME_REQUIRED' | 'FULL_NAME_TOO_LONG' | 'FULL_NAME_RESERVED'
/** A detail of a private person in a name. */
export type PrivateNameProblem = 'PRIVATE_PHONE_NUMBER' | 'PRIVATE_EMAIL' | 'PRIVATE_HOME_ADDRESS' | 'PRIVATE_ID_NUMBER'
export type EmailProblem = 'EMAIL_INVALID' | 'EMAIL_TEMPORARY'
export type ChangeEmailProblem = EmailProblem | 'EMAIL_UNCHANGED' | 'CURRENT_PASSWORD_WRONG'

/** Validates a sign-up with the rules that need no database. */
export function signUpProblems({ name, email, username, password }: SignUp): FieldProblems<SignUpProblem> {
  const found = {
    name: nameProblem(name),
    email: isEmail(emailOf(email)) ? null : ('EMAIL_INVALID' as const),
    username: usernameProblem(username),
    password: passwordProblem(password),
  }
  return Object.fromEntries(Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

function nameProblem(name: string): SignUpProblem | null {
  if (!isCleanText(name) || isDeletedName(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'FULL_NAME_REQUIRED'
  return lengthOf(name) > accountLimits.fullName ? 'FULL_NAME_TOO_LONG' : null
}

export function usernameProblem(given: string): UsernameProblem | null {
  const username = normalized(given)
  if (username === '') return null
  if (!/^[A-Za-z0-9_]+$/.test(username)) return 'USERNAME_CHARACTERS'
  if (username.length < accountLimits.usernameFrom) return 'USERNAME_TOO_SHORT'
  if (username.length > accountLimits.username) return 'USERNAME_TOO_LONG'
  return isReserved(username) ? 'USERNAME_RESERVED' : null
}

/** Validates a new password with the rules that need neither the list of common passwords nor its owner's names. */
export function passwordProblem(password: string): PasswordProblem | null {
  const length = [...passwordText(password)].length
  if (length < accountLimits.passwordFrom) return 'PASSWORD_TOO_SHORT'
  if (length > accountLimits.password) return 'PASSWORD_TOO_LONG'
  return isRepeated(passwordText(password)) ? 'PASSWORD_REPEATS' : null
}

/** True for one to four characters repeated in any case (`aaaaaa`, `abcabc`), and for spaces only. */
const isRepeated = (password: string) => /^(.{1,4}?)\1+$/su.test(password.toLowerCase()) || password.trim() === ''

/** Normalises an address, so that one mailbox has one spelling; some browsers send an international domain in its DNS form. */
export const emailOf = (given: string) => withDnsDomain(normalized(given).toLowerCase())

function withDnsDomain(email: string): string {
  const domain = email.lastIndexOf('@') + 1
  return domain > 0 ? email.slice(0, domain) + asciiDomain(email.slice(domain)) : email
}

/** NFKC makes the same password typed on different keyboards equal. Spaces at the ends are part of the password. */
export const passwordText = (given: string) => given.normalize('NFKC')

export function isEmail(given: string): boolean {
  const text = withDnsDomain(given)
  return text.length <= accountLimits.email && /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i.test(text)
}

const reservedNames = new Set(
  `about abuse account accounts admin administrator administrators anonymous api auth billing boycott campaign campaigns cause causes communities
  community contact dashboard deleted explore help holdout hostmaster industries industry info login logout mail me media mod moderation moderator
  moderators mods news noreply notifications nobody null official operator owner password postmaster press privacy profile root search security
  settings signin signout signup site staff static status superuser support supporter sysadmin system target targets team terms undefined user users
  verified victory webmaster`.split(/\s+/),
)

/** Names that appear to speak for the site, also with underscores between the letters. */
function isReserved(username: string): boolean {
  return reservedNames.has(username.toLowerCase().replaceAll('_', '')) || /^_+$/.test(username)
}

/** Derives the stored names of a new account. */
export function namesOf({ name, username }: Pick<SignUp, 'name' | 'username'>) {
  const fullName = normalized(name).replace(/\s+/g, ' ')
  const { first, last } = splitName(fullName)
  return { fullName, first, last, displayName: defaultDisplayName({ first, last, username: normalized(username) }) }
}

/** True if the person can still sign in after this provider is unlinked. A provider without credentials on this site does not count. */
export function mayUnlink({ hasPassword, others }: Ways, provider: WayName): boolean {
  return hasPassword || others.some(({ name, isLinked, isConfigured }) => name !== provider && isLinked && isConfigured)
}
