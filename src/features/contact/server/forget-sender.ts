import type { Tx } from '#platform/server/idempotency.ts'

/** Who deletes an account is no longer named beside what they wrote here; what they wrote about stays. */
export async function forgetSender(tx: Tx, personId: string): Promise<void> {
  const nobody = { user_id: null, user_details: null, email: null, name: null }
  await tx.updateTable('contact_submission').set(nobody).where('user_id', '=', personId).execute()
}
