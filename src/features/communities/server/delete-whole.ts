import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'

// Posts, likes, comments and outbox rows belong to features that build on this one, so this file deletes them by SQL alone.

const membersAtOnce = 5_000
const postsAtOnce = 500
const likesAtOnce = 5_000
const commentsAtOnce = 2_000
const eventsAtOnce = 10_000

/**
 * Deletes a community whose row the caller has locked, with everything in it: in one transaction, but in batches, because a single
 * statement for half a million members or a hundred thousand posts would exceed the statement timeout.
 */
export async function deleteCommunity(tx: Tx, id: string): Promise<void> {
  // Deleted first, so that the triggers of the following deletes have no counts to update.
  await tx.deleteFrom('community_rank').where('community_id', '=', id).execute()
  await deleteMembers(tx, id)
  await deleteEvents(tx, sql`community_id = ${id}`)
  for (let postIds = await somePosts(tx, id); postIds.length > 0; postIds = await somePosts(tx, id)) await deletePosts(tx, postIds)
  await tx.deleteFrom('community').where('id', '=', id).execute()
}

/**
 * Deletes posts whose rows the caller has locked, with their likes and comments. Attachment rows are deleted by cascade, picture files
 * by the sweep.
 */
export async function deletePosts(tx: Tx, ids: readonly string[]): Promise<void> {
  // Deleted first for the same reason: updating the counts for each deleted like and comment would take quadratic time.
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
 * Runs `portion` until no row is left. Each batch starts after the last key of the previous one, because a scan from the start would
 * read the rows that this transaction has deleted. Rows are deleted by ctid: for a delete by key PostgreSQL would read the whole table
 * for each batch.
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

/**
 * Deletes outbox rows. A row that a delivery updates at this moment may be skipped; the foreign key's cascade deletes it with its
 * post or community.
 */
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

/** Deletes the newest comments first: a comment deleted before its replies would cascade to all of them, possibly thousands. */
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
