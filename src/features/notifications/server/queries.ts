import { type RawBuilder, sql } from 'kysely'
import { authorFrom } from '#platform/author.ts'
import { decodeCursor, encodeCursor } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Notification } from '../contract.ts'
import { groupedTypes, type NotificationFilter, type NotificationType } from '../terms.ts'
import { visibleTo } from './visible.ts'

type Page = { viewer: Viewer; filter: NotificationFilter; cursor?: string | undefined; limit: number }

/** Rows examined per statement, and statements per request: a limit for bells with many invisible rows. */
const looks = { atOnce: 2_000, times: 10 }

/**
 * A person's notifications, newest first, without those that the person may no longer see. A page may be short if many are invisible;
 * its cursor continues after the last row examined.
 */
export async function notificationsOf(db: Db, { viewer, filter, cursor, limit }: Page) {
  const found: Notification[] = []
  let from = decodeCursor(cursor, 'text')?.id ?? null
  for (let times = 0; times < looks.times && found.length <= limit; times++) {
    const { seen, last } = await continueFrom(db, { personId: viewer.id, filter, from, limit: limit + 1 - found.length })
    found.push(...seen)
    from = last
    if (last === null) break
  }
  const items = found.slice(0, limit)
  const goesOn = found.length > limit ? items.at(-1)?.id : from
  return { items, nextCursor: goesOn ? encodeCursor({ after: '', id: goesOn }) : null }
}

type RowQuery = { personId: string; filter: NotificationFilter; from: string | null; limit: number }

/** At most `limit` visible ones among the next `looks.atOnce` rows. If fewer are found, `last` is the last row examined, or null if no row is left. */
async function continueFrom(db: Db, { personId, filter, from, limit }: RowQuery): Promise<{ seen: Notification[]; last: string | null }> {
  const reader = sql`${personId}::uuid`
  // Reads in the order of the index and stops at the limit, so that few rows are checked if all are visible.
  const next = sql`
    select n.event_id, n.is_read from notification n
    where n.person_id = ${reader} ${filter === 'unread' ? sql`and not n.is_read` : sql``} ${from === null ? sql`` : sql`and n.event_id < ${from}::uuid`}
    order by n.event_id desc`
  const rows = await prepared(
    db,
    sql<Row & { last: string | null }>`
    with seen as materialized
      (select e.*, n.is_read from (${next} limit ${sql.lit(looks.atOnce)}) n
       cross join lateral (select e.* from notification_event e where e.id = n.event_id limit 1) e
       where ${visibleTo(reader)} order by n.event_id desc limit ${limit}::int)
    select w.*, case when (select count(*) from seen) < ${limit}::int then
      (select l.event_id from (${next} limit ${sql.lit(looks.atOnce)}) l offset ${sql.lit(looks.atOnce - 1)}) end as last
    from (select) one left join (${worded(reader)}) w on true order by w.id desc`,
  )
  return { seen: rows.filter(({ id }) => id !== null).map(notificationFrom), last: rows[0]?.last ?? null }
}

type Row = {
  id: string
  type: NotificationType
  number: number
  likes: number | null
  is_read: boolean
  created_at: Date
  actor_id: string | null
  first_name: string
  last_name: string
  avatar_url: string | null
  deleted_at: Date | null
  campaign_id: string | null
  campaign_slug: string
  campaign_title: string
  community_id: string | null
  community_slug: string
  community_name: string
  update_id: string | null
  update_title: string
  post_id: string | null
  post_title: string
  comment_id: string | null
}

/** Notifications of this person for these events, as far as the person may see them now; newest first. */
export async function notificationsByIds(db: Db, { personId, eventIds }: { personId: string; eventIds: readonly string[] }): Promise<Notification[]> {
  if (eventIds.length === 0) return []
  const reader = sql`${personId}::uuid`
  const rows = await prepared(
    db,
    sql<Row>`
    with seen as materialized
      (select e.*, n.is_read from notification n join notification_event e on e.id = n.event_id
       where n.person_id = ${reader} and n.event_id = any (${[...eventIds]}::uuid[]) and ${visibleTo(reader)})
    ${worded(reader)} order by id desc`,
  )
  return rows.map(notificationFrom)
}

/** Adds names and titles to the events in `seen`, which are few enough to look up each row by its id. */
const worded = (reader: RawBuilder<unknown>) => sql`
  select e.id, e.type, e.number, e.likes, e.is_read, e.created_at, a.id as actor_id, a.first_name, a.last_name, a.avatar_url, a.deleted_at,
    c.id as campaign_id, c.slug as campaign_slug, c.title as campaign_title, g.id as community_id, g.slug as community_slug, g.name as community_name,
    u.id as update_id, u.title as update_title, p.id as post_id, p.title as post_title, e.comment_id
  from (select s.*, ${likesNow(reader)} as likes, ${actorNow(reader)} as named_id from seen s) e
  left join person a on a.id = e.named_id
  left join public_campaign c on c.id = e.campaign_id
  left join community g on g.id = e.community_id
  left join campaign_update u on u.id = e.update_id
  left join community_post p on p.id = e.post_id`

/** The person to name: nobody for a private pledge, and the newest other liker for a like that was withdrawn. */
const actorNow = (reader: RawBuilder<unknown>) => sql`case
  when s.type = 'pledge' then (select l.person_id from pledge l where l.campaign_id = s.campaign_id and l.person_id = s.actor_id and not l.is_private)
  when s.type not in ('comment_like', 'community_like') then s.actor_id
  when s.comment_id is not null then coalesce(
    (select l.person_id from comment_like l where l.comment_id = s.comment_id and l.person_id = s.actor_id),
    ${newest(sql`select l.person_id, l.created_at from comment_like l where l.comment_id = s.comment_id and l.person_id <> ${reader}`)})
  else coalesce(
    (select l.person_id from community_post_like l where l.post_id = s.post_id and l.person_id = s.actor_id),
    ${newest(sql`select l.person_id, l.created_at from community_post_like l where l.post_id = s.post_id and l.person_id <> ${reader}`)})
  end`

/** Number of remaining likes among which the newest is searched. If there are more, the named person may not be the newest. */
const likersLooked = 200
const newest = (likes: RawBuilder<unknown>) =>
  sql`(select l.person_id from (${likes} limit ${sql.lit(likersLooked)}) l order by l.created_at desc, l.person_id desc limit 1)`

/** Number of other people who like the content now, counted up to the group's number. */
const likesNow = (reader: RawBuilder<unknown>) => sql`case
  when s.type not in ('comment_like', 'community_like') then null
  when s.comment_id is not null then
    (select count(*)::int from (select from comment_like l where l.comment_id = s.comment_id and l.person_id <> ${reader} limit s.number) as those)
  else (select count(*)::int from (select from community_post_like l where l.post_id = s.post_id and l.person_id <> ${reader} limit s.number) as those)
  end`

function notificationFrom(row: Row): Notification {
  const { actor_id, campaign_id, community_id, update_id, post_id } = row
  return {
    id: row.id,
    type: row.type,
    actor: actor_id === null ? null : authorFrom(actor_id, row),
    others: groupedTypes.includes(row.type) ? Math.max(Math.min(row.number, row.likes ?? row.number) - 1, 0) : 0,
    number: row.type === 'campaign_milestone' ? row.number : null,
    campaign: campaign_id === null ? null : { id: campaign_id, slug: row.campaign_slug, title: row.campaign_title },
    community: community_id === null ? null : { id: community_id, slug: row.community_slug, name: row.community_name },
    update: update_id === null ? null : { id: update_id, title: row.update_title },
    post: post_id === null ? null : { id: post_id, title: row.post_title },
    commentId: row.comment_id,
    isRead: row.is_read,
    createdAt: row.created_at,
  }
}
