-- Which campaigns against a target withhold most, without counting thousands anew for each visitor.
alter table campaign_rank add column yearly_cents numeric(30,0) not null default 0;
comment on column campaign_rank.yearly_cents is 'Estimated impact in a year, as of the last refresh: for order and for telling which campaigns have any.';
update campaign_rank r set yearly_cents = coalesce(c.yearly_cents, 0)::numeric * r.supporters from campaign c where c.id = r.campaign_id and c.yearly_cents > 0 and r.supporters > 0;
create index campaign_rank_impact on campaign_rank (target_id, yearly_cents desc, campaign_id) where status = 'active' and yearly_cents > 0;

-- In the order of bytes the words that begin alike stand together, whatever the collation of the store.
create index search_word_bytes on search_word (word text_pattern_ops);
