import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { firstMilestone } from '#features/notifications/terms.ts'
import type { Tx } from '#platform/server/idempotency.ts'

type About = {
  type: string
  actor_id: string | null
  campaign_id: string | null
  update_id: string | null
  community_id: string | null
  post_id: string | null
  comment_id: string | null
  number: number
  created_at: Date
}
type Notified = About & { person_id: string; subject_id: string | null }

/** The number of newest notifications of each kind that a person gets. */
const ofEachKind = 2
/** The number of newest notifications that are unread. */
const unread = 5

/**
 * Inserts the notifications of these people about what others did in the demo, as the delivery would have. Their events are marked as delivered, so
 * that nothing is delivered, mailed or pushed when the site starts.
 */
export async function loadNotifications(tx: Tx, { personIds, now }: { personIds: string[]; now: Date }): Promise<void> {
  await recordMilestones(tx)
  const notified = await sentTo(tx, { personIds, now })
  const events = new Map<string, About & { id: string }>()
  const rows = notified.map(({ person_id, subject_id, ...about }) => {
    const key = JSON.stringify(about)
    const event = events.get(key) ?? { id: uuidv7({ msecs: about.created_at.getTime() }), ...about }
    events.set(key, event)
    return { person_id, subject_id, event }
  })
  const done = { delivered_at: now, mailed_at: now, pushed_at: now }
  await tx
    .insertInto('notification_event')
    .values([...events.values()].map((event) => ({ ...event, ...done })))
    .execute()
  const listed = personIds.flatMap((id) =>
    rows
      .filter(({ person_id }) => person_id === id)
      .sort((one, other) => other.event.created_at.getTime() - one.event.created_at.getTime())
      .map((row, n) => ({ ...row, is_read: n >= unread })),
  )
  await tx
    .insertInto('notification')
    .values(listed.map(({ person_id, event, is_read }) => ({ person_id, event_id: event.id, is_read })))
    .execute()
  // The next event of the kind replaces an unread notification.
  const groups = listed.flatMap(({ person_id, subject_id, event, is_read }) =>
    subject_id === null || is_read ? [] : [{ person_id, type: event.type, subject_id, event_id: event.id }],
  )
  if (groups.length > 0) await tx.insertInto('notification_group').values(groups).execute()
}

/** Records the milestones of the demo's campaigns, so that the next pledge does not announce them. */
async function recordMilestones(tx: Tx): Promise<void> {
  await sql`
    insert into campaign_milestone (campaign_id, number, reached_at)
    select c.id, m.number, joined.at[m.number]
    from campaign c
    cross join lateral (select array_agg(l.counted_at order by l.counted_at) as at from pledge l where l.campaign_id = c.id and l.state = 'counted') as joined
    cross join lateral (select unnest(array[${firstMilestone}, 100, 1000]::int[]) as number union select c.supporters_goal) as m
    where m.number <= cardinality(joined.at)`.execute(tx)
}

/** Returns the newest events of each kind for each person, without the person's own acts. */
async function sentTo(tx: Tx, { personIds, now }: { personIds: string[]; now: Date }): Promise<Notified[]> {
  const none = sql`null::uuid`
  const { rows } = await sql<Notified>`
    with act (person_id, type, actor_id, campaign_id, update_id, community_id, post_id, comment_id, number, created_at, subject_id) as (
      select c.creator_id, 'pledge', (array_agg(l.person_id order by l.counted_at desc) filter (where not l.is_private))[1], c.id,
        ${none}, ${none}, ${none}, ${none}, count(*)::int, max(l.counted_at), c.id
      from pledge l join campaign c on c.id = l.campaign_id
      where c.status = 'active' and l.person_id <> c.creator_id and l.counted_at > ${now}::timestamptz - interval '1 day' group by c.id
      union all
      select c.creator_id, 'campaign_comment', s.author_id, c.id, ${none}, ${none}, ${none}, s.id, 1, s.created_at, ${none}
      from comment s join campaign c on c.id = s.campaign_id where s.parent_id is null and s.author_id <> c.creator_id
      union all
      select s.author_id, 'comment_reply', a.author_id, a.campaign_id, ${none}, ${none}, ${none}, a.id, 1, a.created_at, ${none}
      from comment a join comment s on s.id = a.parent_id where a.campaign_id is not null and a.author_id <> s.author_id
      union all
      select s.author_id, 'comment_like', (array_agg(l.person_id order by l.created_at desc))[1], s.campaign_id, ${none}, ${none}, ${none}, s.id,
        count(*)::int, max(l.created_at), s.id
      from comment_like l join comment s on s.id = l.comment_id where s.campaign_id is not null and l.person_id <> s.author_id group by s.id
      union all
      select l.person_id, case when c.status = 'victory' and u.title like 'Victory%' then 'campaign_victory' else 'campaign_update' end, u.creator_id, c.id,
        case when c.status = 'victory' and u.title like 'Victory%' then null else u.id end, ${none}, ${none}, ${none}, 1, u.created_at, ${none}
      from campaign_update u join campaign c on c.id = u.campaign_id join pledge l on l.campaign_id = c.id
      where l.person_id <> u.creator_id and l.counted_at < u.created_at
      union all
      select l.person_id, 'campaign_milestone', ${none}, m.campaign_id, ${none}, ${none}, ${none}, ${none}, m.number, m.reached_at, ${none}
      from campaign_milestone m join pledge l on l.campaign_id = m.campaign_id join campaign c on c.id = m.campaign_id
      where l.counted_at < m.reached_at and (m.number <> ${firstMilestone} or l.person_id = c.creator_id or c.supporters_goal = ${firstMilestone})
      union all
      select p.author_id, 'community_comment', s.author_id, ${none}, ${none}, p.community_id, p.id, s.id, 1, s.created_at, ${none}
      from comment s join community_post p on p.id = s.post_id where s.parent_id is null and s.author_id <> p.author_id
      union all
      select p.author_id, 'community_like', (array_agg(l.person_id order by l.created_at desc))[1], ${none}, ${none}, p.community_id, p.id, ${none},
        count(*)::int, max(l.created_at), p.id
      from community_post_like l join community_post p on p.id = l.post_id where l.person_id <> p.author_id group by p.id
      union all
      select m.person_id, 'community_announcement', p.author_id, ${none}, ${none}, p.community_id, p.id, ${none}, 1, p.created_at, ${none}
      from community_post p join community_member m on m.community_id = p.community_id
      where p.is_announcement and m.status = 'active' and m.person_id <> p.author_id and m.created_at < p.created_at
    )
    select person_id, type, actor_id, campaign_id, update_id, community_id, post_id, comment_id, number, created_at, subject_id
    from (
      select act.*, row_number() over (partition by act.person_id, act.type order by act.created_at desc) as nth
      from act where act.person_id = any(${personIds}::uuid[])
    ) as newest
    where nth <= ${ofEachKind} order by created_at`.execute(tx)
  return rows
}
