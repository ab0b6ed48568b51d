import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { groupedTypes } from '../terms.ts'
import { isByOnePerson } from './visible.ts'

/** SQL condition: the person `recipient.person_id` is neither deleted nor suspended. Suspended people get decisions about what they wrote, and about themselves. */
const isThere = sql`exists (select from person q where q.id = recipient.person_id and q.deleted_at is null and (q.suspended_at is null or e.decision_id is not null))`

/**
 * Recipients of the events in `due`, for types that are not fanned out. Leaves out the actor, people who may not see the content, and
 * removed content. A person gets one notification per act: for a reply, no comment notification too.
 */
const recipients = sql`
  select recipient.event_id, recipient.person_id from (
    select e.id as event_id, c.creator_id as person_id from due e join public_campaign c on c.id = e.campaign_id
    left join comment s on s.id = e.comment_id left join comment p on p.id = s.parent_id
    where e.type in ('pledge', 'campaign_comment') and s.removed_at is null and p.author_id is distinct from c.creator_id
    union all
    select e.id, p.author_id from due e join comment s on s.id = e.comment_id join comment p on p.id = s.parent_id
    where e.type in ('comment_reply', 'community_reply') and s.removed_at is null and p.removed_at is null
    union all
    select e.id, s.author_id from due e join comment s on s.id = e.comment_id
    where e.type in ('comment_like', 'community_like') and s.removed_at is null
    union all
    select e.id, o.author_id from due e join community_post o on o.id = e.post_id
    left join comment s on s.id = e.comment_id left join comment p on p.id = s.parent_id
    where (e.type = 'community_like' and e.comment_id is null)
      or (e.type = 'community_comment' and s.removed_at is null and p.author_id is distinct from o.author_id)
    union all
    select e.id, m.person_id from due e join community_member m on m.community_id = e.community_id and m.status = 'active' and m.role in ('owner', 'mod')
    where e.type = 'community_join_request' and exists (
      select from community_member w where w.community_id = e.community_id and w.person_id = e.actor_id and w.status = 'pending')
    union all
    select e.id, m.person_id from due e join community_member m on m.community_id = e.community_id and m.person_id = e.recipient_id and m.status = 'active'
    where e.type = 'community_join_approved'
    union all
    select e.id, q.id from due e join person q on q.role in ('moderator', 'admin') where e.type in ('count_alarm', 'queue_waiting')
    union all
    select e.id, q.id from due e join person q on q.role = 'admin' where e.type = 'count_corrected'
    union all
    select e.id, e.recipient_id from due e where e.type = 'report_closed' or e.decision_id is not null) recipient
  join due e on e.id = recipient.event_id
  where recipient.person_id is distinct from e.actor_id and ${isThere}
    and (e.community_id is null or ${isVisible('community_card', sql`e.community_id`, sql`recipient.person_id`)})
    and not ((${isByOnePerson} or e.type in ('comment_like', 'community_like')) and coalesce(is_kept_apart(recipient.person_id, e.actor_id), false))
    and (e.post_id is null or ${isVisible('post', sql`e.post_id`, sql`recipient.person_id`)})`

/**
 * Delivers these events in one statement. Events of a grouped type about the same content form a group: the newest one is listed, with
 * their total number and the newest actor who may be named, and replaces the group's previous notification if that is unread. Returns
 * the people whose bells have changed.
 */
export async function deliverDirect(tx: Db, eventIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    with due as materialized (select * from notification_event where id = any(${eventIds}::uuid[])),
    recipient as materialized (${recipients}),
    grouped as materialized (
      select t.person_id, e.type, coalesce(e.comment_id, e.post_id, e.campaign_id) as subject_id,
        (array_agg(e.id order by e.id desc))[1] as event_id, sum(e.number)::int as number,
        (array_agg(e.actor_id order by e.id desc) filter (where e.actor_id is not null))[1] as actor_id
      from recipient t join due e on e.id = t.event_id where e.type = any(${groupedTypes}::text[]) group by 1, 2, 3),
    before as materialized (
      select g.person_id, g.type, g.subject_id, g.event_id from notification_group g join grouped using (person_id, type, subject_id)),
    replaced as (
      delete from notification n using before b where n.person_id = b.person_id and n.event_id = b.event_id and not n.is_read
      returning n.person_id, n.event_id),
    regrouped as (
      insert into notification_group as g (person_id, type, subject_id, event_id)
      select person_id, type, subject_id, event_id from grouped order by person_id, type, subject_id
      on conflict (person_id, type, subject_id) do update set event_id = excluded.event_id),
    listed as (
      insert into notification (person_id, event_id)
      select person_id, event_id from (
        select t.person_id, t.event_id from recipient t join due e on e.id = t.event_id where e.type <> all(${groupedTypes}::text[])
        union all
        select person_id, event_id from grouped) each
      order by person_id, event_id
      on conflict do nothing
      returning person_id),
    -- An event without recipients needs no mail, nor does one that is listed under another event.
    settled as (
      update notification_event e set delivered_at = clock_timestamp(), delivered_through = null,
        number = coalesce(own.number + coalesce(old.number, 0), e.number), actor_id = coalesce(e.actor_id, own.actor_id, old.actor_id),
        mailed_at = case when own.event_id is null and not exists (
          select from recipient t where t.event_id = e.id and e.type <> all(${groupedTypes}::text[])) then clock_timestamp() end
      from due
      left join grouped own on own.event_id = due.id
      left join before b on b.person_id = own.person_id and b.type = own.type and b.subject_id = own.subject_id
      left join replaced r on r.person_id = b.person_id and r.event_id = b.event_id
      left join notification_event old on old.id = r.event_id
      where e.id = due.id),
    absorbed as (
      update notification_event e set mailed_at = coalesce(e.mailed_at, clock_timestamp()) from replaced r where e.id = r.event_id)
    select distinct person_id from listed`.execute(tx)
  return rows.map(({ person_id }) => person_id)
}
