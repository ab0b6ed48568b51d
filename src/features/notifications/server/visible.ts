import { type RawBuilder, sql } from 'kysely'
import { isVisible } from '#platform/server/store/visible.ts'

/**
 * SQL condition: the person may now see the content that the event `e` (a row of notification_event) concerns. Lists, counts, mail and
 * push all use it.
 *
 * The checks are scalar subqueries on purpose: they run per row with an index lookup, and the planner cannot replace them by a join
 * with the whole table.
 */
export const visibleTo = (personId: RawBuilder<unknown>) => sql<boolean>`(
  case when e.comment_id is not null then ${isVisible('comment', sql`e.comment_id`, personId)}
    else (e.campaign_id is null or ${isVisible('campaign', sql`e.campaign_id`, null)}) and (e.post_id is null or ${isVisible('post', sql`e.post_id`, personId)}) end
  and case e.type
    when 'comment_like' then ${likers(personId)}
    when 'community_like' then ${likers(personId)}
    when 'community_join_approved' then ${access(personId, sql`vm.status = 'active'`)}
    when 'community_join_request' then ${access(personId, sql`vm.status = 'active' and vm.role in ('owner', 'mod')`)}
      and ${access(sql`e.actor_id`, sql`vm.status = 'pending'`)}
    when 'count_alarm' then (select vq.role in ('moderator', 'admin') from person vq where vq.id = ${personId})
    else true end)`

const access = (personId: RawBuilder<unknown>, as: RawBuilder<unknown>) =>
  sql`(select ${as} from community_member vm where vm.community_id = e.community_id and vm.person_id = ${personId})`

/** SQL condition: another person likes the content. */
const likers = (personId: RawBuilder<unknown>) => sql`case when e.comment_id is not null
  then (select true from comment_like vl where vl.comment_id = e.comment_id and vl.person_id <> ${personId} limit 1)
  else (select true from community_post_like vl where vl.post_id = e.post_id and vl.person_id <> ${personId} limit 1) end`
