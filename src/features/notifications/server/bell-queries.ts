import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import { type BellState, unreadCounted } from '../terms.ts'
import { visibleTo } from './visible.ts'

/** Number of newest rows that the count examines: a limit for bells with many invisible rows. */
const looked = 1_000
/** Invisible rows marked as read per statement, and statements per call. */
const aside = { atOnce: 5_000, times: 100 }

type Row = BellState & { id: string; goesOn: boolean | null }

/** The unread count of each person (visible notifications only, up to the counting limit), and the newest visible notification. */
export async function bellStates(db: Db, personIds: readonly string[]): Promise<Map<string, BellState>> {
  let rows = await statesOf(db, personIds)
  const states = new Map(rows.map((row) => [row.id, stateFrom(row)]))
  // If the examined rows do not suffice, invisible ones are marked as read and the count is repeated.
  for (let times = 0; times < aside.times; times++) {
    const behind = rows.filter(({ goesOn }) => goesOn).map(({ id }) => id)
    if (behind.length === 0) break
    for (const id of behind) await markInvisibleRead(db, id)
    rows = await statesOf(db, behind)
    for (const row of rows) states.set(row.id, stateFrom(row))
  }
  return states
}

const stateFrom = ({ unread, newest }: Row): BellState => ({ unread, newest })

async function statesOf(db: Db, personIds: readonly string[]): Promise<Row[]> {
  const [first, ...others] = personIds
  // One person has a text without an array. For an array of one the general plan looks ten times as expensive, so each call would be planned anew,
  // which takes longer than the query.
  const people = others.length === 0 ? sql`(select ${first}::uuid as id) as p` : sql`unnest(${[...personIds]}::uuid[]) as p(id)`
  // A prepared statement: for an array of many people the planner would expect a million rows and compile the query (JIT).
  return prepared(
    db,
    sql<Row>`
    select p.id, bell.unread,
      case when bell.unread <= ${sql.lit(unreadCounted)} then
        (select true from notification n where n.person_id = p.id and not n.is_read order by n.event_id desc offset ${sql.lit(looked)} limit 1) end as "goesOn",
      (select e.id from
          (select n.event_id from notification n where n.person_id = p.id order by n.event_id desc limit ${sql.lit(looked)}) n
          cross join lateral (select e.* from notification_event e where e.id = n.event_id limit 1) e
        where ${visibleTo(sql`p.id`)} order by n.event_id desc limit 1) as newest
    from ${people}
    cross join lateral
      (select count(*)::int as unread from
        (select from
          (select n.event_id from notification n where n.person_id = p.id and not n.is_read order by n.event_id desc limit ${sql.lit(looked)}) n
          cross join lateral (select e.* from notification_event e where e.id = n.event_id limit 1) e
        where ${visibleTo(sql`p.id`)} limit ${sql.lit(unreadCounted + 1)}) as counted) as bell`,
  )
}

/**
 * Marks the invisible ones among a person's newest unread notifications as read: they are not counted, but every count would examine
 * them again.
 */
async function markInvisibleRead(db: Db, personId: string): Promise<void> {
  const newest = sql`select n.event_id from notification n where n.person_id = ${personId} and not n.is_read order by n.event_id desc limit ${aside.atOnce}`
  const isVisible = sql`select ${visibleTo(sql`${personId}::uuid`)} from notification_event e where e.id = l.event_id`
  await sql`
    with looked as materialized
      (${newest}),
    hidden as materialized
      (select l.event_id from looked l where (${isVisible}) is not true)
    update notification n set is_read = true from hidden h where n.person_id = ${personId} and n.event_id = h.event_id`.execute(db)
}

/** The people whose bells list something about this comment, to publish that it became visible or invisible. At most 1,000. */
export async function recipientsAbout(db: Db, { commentId }: { commentId: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct n.person_id as id from notification_event e join notification n on n.event_id = e.id where e.comment_id = ${commentId}::uuid limit 1000`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
