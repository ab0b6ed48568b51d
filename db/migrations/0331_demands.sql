-- Companies and governments demand that something is removed. What a moderator removed for that answers 451; what was refused is recorded, too.
create table demand (
  id           uuid primary key,
  made_by      text not null check (length(made_by) between 1 and 200),
  demander     text not null check (demander in ('government', 'company')),
  is_named     boolean not null,
  outcome      text not null check (outcome in ('removed', 'refused')),
  subject_kind text check (subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'company_statement')),
  decision_id  uuid unique references moderation_decision (id),
  recorded_by  uuid not null references person (id),
  created_at   timestamptz not null default now(),
  constraint removed_by_decision check ((outcome = 'removed') = (decision_id is not null)),
  constraint removed_is_content check (outcome = 'refused' or subject_kind is not null)
);
comment on table demand is 'A legal order, or the demand for a removal that was refused. Rows are never changed or deleted.';
comment on column demand.made_by is 'Who demanded it. Public if is_named, otherwise in no answer of the site.';
comment on column demand.subject_kind is 'Null: a refused demand about something else.';
create index on demand (recorded_by);
create index on demand (created_at desc, id desc);
create trigger demand_stays before update or delete on demand for each row execute function refuse_change();
create trigger demand_stays_whole before truncate on demand for each statement execute function refuse_change();
