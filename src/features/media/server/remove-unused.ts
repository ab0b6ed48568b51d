import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { filesOf, nameOf } from './files.ts'
import { isUsed } from './queries.ts'

/** Removes this person's unused pictures. Returns their files, which the caller removes after the commit. */
export async function removeUnusedMedia(tx: Tx, personId: string): Promise<string[]> {
  const unused = await tx
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', personId)
    .where(sql<boolean>`not ${isUsed}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = unused.map(({ id }) => id)
  if (ids.length === 0) return []
  // Checks again while the rows are locked, since another transaction may have used one before they were.
  const removed = await tx
    .deleteFrom('media')
    .where('id', 'in', ids)
    .where(sql<boolean>`not ${isUsed}`)
    .returning(['id', 'width', 'formats', 'purpose'])
    .execute()
  return removed.flatMap(({ id, ...kept }) => filesOf(kept).map((file) => nameOf(id, file)))
}
