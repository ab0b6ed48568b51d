import { type RawBuilder, sql } from 'kysely'

/**
 * Whether this person may see what the event `e` (a row of notification_event) speaks of, now. The one statement of it:
 * whatever lists, counts, mails or pushes asks here.
 *
 * Every question is a scalar one on purpose: it is asked of the rows at hand, by index, and never turned into a join with
 * the whole table, however many rows the planner expects.
 */
export const visibleTo = (personId: RawBuilder<unknown>) => sql<boolean>`(
  (e.campaign_id is null or (select true from public_campaign vc where vc.id = e.campaign_id))
  and (e.comment_id is null or (select vs.removed_at is null from comment vs where vs.id = e.comment_id))
  and (e.post_id is null or (select vg.privacy = 'public' from community vg where vg.id = e.community_id)
    or ${standing(personId, sql`vm.status = 'active'`)})
  and case e.type
    when 'comment_like' then ${likers(personId)}
    when 'community_like' then ${likers(personId)}
    when 'community_join_approved' then ${standing(personId, sql`vm.status = 'active'`)}
    when 'community_join_request' then ${standing(personId, sql`vm.status = 'active' and vm.role in ('owner', 'mod')`)}
      and ${standing(sql`e.actor_id`, sql`vm.status = 'pending'`)}
    else true end)`

const standing = (personId: RawBuilder<unknown>, as: RawBuilder<unknown>) =>
  sql`(select ${as} from community_member vm where vm.community_id = e.community_id and vm.person_id = ${personId})`

/** Whether somebody else likes it still. */
const likers = (personId: RawBuilder<unknown>) => sql`case when e.comment_id is not null
  then (select true from comment_like vl where vl.comment_id = e.comment_id and vl.person_id <> ${personId} limit 1)
  else (select true from community_post_like vl where vl.post_id = e.post_id and vl.person_id <> ${personId} limit 1) end`
