import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'

// Posts, likes, comments and what is told of them belong to other features, which build on this one; here they are only deleted, by SQL.

const membersAtOnce = 5_000
const postsAtOnce = 500
const likesAtOnce = 5_000
const commentsAtOnce = 2_000
const eventsAtOnce = 10_000

/**
 * Deletes a community that is held, with everything in it. All of it goes in one transaction, but in portions: no
 * statement may take as long as half a million members and a hundred thousand posts do.
 */
export async function deleteCommunity(tx: Tx, id: string): Promise<void> {
  // First of all, so that counts of what goes next are kept for nobody.
  await tx.deleteFrom('community_rank').where('community_id', '=', id).execute()
  await deleteMembers(tx, id)
  await deleteEvents(tx, sql`community_id = ${id}`)
  for (let postIds = await somePosts(tx, id); postIds.length > 0; postIds = await somePosts(tx, id)) await deletePosts(tx, postIds)
  await tx.deleteFrom('community').where('id', '=', id).execute()
}

/** Deletes posts that are held, with their likes and comments. The places of pictures go with the rows; the sweep deletes the pictures. */
export async function deletePosts(tx: Tx, ids: readonly string[]): Promise<void> {
  // First of all here too: a count that every like and comment takes one from would cost the square of them.
  await tx.deleteFrom('community_post_stats').where('post_id', 'in', ids).execute()
  await deleteEvents(tx, sql`post_id = any(${ids}::uuid[])`)
  await deleteLikes(tx, ids)
  await deleteComments(tx, ids)
  await tx.deleteFrom('community_post').where('id', 'in', ids).execute()
}

const somePosts = async (tx: Tx, communityId: string) =>
  (await tx.selectFrom('community_post').select('id').where('community_id', '=', communityId).limit(postsAtOnce).execute()).map(({ id }) => id)

type Place = { id: string; at: string }

/**
 * Each portion begins where the last one ended: what is deleted is still in the way of who would look from the start. Its
 * rows are named by their places: looked up by their keys, the store would read the whole table beside each portion.
 */
async function inPortions(portion: (last: Place | null) => Promise<Place | undefined>): Promise<void> {
  let last = await portion(null)
  while (last) last = await portion(last)
}

const deleteMembers = (tx: Tx, communityId: string) =>
  inPortions(async (last) => {
    const { rows } = await sql<Place>`
      with portion as materialized (select person_id, ctid as place from community_member
        where community_id = ${communityId} ${last ? sql`and person_id > ${last.id}::uuid` : sql``} order by person_id limit ${membersAtOnce}),
      gone as (
        delete from community_member where ctid = any(array(select place from portion)))
      select person_id as id, '' as at from portion order by person_id desc limit 1`.execute(tx)
    return rows[0]
  })

const deleteLikes = (tx: Tx, postIds: readonly string[]) =>
  inPortions(async (last) => {
    const { rows } = await sql<Place>`
      with portion as materialized (select post_id, person_id, ctid as place from community_post_like
        where post_id = any(${postIds}::uuid[]) ${last ? sql`and (post_id, person_id) > (${last.at}::uuid, ${last.id}::uuid)` : sql``}
        order by post_id, person_id limit ${likesAtOnce}),
      gone as (
        delete from community_post_like where ctid = any(array(select place from portion)))
      select person_id as id, post_id as at from portion order by post_id desc, person_id desc limit 1`.execute(tx)
    return rows[0]
  })

/** What others are, or are to be, told of. One that is being told just now may stay here; it goes with what it speaks of. */
const deleteEvents = (tx: Tx, which: RawBuilder<unknown>) =>
  inPortions(async (last) => {
    const { rows } = await sql<Place>`
      with portion as materialized (select id, ctid as place from notification_event
        where ${which} ${last ? sql`and id > ${last.id}::uuid` : sql``} order by id limit ${eventsAtOnce}),
      gone as (
        delete from notification_event where ctid = any(array(select place from portion)))
      select id, '' as at from portion order by id desc limit 1`.execute(tx)
    return rows[0]
  })

/** The newest first: an answer never goes with what it answers, of which thousands may hang below one. */
const deleteComments = (tx: Tx, postIds: readonly string[]) =>
  inPortions(async (last) => {
    const { rows } = await sql<Place>`
      with portion as materialized (select id, created_at, ctid as place from comment
        where post_id = any(${postIds}::uuid[]) ${last ? sql`and (created_at, id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``}
        order by created_at desc, id desc limit ${commentsAtOnce}),
      gone as (
        delete from comment where ctid = any(array(select place from portion)))
      select id, created_at::text as at from portion order by portion.created_at, id limit 1`.execute(tx)
    return rows[0]
  })
