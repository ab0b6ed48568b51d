import { getOAuthState } from 'better-auth/api'
import { z } from 'zod'
import type { Sessions } from '#platform/server/end-sessions.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { firstClaim } from '../first-claim.ts'

type Reader<Found> = (cookies: string | null) => Found
type Given = { db: Db; viewerOf: Reader<Promise<Viewer | null>>; tokenOf: Reader<string | null>; sessions: Pick<Sessions, 'haveEnded'> }
type Coming = {
  user: { id?: string; email?: string }
  source: { action: string; oauth?: { providerId: string; profile?: Record<string, unknown> | undefined } | undefined }
}

const Subject = z.union([z.string(), z.number()]).transform(String)

/**
 * Asked by the library before it believes another site: whether this person may come in, and what else an address
 * that was just proved means for the account. A refusal is a code.
 */
export function openIncoming({ db, viewerOf, tokenOf, sessions }: Given) {
  return async function judge({ user, source }: Coming, { headers }: { headers?: Headers | undefined }): Promise<{ error: string } | undefined> {
    if (!user.id || source.action === 'create-user') return
    const person = await db
      .selectFrom('person')
      .select(['email', 'email_verified', 'confirmed_by_link_alone', 'suspended_at', 'deleted_at'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    // Left a moment ago, and what linked this other site's account is about to go: the next try finds nobody.
    if (!person || person.deleted_at) return { error: 'internal_server_error' }
    if (person.suspended_at) return { error: 'account_suspended' }
    const cookies = headers?.get('cookie') ?? null
    const isLinking = (await getOAuthState())?.link !== undefined
    // Who began to link must still be who is signed in here.
    if (isLinking && (await viewerOf(cookies))?.id !== user.id) return { error: 'signed_out' }
    const isClaimed = person.email_verified && !person.confirmed_by_link_alone
    if (isClaimed || person.email === null || person.email !== user.email) return
    const { providerId = '', profile = {} } = source.oauth ?? {}
    const subject = Subject.safeParse(profile.sub ?? profile.id)
    const identity = subject.success ? { identity: { provider: providerId, subject: subject.data } } : {}
    // Linking asked for the password, so whoever links knows it.
    const ended = await firstClaim(db, {
      personId: user.id,
      email: person.email,
      keep: isLinking ? { sessionToken: tokenOf(cookies), password: true, ...identity } : identity,
    })
    sessions.haveEnded(ended ?? [])
  }
}
