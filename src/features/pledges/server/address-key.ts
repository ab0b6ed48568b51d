import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { canonicalAddresses } from '#platform/canonical-address.ts'
import { openMailboxKeys } from '#platform/server/mailbox-keys.ts'

/** Keyed hashes of a mailbox for one campaign: the first one is stored, all of them are recognized. Empty without an address. */
export type AddressKeys = readonly string[]
export type AddressKey = {
  (email: string | null, campaignId: string): AddressKeys
  /** Keys of an account for one campaign. Pledges of an unconfirmed address have these alone, because it may be another person's. */
  ofAccount: (personId: string, campaignId: string) => AddressKeys
  /** Keyed hashes of a mail domain for one campaign, 32 bits each: the first one is stored, all of them are recognized. */
  ofDomain: (domain: string, campaignId: string) => readonly number[]
}

/**
 * Makes the keys by which a mailbox counts once per campaign. Without the site's secret a key does not reveal the address, and the
 * keys of one mailbox in two campaigns have nothing in common. Keys made with a secret in `previous`, and those of an earlier rule
 * that did not depend on the campaign or knew fewer spellings of a mailbox, are still recognized.
 */
export function openAddressKey(secret: string, previous: readonly string[] = []): AddressKey {
  const ofCampaign = openMailboxKeys({ purpose: 'mailboxes that count in a campaign', secret, previous })
  const ofAll = [secret, ...previous].map((each) => createSecretKey(Buffer.from(hkdfSync('sha256', each, '', 'addresses of deleted accounts', 32))))
  const ofAccounts = [secret, ...previous].map((each) => createSecretKey(Buffer.from(hkdfSync('sha256', each, '', 'accounts that count in a campaign', 32))))
  const ofDomains = [secret, ...previous].map((each) => createSecretKey(Buffer.from(hkdfSync('sha256', each, '', 'mail domains of joins', 32))))
  const addressKey = (email: string | null, campaignId: string) => {
    if (email === null) return []
    const hashed = canonicalAddresses(email).flatMap((address) => ofAll.map((key) => createHmac('sha256', key).update(address).digest('hex')))
    return [...ofCampaign(email, campaignId), ...hashed]
  }
  const ofAccount = (personId: string, campaignId: string) =>
    ofAccounts.map((key) => createHmac('sha256', key).update(`${campaignId} ${personId}`).digest('hex'))
  const ofDomain = (domain: string, campaignId: string) =>
    ofDomains.map((key) => createHmac('sha256', key).update(`${campaignId} ${domain.toLowerCase()}`).digest().readInt32BE())
  return Object.assign(addressKey, { ofAccount, ofDomain })
}

/** Keys of a person in one campaign. `mailbox` are those of a confirmed address, with those of the account; `domain` is that of the address's mail domain. */
export type PledgeKeys = { mailbox: AddressKeys; account: AddressKeys; domain: number | null }

type Keyed = { email: string | null; personId: string; campaignId: string }

export function pledgeKeysOf(addressKey: AddressKey, { email, personId, campaignId }: Keyed): PledgeKeys {
  const account = addressKey.ofAccount(personId, campaignId)
  const [domain = null] = email === null ? [] : addressKey.ofDomain(email.slice(email.lastIndexOf('@') + 1), campaignId)
  return { mailbox: [...addressKey(email, campaignId), ...account], account, domain }
}
