import { isDeletedName } from '#platform/names.ts'
import { isCleanText, lengthOf, neat } from '#platform/text.ts'
import { isNoAddress } from '../../no-address.ts'
import { accountLimits, namesOf } from '../../policy.ts'
import { isReservedName } from '../reserved-names.ts'

type Coming = { name: string; email: string; emailVerified: boolean }

/**
 * The account of somebody who comes from another site for the first time. With an address that the site has confirmed
 * it counts at once; without one its pledges wait. What that site calls a name is shortened to what fits here.
 */
export function newPerson({ name, email, emailVerified }: Coming) {
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
  const name = neat(given.replace(/\p{C}+/gu, ' ')).replace(/\s+/g, ' ')
  const cut = lengthOf(name) > accountLimits.fullName ? neat([...name].slice(0, accountLimits.fullName).join('')) : name
  return isCleanText(cut) && !isDeletedName(cut) && !isReservedName(cut) && /[\p{L}\p{N}]/u.test(cut) ? cut : ''
}
