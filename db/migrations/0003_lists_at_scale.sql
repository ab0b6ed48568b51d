-- The lists at a hundred thousand campaigns: each filter with each order is one walk along an index, status by status.

comment on column campaign_rank.score is 'ln(trending score) + 0.4 x days since 2020-01-01 UTC, 0 for none: it stays as it is while the score fades.';
update campaign_rank set score = case when score > 0 then ln(score) + 0.4 * date_part('epoch', now() - timestamptz '2020-01-01 00:00+00') / 86400 else 0 end;

drop index campaign_rank_target_id_score_campaign_id_idx;
drop index campaign_rank_industry_id_score_campaign_id_idx;
create index on campaign_rank (target_id, status, score desc, campaign_id desc);
create index on campaign_rank (target_id, status, supporters desc, campaign_id desc);
create index on campaign_rank (target_id, status, published_at desc, campaign_id desc);
create index on campaign_rank (industry_id, status, score desc, campaign_id desc);
create index on campaign_rank (industry_id, status, supporters desc, campaign_id desc);
create index on campaign_rank (industry_id, status, published_at desc, campaign_id desc);
-- Entries that wait to be sorted in would be read whole by every search.
alter index campaign_rank_cause_ids_idx set (fastupdate = off);

-- Targets by name, and the search for one or two letters, for which trigrams are no help.
create index on target (name, id, norm(name));
