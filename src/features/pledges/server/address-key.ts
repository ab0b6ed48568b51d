import { createHmac, hkdfSync } from 'node:crypto'
import { canonicalAddress } from '#platform/canonical-address.ts'

/** The keys of an address: the first is stored, all are recognised. None without an address. */
export type AddressKeys = readonly string[]
export type AddressKey = (email: string | null) => AddressKeys

/**
 * What is stored of an address when its account is deleted or gets another: enough to recognise it, nothing to read it from. Only
 * who has the site's secret can try addresses. Keys that were made with an earlier secret are recognised while it is in `previous`.
 */
export function openAddressKey(secret: string, previous: readonly string[] = []): AddressKey {
  const keys = [secret, ...previous].map((each) => Buffer.from(hkdfSync('sha256', each, '', 'addresses of deleted accounts', 32)))
  return (email) => (email === null ? [] : keys.map((key) => createHmac('sha256', key).update(canonicalAddress(email)).digest('hex')))
}
