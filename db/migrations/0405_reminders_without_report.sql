-- The moderators' reminder can be about things that nobody reported, so it may name no report.
alter table notification_event drop constraint speaks_of_something;
alter table notification_event add constraint speaks_of_something check (
  num_nonnulls(campaign_id, community_id, report_id, decision_id) = 1
  or (type = 'queue_waiting' and num_nonnulls(campaign_id, community_id, report_id, decision_id) = 0)
);
