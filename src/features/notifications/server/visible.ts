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
    else (e.community_id is null or ${isVisible('community_card', sql`e.community_id`, personId)})
      and (e.campaign_id is null or e.type = 'campaign_removed' or ${isVisible('campaign', sql`e.campaign_id`, null)}) and (e.post_id is null or ${isVisible('post', sql`e.post_id`, personId)})
      and (e.update_id is null or ${isVisible('update', sql`e.update_id`, null)}) end
  and case e.type
    when 'comment_like' then ${likers(personId)}
    when 'community_like' then ${likers(personId)}
    when 'community_join_approved' then ${access(personId, sql`vm.status = 'active'`)}
    when 'community_join_request' then ${access(personId, sql`vm.status = 'active' and vm.role in ('owner', 'mod')`)}
      and ${access(sql`e.actor_id`, sql`vm.status = 'pending'`)}
    when 'target_response' then exists (select from company_statement vs where vs.campaign_id = e.campaign_id and vs.moderation is null)
    when 'campaign_removed' then ${isRemovedFor(personId)}
    when 'queue_waiting' then (select vq.role in ('moderator', 'admin') from person vq where vq.id = ${personId})
    when 'count_corrected' then (select vq.role = 'admin' from person vq where vq.id = ${personId})
    when 'count_alarm' then (select vq.role in ('moderator', 'admin') from person vq where vq.id = ${personId})
    else true end
  and not (${isByOnePerson} and coalesce(is_kept_apart(${personId}, e.actor_id), false)))`

/** SQL condition: the event `e` is what one person wrote, so it is not for people who do not see what that person writes. */
export const isByOnePerson = sql`e.type in ('campaign_comment', 'comment_reply', 'community_comment', 'community_reply')`

/** SQL condition: the campaign was not shown again since, and the person still has a pledge in it. */
const isRemovedFor = (personId: RawBuilder<unknown>) => sql`(
  exists (select from campaign vc join pledge vl on vl.campaign_id = vc.id where vc.id = e.campaign_id and vc.moderation = 'removed' and vl.person_id = ${personId})
  and not exists (select from moderation_decision vd where vd.subject_id = e.campaign_id and vd.state = 'visible' and vd.created_at > e.created_at))`

const access = (personId: RawBuilder<unknown>, as: RawBuilder<unknown>) =>
  sql`(select ${as} from community_member vm where vm.community_id = e.community_id and vm.person_id = ${personId})`

/** SQL condition: another person likes the content. */
const likers = (personId: RawBuilder<unknown>) => sql`case when e.comment_id is not null
  then (select true from comment_like vl where vl.comment_id = e.comment_id and vl.person_id <> ${personId} limit 1)
  else (select true from community_post_like vl where vl.post_id = e.post_id and vl.person_id <> ${personId} limit 1) end`
