import { usernameProblem } from '#features/accounts/policy.ts'
import { authorName, defaultDisplayName, isDeletedName } from '#platform/names.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { profileLimits } from './terms.ts'

export const profileCodes = ['DISPLAY_NAME_TOO_LONG', 'DISPLAY_NAME_RESERVED', 'FULL_NAME_TOO_LONG', 'BIO_TOO_LONG', 'PICTURE_UNKNOWN'] as const

export type Names = { displayName: string; firstName: string; lastName: string; username: string }
export type ProfileWords = Names & { bio: string }

const profileFields = ['username', 'displayName', 'firstName', 'lastName', 'bio', 'avatarMediaId'] as const

/** True if the change names what others see on the profile, which needs a confirmed address. */
export const namesProfile = (changes: { [Field in (typeof profileFields)[number]]?: unknown }) => profileFields.some((field) => changes[field] !== undefined)

/** Normalizes the texts of a profile. An empty display name is replaced by the default one. */
export function normalizedWords({ displayName, firstName, lastName, username, bio }: ProfileWords): ProfileWords & { fullName: string } {
  const [first, last, name] = [oneLine(firstName), oneLine(lastName), normalized(username)]
  return {
    displayName: oneLine(displayName) || defaultDisplayName({ first, last, username: name }),
    firstName: first,
    lastName: last,
    fullName: `${first} ${last}`.trim(),
    username: name,
    bio: normalized(bio),
  }
}

/** True if the display name is the default one, which follows the person's names. A chosen display name stays when they change. */
export const followsNames = ({ displayName, firstName, lastName, username }: Names) =>
  displayName === defaultDisplayName({ first: firstName, last: lastName, username })

/** Validates texts that `normalizedWords` has normalized. */
export function profileProblems(words: ReturnType<typeof normalizedWords>): FieldProblems {
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

const oneLine = (text: string) => normalized(text).replace(/\s+/g, ' ')
