import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'
import { addressLimits } from './terms.ts'

/** `next`: when the moderator may read another address. */
export const addressLimitText = (next: Date) => m.people_address_limit({ count: addressLimits.perDay, time: fullTime(next) })
