import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

/** True if the person made public pledges before Join had its privacy notice, and has not yet dismissed the message about them. */
export async function hasShownNotice(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select not p.has_dismissed_shown_pledges and exists (
      select from pledge o where o.person_id = p.id and not o.is_private and o.notice_version is null) as has
    from person p where p.id = ${personId}`.execute(db)
  return rows[0]?.has ?? false
}

export async function dismissShownNotice(db: Db, personId: string): Promise<void> {
  await db.updateTable('person').set({ has_dismissed_shown_pledges: true }).where('id', '=', personId).where('deleted_at', 'is', null).execute()
}
