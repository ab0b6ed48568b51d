import { isDeletedName } from '#platform/names.ts'
import { isCleanText, lengthOf, normalized } from '#platform/text.ts'
import { namesOf } from '../../policy.ts'
import { accountLimits } from '../../terms.ts'
import { isReservedName } from '../reserved-names.ts'
import type { ExternalProfile } from './profile.ts'

/**
 * The account of a person who comes from another site for the first time. It counts at once if it has an address, because only confirmed ones
 * are taken; otherwise its pledges wait. A name that does not meet our rules is shortened or dropped.
 */
export function newPerson({ name, email }: Pick<ExternalProfile, 'name' | 'email'>) {
  const isConfirmed = email !== null
  const { fullName, first, last, displayName } = namesOf({ name: fitting(name), username: '' })
  return {
    email,
    email_verified: isConfirmed,
    full_name: fullName,
    first_name: first,
    last_name: last,
    display_name: displayName,
    counting_from: isConfirmed ? new Date() : null,
  }
}

function fitting(given: string): string {
  const name = normalized(given.replace(/\p{C}+/gu, ' ')).replace(/\s+/g, ' ')
  const cut = lengthOf(name) > accountLimits.fullName ? normalized([...name].slice(0, accountLimits.fullName).join('')) : name
  return isCleanText(cut) && !isDeletedName(cut) && !isReservedName(cut) && /[\p{L}\p{N}]/u.test(cut) ? cut : ''
}
