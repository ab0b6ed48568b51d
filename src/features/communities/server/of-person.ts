import { sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { cardOf, cardRows } from './cards.ts'
import { roleOf } from './standing.ts'

type Asked = { personId: string; viewer: Viewer | null }
type Page = Asked & { of: 'owned' | 'joined'; cursor?: string | undefined; limit: number }

/**
 * The communities that somebody is an active member of, newest first: all for themselves, for others the public ones and
 * the private ones in which both are members. Whose account is gone has none.
 */
export async function communitiesOf(db: Db, { personId, viewer, of, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const rows = await cardRows(db)
    .innerJoin('community_member as m', 'm.community_id', 'c.id')
    .select(['m.role', 'm.created_at', sql<string>`m.created_at::text`.as('at')])
    .where(knownOf({ personId, viewer }))
    .where('m.role', of === 'owned' ? '=' : '<>', 'owner')
    .$if(from !== null, (query) => query.where(sql<boolean>`(m.created_at, m.community_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.community_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: (row) => ({ ...cardOf(row), role: roleOf(row.role), joinedAt: row.created_at }),
    position: (row) => ({ after: row.at, id: row.id }),
  })
}

/** How many of a person's communities this viewer may know of. */
export async function countCommunitiesOf(db: Db, asked: Asked): Promise<number> {
  const row = await db
    .selectFrom('community_member as m')
    .innerJoin('community as c', 'c.id', 'm.community_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(knownOf(asked))
    .executeTakeFirstOrThrow()
  return row.n
}

export async function isSomebody(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('person').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Of `community_member as m` beside `community as c`. */
function knownOf({ personId, viewer }: Asked) {
  const active = sql`m.person_id = ${personId}::uuid and m.status = 'active'`
  if (viewer?.id === personId) return sql<boolean>`(${active})`
  const shared = viewer
    ? sql`or exists (select from community_member v where v.community_id = m.community_id and v.person_id = ${viewer.id}::uuid and v.status = 'active')`
    : sql``
  return sql<boolean>`(${active} and (c.privacy = 'public' ${shared}))`
}
