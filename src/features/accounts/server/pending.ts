import type { Db } from '#platform/server/store/open-store.ts'

/** The identifier of the one pending change of address that a person may have. */
export const changeKey = (personId: string) => `change-email:${personId}`

/** The new address of a pending change, or null. */
export async function pendingAddress(db: Db, personId: string): Promise<string | null> {
  const pending = await db.selectFrom('auth_verification').select('value').where('identifier', '=', changeKey(personId)).executeTakeFirst()
  return pending?.value.split(' ')[1] ?? null
}

/** Deletes a pending change of address; its link no longer works. */
export async function dropPendingChange(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('auth_verification').where('identifier', '=', changeKey(personId)).execute()
}

export const resetKey = (token: string) => `reset-password:${token}`

/** Deletes the unused reset links of this person. */
export async function dropResetLinks(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('auth_verification').where('value', '=', personId).where('identifier', 'like', resetKey('%')).execute()
}
