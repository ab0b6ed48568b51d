import { getOAuthState } from 'better-auth/api'
import { z } from 'zod'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { firstClaim } from '../first-claim.ts'
import type { SuspensionReader } from '../suspension.ts'
import type { IsTemporary } from '../temporary-addresses.ts'

type Reader<Found> = (cookies: string | null) => Found
type Options = {
  db: Db
  viewerOf: Reader<Promise<Viewer | null>>
  tokenOf: Reader<string | null>
  sessions: Pick<Sessions, 'haveEnded'>
  isTemporary: IsTemporary
  isSignUpClosed: () => boolean
  suspensionAt: SuspensionReader
}
type IncomingIdentity = {
  user: { id?: string; email?: string }
  source: { action: string; oauth?: { providerId: string; profile?: Record<string, unknown> | undefined } | undefined }
}

const Subject = z.union([z.string(), z.number()]).transform(String)

/**
 * Called by the library before it accepts another site's identity. Decides if the person may sign in or link, and makes the first claim if
 * the account's address was just proved. A refusal is a code.
 */
export function openIncoming({ db, viewerOf, tokenOf, sessions, isTemporary, isSignUpClosed, suspensionAt }: Options) {
  return async function judge({ user, source }: IncomingIdentity, { headers }: { headers?: Headers | undefined }): Promise<{ error: string } | undefined> {
    if ((!user.id || source.action === 'create-user') && isSignUpClosed()) return { error: 'sign_up_closed' }
    if (!user.id || source.action === 'create-user') return user.email && isTemporary(user.email) ? { error: 'address_temporary' } : undefined
    const person = await db
      .selectFrom('person')
      .select(['email', 'email_verified', 'confirmed_by_link_alone', 'deleted_at'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    // The account was just deleted and its link to this other site's account soon will be. The next try finds no account.
    if (!person || person.deleted_at) return { error: 'internal_server_error' }
    const suspension = await suspensionAt(user.id)
    if (suspension) return { error: `account_suspended.${suspension.decisionId ?? ''}` }
    const cookies = headers?.get('cookie') ?? null
    const isLinking = (await getOAuthState())?.link !== undefined
    // The person who began the linking must still be signed in here.
    if (isLinking && (await viewerOf(cookies))?.id !== user.id) return { error: 'signed_out' }
    const isClaimed = person.email_verified && !person.confirmed_by_link_alone
    if (isClaimed || person.email === null || person.email !== user.email) return
    const { providerId = '', profile = {} } = source.oauth ?? {}
    const subject = Subject.safeParse(profile.sub ?? profile.id)
    const identity = subject.success ? { identity: { provider: providerId, subject: subject.data } } : {}
    // Linking required the password, so the person knows it.
    const ended = await firstClaim(db, {
      personId: user.id,
      email: person.email,
      keep: isLinking ? { sessionToken: tokenOf(cookies), password: true, ...identity } : identity,
    })
    sessions.haveEnded(ended ?? [])
  }
}
