import { sql } from 'kysely'
import { hiddenStates, newestAbout } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/**
 * True if one of these pictures is hidden or removed, alone or with its profile. Nobody can show it then, also from a form that was opened before, or
 * after the content that showed it was deleted. The caller has locked the rows of the pictures, as every decision about them does.
 */
export async function isAnyModerated(tx: Tx, mediaIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from media m where m.id = any(${mediaIds}::uuid[]) and (
      exists (select from moderated_picture h where h.media_id = m.id) or exists (select from moderated_profile h where h.avatar_media_id = m.id)
      or (select d.state from (${newestAbout(sql`m.id`)}) d) in (${hiddenStates})) limit 1`.execute(tx)
  return rows.length > 0
}
