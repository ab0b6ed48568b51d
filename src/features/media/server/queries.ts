import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { dailyGenerations, dailyUploads } from '../policy.ts'

type Db = Kysely<DB>

/** Whether this person may store no more today. */
export async function isQuotaUsedUp(db: Db, { personId, adding }: { personId: string; adding: number }): Promise<boolean> {
  const { files, bytes } = await db
    .selectFrom('media')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('owner_id', '=', personId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return files >= dailyUploads.files || bytes + adding > dailyUploads.bytes
}

/** One upload of a person at a time gets past here, until its transaction ends, so that the quota is exact. */
export async function lockUploads(tx: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media:${personId}`}, 0))`.execute(tx)
}

/** Whether something that everybody may see shows the picture `m`: a person, a target, a public campaign or community, an update or a post of one, or what was said there. */
const isShown = sql<boolean>`(
  exists (select from public_campaign c where c.cover_media_id = m.id)
  or exists (select from person p where p.avatar_media_id = m.id)
  or exists (select from target t where t.logo_media_id = m.id)
  or exists (select from community y where y.logo_media_id = m.id)
  or exists (select from community y where y.banner_media_id = m.id and y.privacy = 'public')
  or exists (select from attachment a join campaign_update u on u.id = a.update_id join public_campaign c on c.id = u.campaign_id where a.media_id = m.id)
  or exists (select from attachment a join comment s on s.id = a.comment_id join public_campaign c on c.id = s.campaign_id
    where a.media_id = m.id and s.removed_at is null)
  or exists (select from attachment a join community_post o on o.id = a.post_id join community g on g.id = o.community_id
    where a.media_id = m.id and g.privacy = 'public')
  or exists (select from attachment a join comment s on s.id = a.comment_id join community_post o on o.id = s.post_id
    join community g on g.id = o.community_id where a.media_id = m.id and s.removed_at is null and g.privacy = 'public'))`

/** Whether anything at all shows the picture `media`, be it a draft: the sweep leaves such. */
export const isUsed = sql<boolean>`(
  exists (select from campaign where cover_media_id = media.id) or exists (select from attachment where media_id = media.id)
  or exists (select from person where avatar_media_id = media.id) or exists (select from target where logo_media_id = media.id)
  or exists (select from community where logo_media_id = media.id) or exists (select from community where banner_media_id = media.id))`

/** Writes down that a picture is asked for, and gives its id; null when this person has asked as often as one day allows. */
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

/** For what was never asked of the service: it counts for nobody's day. */
export async function giveRequestBack(db: Db, id: string): Promise<void> {
  await db.deleteFrom('picture_request').where('id', '=', id).execute()
}

/** A picture, who may see it: everybody once something public shows it, else the members where it stands, until it stands anywhere its owner. */
export function storedPicture(db: Db, id: string) {
  return db
    .selectFrom('media as m')
    .select(['m.width', 'm.formats', 'm.purpose', 'm.owner_id', isShown.as('is_public')])
    .where('m.id', '=', id)
    .executeTakeFirst()
}

/**
 * The communities that are not public in which a picture stands: on a post, on what was said to one, or as banner. Each
 * with whether this person is a member there, and not only asking or banned.
 */
export async function privatePlaces(db: Db, { id, personId }: { id: string; personId: string }): Promise<{ isMember: boolean }[]> {
  const { rows } = await sql<{ is_member: boolean }>`
    select exists (select from community_member w where w.community_id = g.id and w.person_id = ${personId} and w.status = 'active') as is_member
    from community g where g.privacy <> 'public' and g.id in (
      select o.community_id from attachment a join community_post o on o.id = a.post_id where a.media_id = ${id}
      union select o.community_id from attachment a join comment s on s.id = a.comment_id join community_post o on o.id = s.post_id
        where a.media_id = ${id} and s.removed_at is null
      union select b.id from community b where b.banner_media_id = ${id})`.execute(db)
  return rows.map((row) => ({ isMember: row.is_member }))
}
