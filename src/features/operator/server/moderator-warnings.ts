import type { Db } from '#platform/server/store/open-store.ts'
import type { SiteWarning } from '../terms.ts'

/**
 * Warns while nobody has the role of moderator: administrators then do that work too. Without them, `has_moderators` is false, nobody sees this
 * page, and the site holds nothing back.
 */
export async function moderatorWarnings(db: Db): Promise<SiteWarning[]> {
  const moderator = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'moderator')
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return moderator ? [] : ['NO_MODERATORS']
}
