import { normalized } from '#platform/text.ts'
import { noAddress } from '../../no-address.ts'
import { emailOf, isEmail } from '../../policy.ts'
import type { WayName } from '../../ways.ts'

/** The data that we take from another site: a name, and an address only if that site has confirmed it. Never the picture. */
export type Taken = { name: string; email: string; emailVerified: boolean; image: undefined }

const confirmedBy: Record<WayName, (profile: Record<string, unknown>) => unknown> = {
  google: ({ email_verified }) => email_verified,
  twitch: ({ email_verified }) => email_verified,
  discord: ({ verified }) => verified,
  // Facebook's API never reports a confirmed address, so its addresses are taken as unconfirmed.
  facebook: ({ email_verified }) => email_verified,
}

/**
 * Another site's profile as the library receives it. An unconfirmed address could be anybody's, so it is replaced by a random one that
 * matches no account.
 */
export function takenFrom(way: WayName, profile: object): Taken {
  const said: Record<string, unknown> = { ...profile }
  const { email, name } = said
  const known = typeof email === 'string' && confirmedBy[way](said) === true && isEmail(emailOf(email)) ? emailOf(email) : null
  const called = [name, said.global_name, said.preferred_username, said.username].find((text) => typeof text === 'string' && normalized(text) !== '')
  return { name: String(called ?? ''), email: known ?? noAddress(crypto.randomUUID()), emailVerified: true, image: undefined }
}
