-- A correction that is large, small or of the whole site waits for the consent of a second person.
alter table invalidation
  add column consent text check (consent in ('second', 'admin')),
  add column consented_by uuid references person,
  add column campaign_ids uuid[],
  drop constraint invalidation_state_check,
  add constraint invalidation_state_check
    check (state in ('proposed', 'declined', 'running', 'stopped', 'done', 'undoing', 'partly_undone', 'undone')),
  add constraint invalidation_waits_for_somebody check (state not in ('proposed', 'declined') or consent is not null);
comment on column invalidation.consent is 'Whose consent it needs: of a second moderator, or of an administrator. Null: nobody''s.';
comment on column invalidation.campaign_ids is 'A correction of the whole site takes pledges out of these campaigns only. Null if the correction is about one campaign.';
create index invalidation_consented_by_idx on invalidation (consented_by);
-- One that is under way has no list of campaigns. A moderator can start it again.
update invalidation set state = 'stopped' where state = 'running' and campaign_id is null;

create or replace view moderator_work as
  select 'appeals' as page, created_at as since from moderation_appeal where decided_at is null
  union all
  select 'companies', coalesce(r.verified_at, r.created_at) from representative r where r.state in ('waiting', 'suspended')
  union all
  select 'joins', min(g.held_at) + interval '72 hours' from (
    select s.campaign_id, s.held_at, join_group(s.campaign_id, s.network) as network
    from join_signal s join pledge p using (campaign_id, person_id)
    where s.held_at is not null and not s.is_let_in and p.state = 'review') g
  group by g.campaign_id, g.network
  union all
  select 'joins', min(c.look_asked_at) from pledge_correction c join invalidation i on i.id = c.invalidation_id
  where c.look_asked_at is not null and c.look_answered_at is null and not i.is_held and i.state in ('done', 'stopped', 'partly_undone')
    and i.created_at > now() - interval '90 days'
  group by i.id
  union all
  select 'joins', i.created_at from invalidation i where i.state = 'proposed';
comment on view moderator_work is 'Open appeals, claims of companies, bursts whose people were notified, and invalidations with requests for a look or without consent.';

-- Administrators are notified of each correction.
alter table notification_event drop constraint notification_event_type_check;
alter table notification_event add constraint notification_event_type_check check (type in (
  'pledge', 'campaign_comment', 'comment_reply', 'comment_like', 'campaign_update', 'campaign_victory', 'campaign_milestone', 'community_comment', 'community_reply',
  'community_like', 'community_announcement', 'community_join_request', 'community_join_approved', 'count_alarm', 'count_corrected',
  'report_closed', 'queue_waiting', 'content_removed', 'content_decision', 'appeal_decided', 'target_response', 'campaign_removed'));
alter table notification_event drop constraint speaks_of_something;
alter table notification_event add constraint speaks_of_something check (
  num_nonnulls(campaign_id, community_id, report_id, decision_id) = 1
  -- A correction of the whole site is about no campaign.
  or type in ('queue_waiting', 'count_corrected') and num_nonnulls(campaign_id, community_id, report_id, decision_id) = 0);
