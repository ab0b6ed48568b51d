import type { Tx } from '#platform/server/idempotency.ts'

/** Removes the sender of a deleted account from their messages. The messages themselves stay. */
export async function forgetSender(tx: Tx, personId: string): Promise<void> {
  const nobody = { user_id: null, user_details: null, email: null, name: null }
  await tx.updateTable('contact_submission').set(nobody).where('user_id', '=', personId).execute()
}
