-- The newest comments that still stand are found in the index alone: told at every comment, they may not cost what a hot campaign's whole talk costs.
drop index campaign_comment_campaign_id_created_at_id_idx;
create index campaign_comment_campaign_id_created_at_id_idx on campaign_comment (campaign_id, created_at desc, id desc) include (removed_at);
