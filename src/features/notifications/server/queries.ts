import { type RawBuilder, sql } from 'kysely'
import type { PublicDemand } from '#features/moderation/contract.ts'
import { newestAbout, publicDemandOf, removalReason } from '#features/moderation/server/public.ts'
import type { ReportOutcome, Rule } from '#features/moderation/terms.ts'
import { type AuthorRow, authorFrom } from '#platform/author.ts'
import { decodeCursor, encodeCursor } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { prepared } from '#platform/server/store/prepared.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Notification } from '../contract.ts'
import { type decisionOutcomes, groupedTypes, type NotificationFilter, type NotificationType, numberedTypes } from '../terms.ts'
import { visibleTo } from './visible.ts'

type Page = { viewer: Viewer; filter: NotificationFilter; cursor?: string | undefined; limit: number }

/** Bounds the work of a request when many rows of a bell are invisible. */
const scanLimits = { rowsPerStatement: 2_000, statements: 10 }

/**
 * A person's notifications, newest first, without those that the person may no longer see. A page may be short if many are invisible;
 * its cursor continues after the last row examined.
 */
export async function notificationsOf(db: Db, { viewer, filter, cursor, limit }: Page) {
  const found: Notification[] = []
  let from = decodeCursor(cursor, 'text')?.id ?? null
  for (let statements = 0; statements < scanLimits.statements && found.length <= limit; statements++) {
    const { seen, last } = await scanFrom(db, { personId: viewer.id, filter, from, limit: limit + 1 - found.length })
    found.push(...seen)
    from = last
    if (last === null) break
  }
  const items = found.slice(0, limit)
  const lastId = found.length > limit ? items.at(-1)?.id : from
  return { items, nextCursor: lastId ? encodeCursor({ after: '', id: lastId }) : null }
}

type RowQuery = { personId: string; filter: NotificationFilter; from: string | null; limit: number }

/**
 * Returns at most `limit` visible notifications among the next `scanLimits.rowsPerStatement` rows. If fewer are found, `last` is the last row
 * examined, or null if no row is left.
 */
async function scanFrom(db: Db, { personId, filter, from, limit }: RowQuery): Promise<{ seen: Notification[]; last: string | null }> {
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
      (select e.*, n.is_read from (${next} limit ${sql.lit(scanLimits.rowsPerStatement)}) n
       cross join lateral (select e.* from notification_event e where e.id = n.event_id limit 1) e
       where ${visibleTo(reader)} order by n.event_id desc limit ${limit}::int)
    select w.*, case when (select count(*) from seen) < ${limit}::int then
      (select l.event_id from (${next} limit ${sql.lit(scanLimits.rowsPerStatement)}) l offset ${sql.lit(scanLimits.rowsPerStatement - 1)}) end as last
    from (select) one left join (${withNames(reader)}) w on true order by w.id desc`,
  )
  return { seen: rows.filter(({ id }) => id !== null).map(notificationFrom), last: rows[0]?.last ?? null }
}

type Row = AuthorRow & {
  id: string
  type: NotificationType
  number: number
  likes: number | null
  is_read: boolean
  created_at: Date
  actor_id: string | null
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
  outcome: ReportOutcome | null
  decision_id: string | null
  decision_outcome: (typeof decisionOutcomes)[number] | null
  removal: { rule: Rule | null; demand: PublicDemand | null; removedAt: string; joinedAt: string } | null
}

/** Returns the person's notifications for these events, newest first, without those that the person may no longer see. */
export async function notificationsByIds(db: Db, { personId, eventIds }: { personId: string; eventIds: readonly string[] }): Promise<Notification[]> {
  if (eventIds.length === 0) return []
  const reader = sql`${personId}::uuid`
  const rows = await prepared(
    db,
    sql<Row>`
    with seen as materialized
      (select e.*, n.is_read from notification n join notification_event e on e.id = n.event_id
       where n.person_id = ${reader} and n.event_id = any (${[...eventIds]}::uuid[]) and ${visibleTo(reader)})
    ${withNames(reader)} order by id desc`,
  )
  return rows.map(notificationFrom)
}

/** Adds names and titles to the events in `seen`, which are few enough to look up each row by its id. */
const withNames = (reader: RawBuilder<unknown>) => sql`
  select e.id, e.type, e.number, e.likes, e.is_read, e.created_at, a.id as actor_id, a.first_name, a.last_name, a.avatar_url, a.deleted_at,
    c.id as campaign_id, c.slug as campaign_slug, c.title as campaign_title, g.id as community_id, g.slug as community_slug, g.name as community_name,
    u.id as update_id, u.title as update_title, p.id as post_id, p.title as post_title, e.comment_id, o.outcome,
    e.decision_id, case when e.type = 'appeal_decided' then w.outcome else d.state end as decision_outcome,
    case when e.type = 'campaign_removed' then ${removalFor(reader)} end as removal
  from (select s.*, ${likesNow(reader)} as likes, ${actorNow(reader)} as named_id from seen s) e
  left join person a on a.id = e.named_id
  left join public_campaign c on c.id = e.campaign_id
  left join community g on g.id = e.community_id
  left join campaign_update u on u.id = e.update_id
  left join community_post p on p.id = e.post_id
  left join report o on o.id = e.report_id
  left join moderation_decision d on d.id = e.decision_id
  left join moderation_appeal w on w.decision_id = e.decision_id`

const removalFor = (reader: RawBuilder<unknown>) => sql`(
  select json_build_object('rule', d.rule, 'demand', ${publicDemandOf}, 'removedAt', d.created_at, 'joinedAt', l.created_at)
  from pledge l cross join lateral (${newestAbout(sql`l.campaign_id`)}) d where l.campaign_id = e.campaign_id and l.person_id = ${reader})`

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

/** Number of remaining likes that are searched for the newest. If more remain, the person named may not be the newest. */
const likersScanned = 200
const newest = (likes: RawBuilder<unknown>) =>
  sql`(select l.person_id from (${likes} limit ${sql.lit(likersScanned)}) l order by l.created_at desc, l.person_id desc limit 1)`

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
    number: numberedTypes.includes(row.type) ? row.number : null,
    campaign: campaign_id === null ? null : { id: campaign_id, slug: row.campaign_slug, title: row.campaign_title },
    community: community_id === null ? null : { id: community_id, slug: row.community_slug, name: row.community_name },
    update: update_id === null ? null : { id: update_id, title: row.update_title },
    post: post_id === null ? null : { id: post_id, title: row.post_title },
    commentId: row.comment_id,
    outcome: row.outcome,
    decision: row.decision_id && row.decision_outcome ? { id: row.decision_id, outcome: row.decision_outcome } : null,
    removal: row.removal && removalFrom(row.removal),
    isRead: row.is_read,
    createdAt: row.created_at,
  }
}

function removalFrom({ rule, demand, ...times }: NonNullable<Row['removal']>): Notification['removal'] {
  return { reason: removalReason({ rule, demand }), rule, removedAt: new Date(times.removedAt), joinedAt: new Date(times.joinedAt) }
}
