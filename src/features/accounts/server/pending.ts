import type { Db } from '#platform/server/store/open-store.ts'

/** Where the one change of address that a person may have under way stands. */
export const changeKey = (personId: string) => `change-email:${personId}`

/** The address that a change under way leads to; null without one. */
export async function pendingAddress(db: Db, personId: string): Promise<string | null> {
  const pending = await db.selectFrom('auth_verification').select('value').where('identifier', '=', changeKey(personId)).executeTakeFirst()
  return pending?.value.split(' ')[1] ?? null
}

/** Ends a change of address that waits for its confirmation: its link no longer works. */
export async function dropPendingChange(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('auth_verification').where('identifier', '=', changeKey(personId)).execute()
}

/** Ends every link for a new password of this person that was mailed and not used. */
export async function dropResetLinks(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('auth_verification').where('value', '=', personId).where('identifier', 'like', 'reset-password:%').execute()
}
