import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { modsFirstHours } from '../terms.ts'

/** SQL condition: the owner and mods of its community are expected to decide the open case `k` first. `k` is the alias of `report_case`. */
export const isModsCase = (k: string) => sql<boolean>`(${sql.ref(`${k}.community_id`)} is not null
  and ${sql.ref(`${k}.opened_at`)} > now() - make_interval(hours => ${sql.lit(modsFirstHours)})
  and (select true from community_case e where e.id = ${sql.ref(`${k}.id`)}) is not null)`

/** SQL condition: the open case `k` is for the site's moderators. `isMods`: the result of `isModsCase`. */
export const isSiteCase = (k: string, isMods: RawBuilder<boolean>) =>
  sql<boolean>`((${sql.ref(`${k}.reporters`)} > 0 or ${sql.ref(`${k}.is_hidden`)}) and not ${isMods})`

/**
 * SQL condition: this content is reported to the site's moderators, because the mods of its community may not decide about it or have not in time.
 * The site's moderators then read it and decide, also in a private community that they have not joined. They reach nothing else there. What a
 * moderator of the site has hidden for review stays so until they remove it or show it again, also when its reports are deleted or nobody reported it.
 */
export const isReportedToSite = ({ kind, id }: Record<'kind' | 'id', RawBuilder<unknown>>) => sql<boolean>`exists (
  select from report_case s where s.subject_kind = ${kind} and s.subject_id = ${id} and s.opened_at is not null and ${isSiteCase('s', isModsCase('s'))})`

/** True if this viewer is a moderator of the site, to whom this content is reported. */
export async function isReportedTo(viewer: Viewer, db: Db, { kind, id }: { kind: string; id: string }): Promise<boolean> {
  if (!isSiteModerator(viewer)) return false
  const { rows } = await sql<{ found: boolean }>`select ${isReportedToSite({ kind: sql`${kind}`, id: sql`${id}::uuid` })} as found`.execute(db)
  return rows[0]?.found ?? false
}
