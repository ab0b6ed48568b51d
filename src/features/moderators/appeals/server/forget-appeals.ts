import type { Tx } from '#platform/server/idempotency.ts'

/** Removes author and text of a deleted account's appeals. Open ones are deleted: nobody waits for their answer. */
export async function forgetAppeals(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('moderation_appeal').where('author_id', '=', personId).where('decided_at', 'is', null).execute()
  await tx.updateTable('moderation_appeal').set({ author_id: null, body: '' }).where('author_id', '=', personId).execute()
}
