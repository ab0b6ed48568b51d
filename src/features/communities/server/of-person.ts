import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { Viewer } from '#platform/viewer.ts'
import { roleOf } from './access.ts'
import { cardOf, cardRows, everyCardRow } from './cards.ts'

type ProfileQuery = { personId: string; viewer: Viewer | null }
type PageQuery = { of: 'owned' | 'joined'; cursor?: string | undefined; limit: number }

/**
 * All communities where the person is an active member, private ones included, and of the owned ones those that a moderator hid or removed, newest
 * first. Only the person may see this list.
 */
export const ownCommunities = (db: Db, { personId, ...page }: PageQuery & { personId: string }) =>
  pageOfCommunities(db, { ...page, where: activeIn(personId), hasModerated: page.of === 'owned' })

/** Communities on a person's profile, newest first. A deleted account has none. */
export const profileCommunities = (db: Db, { personId, viewer, ...page }: PageQuery & ProfileQuery) =>
  pageOfCommunities(db, { ...page, where: shownOnProfile({ personId, viewer }), hasModerated: false })

type Listing = PageQuery & { where: RawBuilder<boolean>; hasModerated: boolean }

async function pageOfCommunities(db: Db, { where, hasModerated, of, cursor, limit }: Listing) {
  const from = decodeCursor(cursor, 'time')
  const rows = await (hasModerated ? everyCardRow(db) : cardRows(db))
    .innerJoin('community_member as m', 'm.community_id', 'c.id')
    .select(['m.role', 'm.created_at', sql<string>`m.created_at::text`.as('at')])
    .where(where)
    .where('m.role', of === 'owned' ? '=' : '<>', 'owner')
    .$if(from !== null, (query) => query.where(sql<boolean>`(m.created_at, m.community_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.community_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: (row) => ({ ...cardOf(row), role: roleOf(row.role), joinedAt: row.created_at, isModerated: row.moderation !== null }),
    position: (row) => ({ after: row.at, id: row.id }),
  })
}

export async function countProfileCommunities(db: Db, query: ProfileQuery): Promise<number> {
  const row = await db
    .selectFrom('community_member as m')
    .innerJoin('community as c', 'c.id', 'm.community_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('c.moderation', 'is', null)
    .where(shownOnProfile(query))
    .executeTakeFirstOrThrow()
  return row.n
}

export async function isSomebody(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('person').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** An SQL condition on `community_member as m`. */
const activeIn = (personId: string) => sql<boolean>`(m.person_id = ${personId}::uuid and m.status = 'active')`

/**
 * An SQL condition on `community_member as m` and `community as c`: public communities, and private ones where the viewer is a
 * member too. The person sees the own profile as a visitor does.
 */
function shownOnProfile({ personId, viewer }: ProfileQuery) {
  const other = viewer && viewer.id !== personId ? viewer.id : null
  return sql<boolean>`(${activeIn(personId)} and ${isVisible('community', sql`m.community_id`, other)})`
}
