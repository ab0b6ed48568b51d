import { z } from 'zod'
import { normalized } from '#platform/text.ts'
import { emailOf, isEmail } from '../../policy.ts'
import type { WayName } from '../../ways.ts'

/** The data that we take from another site: its id of the person, a name, and an address only if that site has confirmed it. Never the picture. */
export type ExternalProfile = { subject: string; name: string; email: string | null }

const Subject = z.union([z.string().regex(/\S/), z.number()]).transform(String)

const confirmedBy: Record<WayName, (profile: Record<string, unknown>) => unknown> = {
  google: ({ email_verified }) => email_verified,
  twitch: ({ email_verified }) => email_verified,
  discord: ({ verified }) => verified,
  // Facebook's API never reports a confirmed address, so its addresses are taken as unconfirmed.
  facebook: ({ email_verified }) => email_verified,
}

/** Reads another site's profile. An unconfirmed address could be anybody's, so it is dropped. */
export function readProfile(way: WayName, claims: Record<string, unknown>): ExternalProfile {
  const { email, name } = claims
  const known = typeof email === 'string' && confirmedBy[way](claims) === true && isEmail(emailOf(email)) ? emailOf(email) : null
  const called = [name, claims.global_name, claims.preferred_username, claims.username].find((text) => typeof text === 'string' && normalized(text) !== '')
  return { subject: Subject.parse(claims.sub ?? claims.id), name: String(called ?? ''), email: known }
}
