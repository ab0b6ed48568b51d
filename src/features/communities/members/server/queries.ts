import { type RawBuilder, sql } from 'kysely'
import { isMuteInForce } from '#features/communities/server/public.ts'
import { authorColumns, authorFrom } from '#platform/author.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Invite, Muted, Waiting } from '../contract.ts'

type Page = { communityId: string; cursor?: string | undefined; limit: number }
type Sql = RawBuilder<unknown>

type Queue = Page & { status: 'pending' | 'banned'; order: 'longest first' | 'newest first' }

/** People with a pending request, or banned people. */
export async function waitingIn(db: Db, { communityId, status, order, cursor, limit }: Queue) {
  const from = decodeCursor(cursor, 'time')
  const [way, beyond]: [Sql, Sql] = order === 'newest first' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const rows = await db
    .selectFrom('community_member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['m.person_id', 'm.created_at', ...authorColumns, sql<string>`m.created_at::text`.as('at')])
    .where('m.community_id', '=', communityId)
    .where('m.status', '=', status)
    .$if(from !== null, (query) => query.where(sql<boolean>`(m.created_at, m.person_id) ${beyond} (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy(sql`m.created_at ${way}, m.person_id ${way}`)
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: (row): Waiting => ({ person: authorFrom(row.person_id, row), since: row.created_at }),
    position: (row) => ({ after: row.at, id: row.person_id }),
  })
}

/** Muted people, the newest first. */
export async function mutedIn(db: Db, { communityId, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const rows = await db
    .selectFrom('community_mute as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['m.person_id', 'm.created_at', 'm.until', 'm.reason', ...authorColumns, sql<string>`m.created_at::text`.as('at')])
    .where('m.community_id', '=', communityId)
    .where(isMuteInForce)
    .$if(from !== null, (query) => query.where(sql<boolean>`(m.created_at, m.person_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.person_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: (row): Muted => ({ person: authorFrom(row.person_id, row), since: row.created_at, until: row.until, reason: row.reason }),
    position: (row) => ({ after: row.at, id: row.person_id }),
  })
}

export async function waitingCount(db: Db, communityId: string): Promise<number> {
  const { count } = await db
    .selectFrom('community_member')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('community_id', '=', communityId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}

/** Invites that have not expired, newest first. */
export async function invitesOf(db: Db, where: { communityId: string; id?: string }): Promise<Invite[]> {
  const { id } = where
  const rows = await db
    .selectFrom('community_invite as i')
    .innerJoin('person as p', 'p.id', 'i.created_by')
    .select(['i.id', 'i.created_by', 'i.created_at', 'i.expires_at', 'i.uses', ...authorColumns])
    .where('i.community_id', '=', where.communityId)
    .where('i.expires_at', '>', sql<Date>`now()`)
    .$if(id !== undefined, (query) => query.where('i.id', '=', id ?? ''))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdBy: authorFrom(row.created_by, row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    uses: row.uses,
  }))
}
