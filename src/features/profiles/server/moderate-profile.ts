import { sql } from 'kysely'
import { type ContentDecision, type Decided, decideAbout } from '#features/moderation/server/public.ts'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { removedName } from '#platform/terms.ts'

type Context = { notifications: NotificationQueue }

/**
 * Hides, removes or restores the picture and the text of a profile. Lists and names stay; restoring also brings back names that `removeName` removed.
 * Lock order: picture, then person.
 */
export async function moderateProfile(tx: Tx, decision: ContentDecision): Promise<Decided<Context>> {
  const { id, state, isOnAppeal = false } = decision
  if (!(await lockProfile(tx, id))) return 'absent'
  if (!(await decideAbout(tx, { kind: 'person', authorId: id }, decision))) return 'forbidden'
  await (state === 'visible' ? moveBack(tx, { id, isOnAppeal }) : moveAway(tx, { id, state }))
  return {
    publish({ notifications }) {
      notifications.runSoon()
    },
  }
}

/** Removes the names of a person. Picture, text and lists stay. */
export async function removeName(tx: Tx, decision: Omit<ContentDecision, 'state'>): Promise<Decided<Context>> {
  const { id } = decision
  if (!(await lockProfile(tx, id))) return 'absent'
  if (!(await decideAbout(tx, { kind: 'person', authorId: id }, { ...decision, state: 'removed' }))) return 'forbidden'
  await moveNamesAway(tx, id)
  return {
    publish({ notifications }) {
      notifications.runSoon()
    },
  }
}

/** Locks the pictures of a profile and its person. False if there is no such person. */
async function lockProfile(tx: Tx, id: string): Promise<boolean> {
  await sql`
    select from media m where m.id in (select p.avatar_media_id from person p where p.id = ${id}
      union all select h.avatar_media_id from moderated_profile h where h.person_id = ${id}) order by m.id for key share`.execute(tx)
  const person = await tx.selectFrom('person').select('id').where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  return person !== undefined
}

/** Moves picture and text out of the person's row. A newly chosen picture or text replaces the one that was moved before. */
async function moveAway(tx: Tx, { id, state }: { id: string; state: 'hidden' | 'removed' }): Promise<void> {
  await sql`
    insert into moderated_profile as h (person_id, state, bio, avatar_url, avatar_media_id)
    select id, ${state}, bio, avatar_url, avatar_media_id from person where id = ${id}
    on conflict (person_id) do update set state = excluded.state, is_name_alone = false, bio = case when excluded.bio = '' then h.bio else excluded.bio end,
      avatar_url = coalesce(excluded.avatar_url, h.avatar_url),
      avatar_media_id = case when excluded.avatar_url is null then h.avatar_media_id else excluded.avatar_media_id end`.execute(tx)
  await tx.updateTable('person').set({ bio: '', avatar_url: null, avatar_media_id: null }).where('id', '=', id).execute()
}

/** Moves the names out of the person's row. A newly chosen name replaces the one that was moved before. The state of picture and text stays. */
async function moveNamesAway(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into moderated_profile as h (person_id, state, bio, is_name_alone, display_name, first_name, last_name)
    select id, 'removed', '', true, display_name, first_name, last_name from person where id = ${id}
    on conflict (person_id) do update set
      display_name = case when excluded.display_name = ${removedName} then coalesce(h.display_name, excluded.display_name) else excluded.display_name end,
      first_name = case when excluded.first_name = ${removedName} then coalesce(h.first_name, excluded.first_name) else excluded.first_name end,
      last_name = case when excluded.first_name = ${removedName} then coalesce(h.last_name, excluded.last_name) else excluded.last_name end`.execute(tx)
  await tx
    .updateTable('person')
    .set({ display_name: removedName, first_name: removedName, last_name: '', full_name: removedName, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Moves everything back, except where the person has chosen a new picture, text or name meanwhile. After an appeal the earlier name replaces a new one,
 * because the person has asked for it.
 */
async function moveBack(tx: Tx, { id, isOnAppeal }: { id: string; isOnAppeal: boolean }): Promise<void> {
  await sql`
    update person p set bio = case when p.bio = '' then h.bio else p.bio end, avatar_url = coalesce(p.avatar_url, h.avatar_url),
      avatar_media_id = case when p.avatar_url is null then h.avatar_media_id else p.avatar_media_id end
    from moderated_profile h where h.person_id = p.id and p.id = ${id}`.execute(tx)
  await sql`
    update person p set display_name = h.display_name from moderated_profile h
    where h.person_id = p.id and p.id = ${id} and h.display_name is not null and (${isOnAppeal} or p.display_name = ${removedName})`.execute(tx)
  await sql`
    update person p set first_name = h.first_name, last_name = h.last_name, full_name = btrim(h.first_name || ' ' || h.last_name) from moderated_profile h
    where h.person_id = p.id and p.id = ${id} and h.first_name is not null and (${isOnAppeal} or p.first_name = ${removedName})`.execute(tx)
  await tx.deleteFrom('moderated_profile').where('person_id', '=', id).execute()
}
