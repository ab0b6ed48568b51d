import type { Tx } from '#platform/server/idempotency.ts'

/** Removes all drafts of a person; what is published at this moment is none any more, and stays. */
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
