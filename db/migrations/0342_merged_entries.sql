-- A merged entry keeps its row, so that its address and name lead to the entry that it was merged into, and the merge can be undone.
alter table target add column merged_into uuid references target (id) on delete cascade;
alter table industry add column merged_into uuid references industry (id) on delete cascade;
alter table cause add column merged_into uuid references cause (id) on delete cascade;
comment on column target.merged_into is 'The target that has replaced this one. It is never itself merged.';
create index on target (merged_into) where merged_into is not null;
create index on industry (merged_into) where merged_into is not null;
create index on cause (merged_into) where merged_into is not null;

alter table subject_rank add column is_merged boolean not null default false;
drop index subject_rank_unverified;
create index subject_rank_unverified on subject_rank (subject_id) where not is_verified and not is_merged;

create or replace view listed_entry as
  select subject_id, kind, industry_id, sort_name, campaigns, supporters, yearly_cents, score
  from subject_rank where not is_merged and (is_verified or not (select has_moderators()));

create or replace function keep_subject_rank() returns trigger language plpgsql as $function$
begin
  if tg_op = 'DELETE' then
    delete from public.subject_rank where subject_id = old.id;
    return old;
  end if;
  if tg_table_name = 'target' then
    insert into public.subject_rank (subject_id, kind, industry_id, sort_name, is_verified, is_merged)
    values (new.id, 'target', new.industry_id, public.norm(new.name), new.is_verified, new.merged_into is not null)
    on conflict (subject_id) do update set industry_id = excluded.industry_id, sort_name = excluded.sort_name, is_verified = excluded.is_verified,
      is_merged = excluded.is_merged;
  else
    insert into public.subject_rank (subject_id, kind, sort_name, is_verified, is_merged)
    values (new.id, tg_table_name, public.norm(new.name), new.is_verified, new.merged_into is not null)
    on conflict (subject_id) do update set sort_name = excluded.sort_name, is_verified = excluded.is_verified, is_merged = excluded.is_merged;
  end if;
  return new;
end $function$;
drop trigger keep_subject_rank_anew on target;
drop trigger keep_subject_rank_anew on industry;
drop trigger keep_subject_rank_anew on cause;
create trigger keep_subject_rank_anew after update of name, industry_id, is_verified, merged_into on target
  for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name, is_verified, merged_into on industry for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name, is_verified, merged_into on cause for each row execute function keep_subject_rank();

-- The search finds a target by the names of those that were merged into it.
alter table target add column former_names text not null default '';
comment on column target.former_names is 'The names of the targets that were merged into this one.';
alter table target drop column words;
alter table target add column words tsvector not null generated always as (word_vector(name || ' ' || former_names)) stored;
create index target_words on target using gin (words) with (fastupdate = off);

create table entry_merge (
  id uuid primary key,
  kind text not null check (kind in ('target', 'industry', 'cause')),
  from_id uuid not null,
  into_id uuid not null check (into_id <> from_id),
  merged_at timestamptz not null default now(),
  undone_at timestamptz
);
comment on table entry_merge is 'Which entries moderators merged. The audit log has who did it and why.';
create index entry_merge_newest on entry_merge (merged_at desc, id desc);
create index entry_merge_from on entry_merge (from_id);
create index entry_merge_into on entry_merge (into_id);

create table entry_merge_moved (
  merge_id uuid not null references entry_merge (id) on delete cascade,
  moved_id uuid not null,
  had_both boolean not null default false,
  primary key (merge_id, moved_id)
);
comment on table entry_merge_moved is 'What a merge moved: campaigns and drafts, or the targets of an industry and drafts. An undo restores it.';
comment on column entry_merge_moved.had_both is 'The campaign named both causes, so an undo leaves the other one.';

drop trigger keep_search_words on target;
create constraint trigger keep_search_words after insert or update of name, former_names on target deferrable initially deferred
  for each row execute function keep_search_words();
