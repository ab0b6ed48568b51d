import { type RawBuilder, sql } from 'kysely'
import { authorColumns, authorFrom } from '#platform/author.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Block } from '../contract.ts'
import type { BlockKind } from '../terms.ts'

/** A reader. `mayDelete`: this person may delete what others write in this place, so that nobody escapes from them by a block. */
type Reader = { viewerId: string | null; mayDelete: boolean }

/** SQL condition: the reader does not see what the author writes. False for visitors. The rule is the function `is_kept_apart` (0171_blocks.sql). */
export function keptApart({ viewerId, mayDelete }: Reader, authorId: RawBuilder<unknown>) {
  if (viewerId === null) return sql<boolean>`false`
  return mayDelete ? sql<boolean>`${ownBlock(viewerId, authorId)} is not null` : sql<boolean>`is_kept_apart(${viewerId}::uuid, ${authorId})`
}

/** SQL for the viewer's own row about the author; null if there is none. */
export const ownBlock = (viewerId: string | null, authorId: RawBuilder<unknown>) =>
  viewerId === null
    ? sql<BlockKind | null>`null`
    : sql<BlockKind | null>`(select b.kind from person_block b where b.person_id = ${viewerId}::uuid and b.other_id = ${authorId})`

export async function isKeptApart(db: Db, { viewerId, authorId }: { viewerId: string; authorId: string }): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select ${keptApart({ viewerId, mayDelete: false }, sql`${authorId}::uuid`)} as yes`.execute(db)
  return rows[0]?.yes === true
}

/**
 * Everybody whose messages the reader does not see, for pages that get them live. People who have blocked the reader are among them only if they
 * have written there (`isAuthor`, an SQL condition on `known.id`), so that nobody gets a list of all who have blocked them.
 */
export async function keptApartFrom(db: Db, reader: Reader, isAuthor: RawBuilder<boolean>): Promise<string[]> {
  const { viewerId } = reader
  if (viewerId === null) return []
  const { rows } = await sql<{ id: string }>`
    select id from (
      select other_id as id from person_block where person_id = ${viewerId}
      union select person_id from person_block where other_id = ${viewerId}) known
    where ${keptApart(reader, sql`known.id`)} and (${ownBlock(viewerId, sql`known.id`)} is not null or ${isAuthor}) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function blocksOf(db: Db, { personId, cursor, limit }: { personId: string; cursor?: string | undefined; limit: number }) {
  const from = decodeCursor(cursor, 'time')
  const rows = await db
    .selectFrom('person_block as b')
    .innerJoin('person as p', 'p.id', 'b.other_id')
    .select(['p.id', 'b.created_at', ...authorColumns])
    .select([sql<BlockKind>`b.kind`.as('kind'), sql<string>`b.created_at::text`.as('at')])
    .where('b.person_id', '=', personId)
    .$if(from !== null, (query) => query.where(sql<boolean>`(b.created_at, b.other_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('b.created_at', 'desc')
    .orderBy('b.other_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: (row): Block => ({ person: authorFrom(row.id, row), kind: row.kind, since: row.created_at }),
    position: (row) => ({ after: row.at, id: row.id }),
  })
}

/** The viewer's own row about a person; undefined if there is no such account. */
export async function blockOf(db: Db, { personId, otherId }: { personId: string; otherId: string }): Promise<BlockKind | null | undefined> {
  const row = await db
    .selectFrom('person as p')
    .select(ownBlock(personId, sql.ref('p.id')).as('kind'))
    .where('p.id', '=', otherId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.kind
}

/** Deletes the mutes and blocks of a deleted account, by the person and of the person. */
export async function forgetBlocks(tx: Tx, personId: string): Promise<void> {
  await tx
    .deleteFrom('person_block')
    .where((row) => row.or([row('person_id', '=', personId), row('other_id', '=', personId)]))
    .execute()
}
