import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { canonicalAddresses } from '../canonical-address.ts'

/** Keyed hashes of a mailbox in one place: the first one is stored, all of them are recognized. Empty without an address. */
export type MailboxKeys = (email: string | null, placeId: string) => readonly string[]

type Options = { purpose: string; secret: string; previous: readonly string[] }

/**
 * Without the site's secret a key does not reveal the address, and the keys of one mailbox in two places have nothing in common. Keys made with
 * a secret in `previous`, or by an earlier rule for spellings of a mailbox, are still recognized.
 */
export function openMailboxKeys({ purpose, secret, previous }: Options): MailboxKeys {
  const keys = [secret, ...previous].map((each) => createSecretKey(Buffer.from(hkdfSync('sha256', each, '', purpose, 32))))
  return (email, placeId) => {
    if (email === null) return []
    return canonicalAddresses(email).flatMap((address) => keys.map((key) => createHmac('sha256', key).update(`${placeId} ${address}`).digest('hex')))
  }
}
