-- A draft gets its slug when it is published: until then a slug would tell others that its title is taken.

alter table campaign alter column slug drop not null;
update campaign set slug = null where status = 'draft';
alter table campaign add constraint campaign_slug_of_published check ((status = 'draft') = (slug is null));
comment on column campaign.slug is 'The last part of its address. Null for a draft, whose address is by id.';
