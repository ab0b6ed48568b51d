-- Reporters are notified when a report of theirs ends.
alter table notification_event add column report_id uuid references report (id) on delete cascade;
create index on notification_event (report_id) where report_id is not null;
alter table notification_event drop constraint speaks_of_something;
alter table notification_event add constraint speaks_of_something check (num_nonnulls(campaign_id, community_id, report_id) = 1);
alter table notification_event drop constraint notification_event_type_check;
alter table notification_event add constraint notification_event_type_check check (type in (
  'pledge', 'campaign_comment', 'comment_reply', 'comment_like', 'campaign_update', 'campaign_victory', 'campaign_milestone',
  'community_comment', 'community_reply', 'community_like', 'community_announcement', 'community_join_request', 'community_join_approved', 'count_alarm',
  'report_closed'));
