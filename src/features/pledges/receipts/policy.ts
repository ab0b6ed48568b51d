import type { receiptNeeded } from './terms.ts'

export type ReceiptNeeds = (typeof receiptNeeded)[number]
/** Properties of the account that made the pledge. */
export type Account = { hasAddress: boolean; isVerified: boolean; hasPassword: boolean }

/**
 * An address that is not confirmed may be another person's. Such an account sees a repeated pledge as counted (`shownState`), but a list does not
 * contain it. So its receipt would tell that the owner of the address has joined.
 */
export function receiptNeeds({ hasAddress, isVerified, hasPassword }: Account): ReceiptNeeds {
  if (hasAddress && !isVerified) return 'confirmed_address'
  return hasPassword ? 'password' : 'nothing'
}
