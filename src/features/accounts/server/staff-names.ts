import { sql } from 'kysely'
import { authorName } from '#platform/names.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { namelessPerson } from '#platform/terms.ts'

type Names = { first: string; last: string; displayName: string }

/** The names under which others see a person. */
const shownNames = ({ first, last, displayName }: Names) => [displayName, authorName(first, last) ?? ''].filter((name) => name !== namelessPerson)

/** True if others could take a person with these names for a moderator or an administrator. There are few of them, so all are compared. */
export async function looksLikeStaff(db: Db, names: Names): Promise<boolean> {
  const { rows } = await sql`
    select from person p cross join lateral unnest(array[p.display_name, p.first_name || ' ' || left(p.last_name, 1)]) as staff(name)
    join unnest(${shownNames(names)}::text[]) as given(name) on look_alike_key(given.name) = look_alike_key(staff.name)
    where p.role <> 'member' and p.deleted_at is null and given.name <> '' limit 1`.execute(db)
  return rows.length > 0
}

/** True if others could take these names for the one that moderators removed from this person. */
export async function looksLikeRemovedName(db: Db, personId: string, names: Names): Promise<boolean> {
  const { rows } = await sql`
    select from moderated_profile h
    cross join lateral unnest(array[h.display_name, h.first_name || ' ' || h.last_name, h.first_name || ' ' || left(h.last_name, 1)]) as removed(name)
    join unnest(${shownNames(names)}::text[]) as given(name) on look_alike_key(given.name) = look_alike_key(removed.name)
    where h.person_id = ${personId} and given.name <> '' and removed.name <> '' limit 1`.execute(db)
  return rows.length > 0
}
