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

/** How many rows one statement looks at where many in a row are not to be seen, and how many statements one request asks. */
const looks = { atOnce: 2_000, times: 10 }

/**
 * Somebody's notifications, newest first, without what this person may not see any more. Behind more of those than one
 * request looks at, a page may be short; its cursor goes on from there.
 */
export async function notificationsOf(db: Db, { viewer, filter, cursor, limit }: Page) {
  const found: Notification[] = []
  let from = decodeCursor(cursor, 'text')?.id ?? null
  for (let times = 0; times < looks.times && found.length <= limit; times++) {
    const { seen, last } = await lookOn(db, { personId: viewer.id, filter, from, limit: limit + 1 - found.length })
    found.push(...seen)
    from = last
    if (last === null) break
  }
  const items = found.slice(0, limit)
  const goesOn = found.length > limit ? items.at(-1)?.id : from
  return { items, nextCursor: goesOn ? encodeCursor({ after: '', id: goesOn }) : null }
}

type Look = { personId: string; filter: NotificationFilter; from: string | null; limit: number }

/** The visible ones among the next so many, as many as asked; where they are fewer, the last that was looked at, or null where none is left. */
async function lookOn(db: Db, { personId, filter, from, limit }: Look): Promise<{ seen: Notification[]; last: string | null }> {
  const reader = sql`${personId}::uuid`
  // In the order of the index, and no further than the last that is asked for: whoever sees all is asked about few.
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

/** Those of these events that this person was told of and may see now, newest first, as they are worded for them. */
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

/** What is told of the events `seen`. Each thing is read by its id, whatever the planner expects: they are few. */
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

/** Whose act it was, where that is still true and no secret: who likes no more is not named, nor who joined privately. */
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

/** So many of those who still like it are looked at for the newest: of what very many like, one of them is named. */
const likersLooked = 200
const newest = (likes: RawBuilder<unknown>) =>
  sql`(select l.person_id from (${likes} limit ${sql.lit(likersLooked)}) l order by l.created_at desc, l.person_id desc limit 1)`

/** Of likes, how many others like it now, looked at no further than the group says. */
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
