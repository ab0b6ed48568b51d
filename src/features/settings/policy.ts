import { usernameProblem } from '#features/accounts/policy.ts'
import { authorName, defaultDisplayName, isDeletedName } from '#platform/names.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, neat } from '#platform/text.ts'
import { profileLimits } from './terms.ts'

export const profileCodes = ['DISPLAY_NAME_TOO_LONG', 'DISPLAY_NAME_RESERVED', 'FULL_NAME_TOO_LONG', 'BIO_TOO_LONG', 'PICTURE_UNKNOWN'] as const

export type Names = { displayName: string; firstName: string; lastName: string; username: string }
export type ProfileWords = Names & { bio: string }

/** The words of a profile as they are kept. A display name that is left empty follows the other names again. */
export function neatWords({ displayName, firstName, lastName, username, bio }: ProfileWords): ProfileWords & { fullName: string } {
  const [first, last, name] = [oneLine(firstName), oneLine(lastName), neat(username)]
  return {
    displayName: oneLine(displayName) || defaultDisplayName({ first, last, username: name }),
    firstName: first,
    lastName: last,
    fullName: `${first} ${last}`.trim(),
    username: name,
    bio: neat(bio),
  }
}

/** Whether the display name is the default and so follows the person's names. A chosen name stays when they change. */
export const followsNames = ({ displayName, firstName, lastName, username }: Names) =>
  displayName === defaultDisplayName({ first: firstName, last: lastName, username })

/** What keeps these words, neat already, from being kept. */
export function profileProblems(words: ReturnType<typeof neatWords>): FieldProblems {
  const username = usernameProblem(words.username)
  const problems: [string, string | false | null][] = [
    ['displayName', lengthOf(words.displayName) > profileLimits.displayName && 'DISPLAY_NAME_TOO_LONG'],
    ['displayName', isDeletedName(words.displayName) && 'DISPLAY_NAME_RESERVED'],
    ['firstName', isDeletedName(authorName(words.firstName, words.lastName) ?? '') && 'DISPLAY_NAME_RESERVED'],
    ['lastName', lengthOf(words.fullName) > profileLimits.fullName && 'FULL_NAME_TOO_LONG'],
    ['bio', lengthOf(words.bio) > profileLimits.bio && 'BIO_TOO_LONG'],
    ['username', username],
  ]
  return Object.fromEntries(problems.flatMap(([field, code]) => (code ? [[field, code]] : [])))
}

const oneLine = (text: string) => neat(text).replace(/\s+/g, ' ')
