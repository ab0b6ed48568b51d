import { neat } from '#platform/text.ts'
import { noAddress } from '../../no-address.ts'
import { emailOf, isEmail } from '../../policy.ts'
import type { WayName } from '../../ways.ts'

/** What we take from another site: a name, and an address only if that site has confirmed it. Never the picture. */
export type Taken = { name: string; email: string; emailVerified: boolean; image: undefined }

const confirmedBy: Record<WayName, (profile: Record<string, unknown>) => unknown> = {
  google: ({ email_verified }) => email_verified,
  twitch: ({ email_verified }) => email_verified,
  discord: ({ verified }) => verified,
  // Its programming interface never says so: an address from there is taken as unconfirmed.
  facebook: ({ email_verified }) => email_verified,
}

/**
 * The profile of another site as the library may see it. An address that the site has not confirmed is dropped: it could
 * be anybody's. Its place is taken by one that fits nobody, so that the library finds no account by it.
 */
export function takenFrom(way: WayName, profile: object): Taken {
  const said: Record<string, unknown> = { ...profile }
  const { email, name } = said
  const known = typeof email === 'string' && confirmedBy[way](said) === true && isEmail(emailOf(email)) ? emailOf(email) : null
  const called = [name, said.global_name, said.preferred_username, said.username].find((text) => typeof text === 'string' && neat(text) !== '')
  return { name: String(called ?? ''), email: known ?? noAddress(crypto.randomUUID()), emailVerified: true, image: undefined }
}
