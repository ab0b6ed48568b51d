import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { sentence } from '#platform/refusal.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { RequestContext } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Membership, Mute } from '../contract.ts'
import { mutedText } from '../muted-text.ts'
import { mayModerate } from '../policy.ts'

type Query = { community: { id: string; viewer: Membership }; context: Reader }
type Reader = Pick<RequestContext, 'viewer' | 'confirmedEmail' | 'communityKeys'>

/** The mute that keeps this viewer from writing in the community: their own, or that of another account with their mailbox. */
export async function muteOf(db: Db, { community, context }: Query): Promise<Mute | null> {
  const { viewer, confirmedEmail, communityKeys } = context
  if (!viewer || mayModerate(community)) return null
  const keys = communityKeys(confirmedEmail, community.id)
  const muted = await db
    .selectFrom('community_mute as m')
    .select(['m.until', 'm.reason'])
    .where('m.community_id', '=', community.id)
    .where(isMuteInForce)
    .where(sql<boolean>`(m.person_id = ${viewer.id} or m.mailbox_keys && ${keys}::text[])`)
    // The longest one first.
    .orderBy(sql`m.until desc nulls first`)
    .limit(1)
    .executeTakeFirst()
  return muted ?? null
}

/** SQL condition on `community_mute as m`. */
export const isMuteInForce = sql<boolean>`(m.until is null or m.until > now())`

/** Throws the refusal if this viewer is muted. The caller has locked the community, as changes of mutes do. */
export async function refuseMuted(tx: Tx, query: Query): Promise<void> {
  const mute = await muteOf(tx, query)
  if (mute) throw new ORPCError('MUTED', { status: 403, defined: true, message: sentence('MUTED'), data: { text: mutedText(mute) } })
}
