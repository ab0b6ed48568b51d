-- What happens to a campaign after it is published: edits with a public history, its end, what people say about it.

-- Acts of those who may do more than others, and of whoever runs the site (actor null). Rows are only ever added.
create table audit_log (
  id           uuid primary key,
  at           timestamptz not null default now(),
  actor_id     uuid references person,
  action       text not null,
  subject_kind text not null,
  subject_id   uuid,
  reason       text check (length(reason) <= 2000),
  details      jsonb not null default '{}'
);
create index on audit_log (subject_id, at);

-- One row an edit of a public campaign: {"field": {"before": ..., "after": ...}}, as the API words them.
create table campaign_edit (
  id          uuid primary key,
  campaign_id uuid not null references campaign on delete cascade,
  editor_id   uuid references person,
  changes     jsonb not null,
  created_at  timestamptz not null default now()
);
create index on campaign_edit (campaign_id, created_at desc, id desc);

-- All of a campaign's counted pledges that are to enter (1) or leave (-1) the counts of one subject. One leader works
-- them off in chunks: `after_person` is how far it came. Pledges counted later than `until` came by the pledge log.
create table tally_change (
  id           bigserial primary key,
  campaign_id  uuid not null references campaign on delete cascade,
  subject_id   uuid not null,
  kind         text not null check (kind in ('platform', 'target', 'industry', 'cause')),
  delta        smallint not null check (delta in (-1, 1)),
  yearly_cents bigint not null,
  until        timestamptz not null,
  after_person uuid
);

-- The comment that a thread begins with, itself for that one: a thread is read by one index.
alter table campaign_comment add column root_id uuid references campaign_comment on delete cascade;
with recursive thread (id, root_id) as (
  select id, id from campaign_comment where parent_id is null
  union all
  select c.id, t.root_id from campaign_comment c join thread t on c.parent_id = t.id)
update campaign_comment c set root_id = t.root_id from thread t where t.id = c.id;
alter table campaign_comment alter column root_id set not null;
alter table campaign_comment add constraint root_is_itself check ((depth = 0) = (root_id = id));
create index on campaign_comment (root_id, created_at, id);
create index on campaign_comment (campaign_id, created_at desc, id desc) where depth = 0;
