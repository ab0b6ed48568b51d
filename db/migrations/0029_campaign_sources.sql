-- Every campaign may name sources, not only the historical ones. A source keeps its id when the campaign is edited, so
-- that later tables (claims, objections) can refer to it.
alter table campaign_source drop constraint campaign_source_pkey;
alter table campaign_source add column id uuid;
update campaign_source set id = gen_random_uuid();
alter table campaign_source add primary key (id);
alter table campaign_source rename column title to description;
alter table campaign_source alter column publisher drop not null;
comment on column campaign_source.description is 'Description of what the source shows; for a historical campaign, the title of the source.';
comment on column campaign_source.publisher is 'Publisher of a source of a historical campaign; null where the host name is shown instead.';
create index on campaign_source (campaign_id, sort_order);
