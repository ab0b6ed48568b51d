-- A moderated comment is removed for every reader through removed_at, and keeps its text for its author, the moderators and a restoration.
alter table comment add column moderation text check (moderation in ('hidden', 'removed'));
alter table comment add constraint moderated_is_removed check (moderation is null or removed_at is not null);

-- Every decision of a moderator about what somebody wrote. The current state is stored on the content's own row.
create table moderation_decision (
  id           uuid primary key,
  subject_kind text not null check (subject_kind in ('comment')),
  subject_id   uuid not null,
  author_id    uuid references person (id),
  moderator_id uuid not null references person (id),
  state        text not null check (state in ('visible', 'hidden', 'removed')),
  reason       text not null check (length(reason) between 1 and 1000),
  created_at   timestamptz not null default now()
);
create index on moderation_decision (subject_id, created_at desc, id desc);
create index on moderation_decision (author_id);
create index on moderation_decision (moderator_id);

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'Rows of % are never changed or deleted.', tg_table_name using errcode = 'restrict_violation'; end $$;
create trigger moderation_decision_stays before update or delete on moderation_decision for each row execute function refuse_change();
create trigger moderation_decision_stays_whole before truncate on moderation_decision for each statement execute function refuse_change();
