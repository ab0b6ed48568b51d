-- Comments of new people are limited for each campaign, so that hundreds of new accounts cannot fill one discussion.
alter table written_text add column campaign_id uuid;
comment on column written_text.campaign_id is 'The campaign of a new person''s comment. No foreign key: the row is kept for a day only.';
create index written_text_of_new on written_text (campaign_id, written_at) where campaign_id is not null;
