import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isReportedToSite } from '#features/moderation/server/public.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { dailyGenerations, dailyUploads } from '../terms.ts'

type Db = Kysely<DB>

/** Checks whether this person has used up the upload quota of the last 24 hours. */
export async function isQuotaUsedUp(db: Db, { personId, adding }: { personId: string; adding: number }): Promise<boolean> {
  const { files, bytes } = await db
    .selectFrom('media')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('owner_id', '=', personId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return files >= dailyUploads.files || bytes + adding > dailyUploads.bytes
}

/** Takes an advisory lock per person until the transaction ends, so that concurrent uploads cannot exceed the quota. */
export async function lockUploads(tx: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media:${personId}`}, 0))`.execute(tx)
}

/**
 * True if the picture `m` is visible to everybody: as the avatar of a person, the logo of a target or community, or as
 * part of a public campaign or community, including its updates, posts and comments.
 */
const isShown = sql<boolean>`(
  exists (select from public_campaign c where c.cover_media_id = m.id)
  or exists (select from person p where p.avatar_media_id = m.id)
  or exists (select from target t where t.logo_media_id = m.id)
  or exists (select from community y where y.logo_media_id = m.id and ${isVisible('community_card', sql`y.id`, null)})
  or exists (select from community y where y.banner_media_id = m.id and ${isVisible('community', sql`y.id`, null)})
  or exists (select from attachment a where a.media_id = m.id
    and (${isVisible('update', sql`a.update_id`, null)} or ${isVisible('comment', sql`a.comment_id`, null)} or ${isVisible('post', sql`a.post_id`, null)})))`

/**
 * True if the site's moderators see this picture although not everybody does: it is hidden or removed, or belongs to a campaign, update, community,
 * profile, post or comment that is. In a private community that they have not joined they see only what is reported to them, and a picture whose
 * owner appeals.
 */
export async function isOpenToModerators(db: Db, { id, viewerId }: { id: string; viewerId: string }): Promise<boolean> {
  const isInside = isVisible('community_inside', sql`g.id`, viewerId)
  const { rows } = await sql`
    select from campaign c where c.cover_media_id = ${id} and c.moderation is not null
    union all
    select from moderated_profile h where h.avatar_media_id = ${id}
    union all
    select from community g where g.moderation is not null and (g.logo_media_id = ${id} or (g.banner_media_id = ${id} and ${isInside}))
    union all
    select from attachment a left join campaign_update u on u.id = a.update_id left join comment s on s.id = a.comment_id
    left join campaign c on c.id = coalesce(u.campaign_id, s.campaign_id)
    left join community_post o on o.id = coalesce(a.post_id, s.post_id) left join community g on g.id = o.community_id
    where a.media_id = ${id} and (s.removed_at is null or s.moderation is not null)
      and coalesce(u.moderation, s.moderation, c.moderation, o.moderation, g.moderation) is not null and (g.id is null or ${isInside})
    union all
    select from moderated_picture h left join comment s on s.id = h.comment_id left join community_post o on o.id = coalesce(h.post_id, s.post_id)
    left join community g on g.id = coalesce(o.community_id, case when h.slot = 'banner' then h.community_id end)
    where h.media_id = ${id} and (g.id is null or ${isInside})
    union all
    select from picture_place w where w.media_id = ${id}
      and (${isReportedToSite({ kind: sql`w.kind`, id: sql`w.content_id` })} or ${isReportedToSite({ kind: sql`'picture'`, id: sql`w.media_id` })})
    union all
    select from moderation_appeal a join moderation_decision d on d.id = a.decision_id
    where d.subject_kind = 'picture' and d.subject_id = ${id} and a.decided_at is null`.execute(db)
  return rows.length > 0
}

/** True if any row refers to the picture `media`, even a draft. The sweep keeps such pictures. */
export const isUsed = sql<boolean>`exists (select from picture_place w where w.media_id = media.id)`

/** Records a request for a generated picture and returns its id; null if the person's daily limit is reached. */
export function takeRequest(db: Db, personId: string): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockUploads(tx, personId)
    const { asked } = await tx
      .selectFrom('picture_request')
      .select(sql<number>`count(*)`.as('asked'))
      .where('person_id', '=', personId)
      .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
      .executeTakeFirstOrThrow()
    if (asked >= dailyGenerations) return null
    const id = uuidv7()
    await tx.insertInto('picture_request').values({ id, person_id: personId }).execute()
    return id
  })
}

/** Removes a request that never reached the service, so that it does not count. */
export async function giveRequestBack(db: Db, id: string): Promise<void> {
  await db.deleteFrom('picture_request').where('id', '=', id).execute()
}

/**
 * A picture's files and visibility. A public picture is visible to everybody, one in private communities to their
 * members, and an unused one to its owner.
 */
export function storedPicture(db: Db, id: string) {
  return db
    .selectFrom('media as m')
    .select(['m.width', 'm.formats', 'm.purpose', 'm.owner_id', isShown.as('is_public')])
    .where('m.id', '=', id)
    .executeTakeFirst()
}

/**
 * The non-public communities that show this picture in a post, a comment or as their banner. `isMember` is true for
 * active members only, not for pending or banned ones.
 */
export async function privateCommunities(db: Db, { id, personId }: { id: string; personId: string }): Promise<{ isMember: boolean }[]> {
  const { rows } = await sql<{ is_member: boolean }>`
    select ${isVisible('community', sql`g.id`, personId)} as is_member
    from community g where g.moderation is null and not ${isVisible('community', sql`g.id`, null)} and g.id in (
      select o.community_id from attachment a join community_post o on o.id = a.post_id where a.media_id = ${id} and o.moderation is null
      union select o.community_id from attachment a join comment s on s.id = a.comment_id join community_post o on o.id = s.post_id
        where a.media_id = ${id} and s.removed_at is null and o.moderation is null
      union select b.id from community b where b.banner_media_id = ${id})`.execute(db)
  return rows.map((row) => ({ isMember: row.is_member }))
}
