-- The counter repeats that its campaign is moderated, because joining reads only the counter's row.
alter table campaign_stats add column is_moderated boolean not null default false;
update campaign_stats s set is_moderated = true from campaign c where c.id = s.campaign_id and c.moderation is not null;
