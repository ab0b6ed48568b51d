import { isDeletedName } from '#platform/names.ts'
import { isCleanText, lengthOf, normalized } from '#platform/text.ts'
import { isNoAddress } from '../../no-address.ts'
import { accountLimits, namesOf } from '../../policy.ts'
import { isReservedName } from '../reserved-names.ts'

type ExternalProfile = { name: string; email: string; emailVerified: boolean }

/**
 * The account of a person who comes from another site for the first time. It counts at once if the site has confirmed the address; otherwise
 * its pledges wait. A name that does not meet our rules is shortened or dropped.
 */
export function newPerson({ name, email, emailVerified }: ExternalProfile) {
  const isConfirmed = emailVerified && !isNoAddress(email)
  const { fullName, first, last, displayName } = namesOf({ name: fitting(name), username: '' })
  return {
    name: fullName,
    firstName: first,
    lastName: last,
    displayName,
    image: null,
    emailVerified: isConfirmed,
    countingFrom: isConfirmed ? new Date() : null,
  }
}

function fitting(given: string): string {
  const name = normalized(given.replace(/\p{C}+/gu, ' ')).replace(/\s+/g, ' ')
  const cut = lengthOf(name) > accountLimits.fullName ? normalized([...name].slice(0, accountLimits.fullName).join('')) : name
  return isCleanText(cut) && !isDeletedName(cut) && !isReservedName(cut) && /[\p{L}\p{N}]/u.test(cut) ? cut : ''
}
