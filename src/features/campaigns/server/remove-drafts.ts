import type { Tx } from '#platform/server/idempotency.ts'

/** Deletes all drafts of a person. A draft that is being published concurrently stays. */
export async function removeDrafts(tx: Tx, personId: string): Promise<void> {
  const drafts = await tx
    .selectFrom('campaign')
    .select('id')
    .where('creator_id', '=', personId)
    .where('status', '=', 'draft')
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = drafts.map(({ id }) => id)
  if (ids.length) await tx.deleteFrom('campaign').where('id', 'in', ids).where('status', '=', 'draft').execute()
}
