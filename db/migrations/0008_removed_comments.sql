-- A removed comment keeps its place only while an answer is below it: of those before, what holds nothing up goes, from the deepest up.
delete from campaign_comment c where removed_at is not null and depth = 3;
delete from campaign_comment c where removed_at is not null and depth = 2 and not exists (select from campaign_comment d where d.parent_id = c.id);
delete from campaign_comment c where removed_at is not null and depth = 1 and not exists (select from campaign_comment d where d.parent_id = c.id);
delete from campaign_comment c where removed_at is not null and depth = 0 and not exists (select from campaign_comment d where d.parent_id = c.id);
