import { sql } from 'kysely'
import { avatarAddress, logoAddress } from '#features/media/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'

// Content and picture are locked.

type Version = { kind: string; contentId: string; version: string }

/** The versions of the content that shows a picture, or showed it before a decision. */
export async function versionsOfPlaces(tx: Tx, id: string): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select r.kind, r.id as "contentId", r.changed_at::text as version from picture_place w
      -- A lateral subquery reads one row by its id. A join would read all content.
      cross join lateral (select * from reportable_content c where c.kind = w.kind and c.id = w.content_id offset 0) r
    where w.media_id = ${id}`.execute(tx)
  return rows
}

/** Content that moderators had kept stays kept when a decision moves its picture: its words are those that they have read. */
export async function keepAgain(tx: Tx, versions: readonly Version[]): Promise<void> {
  for (const { kind, contentId, version } of versions)
    await sql`
      update report_case k set kept_version = (select c.changed_at from reportable_content c where c.kind = ${kind} and c.id = ${contentId})
      where k.subject_kind = ${kind} and k.subject_id = ${contentId} and k.kept_version >= ${version}::timestamptz`.execute(tx)
}

/** Moves a picture out of every place that shows it, or stores the new state of one that was moved before. */
export async function moveAway(tx: Tx, { id, state }: { id: string; state: string }): Promise<void> {
  await sql`
    insert into moderated_picture as h (media_id, kind, content_id, slot, sort_order, state)
    select distinct on (w.content_id) w.media_id, w.kind, w.content_id, w.slot, w.sort_order, ${state} from picture_place w where w.media_id = ${id}
    order by w.content_id
    on conflict (media_id, content_id) do update set state = excluded.state`.execute(tx)
  // The time of the change refuses a form of the organizer that was opened before.
  await sql`update campaign set cover_media_id = null, updated_at = now() where cover_media_id = ${id}`.execute(tx)
  await sql`update person set avatar_url = null, avatar_media_id = null where avatar_media_id = ${id}`.execute(tx)
  // While the whole profile is hidden, its picture is there.
  await sql`update moderated_profile set avatar_url = null, avatar_media_id = null where avatar_media_id = ${id}`.execute(tx)
  await sql`update community set logo_url = null, logo_media_id = null where logo_media_id = ${id}`.execute(tx)
  await sql`update community set banner_media_id = null where banner_media_id = ${id}`.execute(tx)
  await sql`update target set logo_url = null, logo_media_id = null where logo_media_id = ${id}`.execute(tx)
  await sql`delete from attachment where media_id = ${id}`.execute(tx)
}

/** Moves a picture back to its places, except where another one was chosen meanwhile. */
export async function moveBack(tx: Tx, id: string): Promise<void> {
  const square = avatarAddress(id)
  await sql`
    update campaign c set cover_media_id = ${id}, updated_at = now() from moderated_picture h
    where h.media_id = ${id} and c.id = h.campaign_id and c.cover_media_id is null`.execute(tx)
  await sql`
    update moderated_profile p set avatar_url = ${square}, avatar_media_id = ${id} from moderated_picture h
    where h.media_id = ${id} and p.person_id = h.person_id and p.avatar_url is null and not p.is_name_alone`.execute(tx)
  await sql`
    update person p set avatar_url = ${square}, avatar_media_id = ${id} from moderated_picture h
    where h.media_id = ${id} and p.id = h.person_id and p.avatar_url is null and p.deleted_at is null
      and not exists (select from moderated_profile m where m.person_id = p.id and not m.is_name_alone)`.execute(tx)
  await sql`
    update community c set logo_url = ${square}, logo_media_id = ${id} from moderated_picture h
    where h.media_id = ${id} and h.slot = 'logo' and c.id = h.community_id and c.logo_url is null`.execute(tx)
  await sql`
    update community c set banner_media_id = ${id} from moderated_picture h
    where h.media_id = ${id} and h.slot = 'banner' and c.id = h.community_id and c.banner_media_id is null`.execute(tx)
  await sql`
    update target t set logo_url = ${logoAddress(id)}, logo_media_id = ${id} from moderated_picture h
    where h.media_id = ${id} and t.id = h.target_id and t.logo_url is null`.execute(tx)
  await sql`
    insert into attachment (id, entity_type, entity_id, media_id, file_type, width, height, sort_order)
    select uuid_v7(), case h.kind when 'update' then 'campaign_update' when 'post' then 'community_post' else h.kind end, h.content_id, m.id, 'image/webp',
      m.width, m.height, h.sort_order
    from moderated_picture h join media m on m.id = h.media_id where h.media_id = ${id} and h.slot = 'attachment'
    on conflict do nothing`.execute(tx)
  await sql`delete from moderated_picture where media_id = ${id}`.execute(tx)
}
