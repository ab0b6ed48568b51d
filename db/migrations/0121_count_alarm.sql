-- Moderators are notified when a campaign gets far more joins in an hour than usual.
alter table notification_event drop constraint notification_event_type_check;
alter table notification_event add constraint notification_event_type_check check (type in (
  'pledge', 'campaign_comment', 'comment_reply', 'comment_like', 'campaign_update', 'campaign_victory', 'campaign_milestone',
  'community_comment', 'community_reply', 'community_like', 'community_announcement', 'community_join_request', 'community_join_approved', 'count_alarm'));
