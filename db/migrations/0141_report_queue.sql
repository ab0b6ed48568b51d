-- Moderators are notified when reports wait. The types of notifications also name those of decisions and appeals, which have their own migration.
alter table notification_event drop constraint notification_event_type_check;
alter table notification_event add constraint notification_event_type_check check (type in (
  'pledge', 'campaign_comment', 'comment_reply', 'comment_like', 'campaign_update', 'campaign_victory', 'campaign_milestone',
  'community_comment', 'community_reply', 'community_like', 'community_announcement', 'community_join_request', 'community_join_approved', 'count_alarm',
  'report_closed', 'queue_waiting', 'content_removed', 'content_decision', 'appeal_decided'));
