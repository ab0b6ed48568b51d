import { createHmac, hkdfSync } from 'node:crypto'
import { canonicalAddress } from '#platform/canonical-address.ts'

export type AddressKey = (email: string | null) => string | null

/**
 * What is kept of an address when its account is deleted or gets another: enough to know it again, nothing to read it from. Only who has
 * the site's secret can try addresses; with another secret the keys that are kept fit nobody.
 */
export function openAddressKey(secret: string): AddressKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'addresses of deleted accounts', 32))
  return (email) => (email === null ? null : createHmac('sha256', key).update(canonicalAddress(email)).digest('hex'))
}
