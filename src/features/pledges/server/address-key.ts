import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { canonicalAddress } from '#platform/canonical-address.ts'

/** Keyed hashes of a mailbox for one campaign: the first one is stored, all of them are recognized. Empty without an address. */
export type AddressKeys = readonly string[]
export type AddressKey = (email: string | null, campaignId: string) => AddressKeys

/**
 * Makes the keys by which a mailbox counts once per campaign. Without the site's secret a key does not reveal the address, and the
 * keys of one mailbox in two campaigns have nothing in common. Keys made with a secret in `previous`, and those of an earlier rule
 * that did not depend on the campaign, are still recognized.
 */
export function openAddressKey(secret: string, previous: readonly string[] = []): AddressKey {
  const keysFor = (purpose: string) => [secret, ...previous].map((each) => createSecretKey(Buffer.from(hkdfSync('sha256', each, '', purpose, 32))))
  const ofCampaigns = keysFor('mailboxes that count in a campaign')
  const ofAll = keysFor('addresses of deleted accounts')
  return (email, campaignId) => {
    if (email === null) return []
    const address = canonicalAddress(email)
    const hashed = (key: ReturnType<typeof createSecretKey>, text: string) => createHmac('sha256', key).update(text).digest('hex')
    return [...ofCampaigns.map((key) => hashed(key, `${campaignId} ${address}`)), ...ofAll.map((key) => hashed(key, address))]
  }
}
