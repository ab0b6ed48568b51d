-- A target, industry or cause that a person names for a campaign can be used at once, and is in no list until a moderator has verified it.
alter table target add column is_verified boolean not null default true;
alter table industry add column is_verified boolean not null default true;
alter table cause add column is_verified boolean not null default true;
comment on column target.is_verified is 'False until a moderator has looked at a target that a person entered. Imported ones and those of the demo are verified.';
alter table subject_rank add column is_verified boolean not null default true;

create function public.has_moderators() returns boolean language sql stable as $function$
  select exists (select from public.person p where p.role in ('moderator', 'admin') and p.deleted_at is null and p.suspended_at is null) $function$;

-- Entries that lists, filters, the search and the sitemap show. Without moderators nothing waits for one.
create view listed_entry as
  select subject_id, kind, industry_id, sort_name, campaigns, supporters, yearly_cents, score
  from subject_rank where is_verified or not (select has_moderators());

create or replace function keep_subject_rank() returns trigger language plpgsql as $function$
begin
  if tg_op = 'DELETE' then
    delete from public.subject_rank where subject_id = old.id;
    return old;
  end if;
  if tg_table_name = 'target' then
    insert into public.subject_rank (subject_id, kind, industry_id, sort_name, is_verified)
    values (new.id, 'target', new.industry_id, public.norm(new.name), new.is_verified)
    on conflict (subject_id) do update set industry_id = excluded.industry_id, sort_name = excluded.sort_name, is_verified = excluded.is_verified;
  else
    insert into public.subject_rank (subject_id, kind, sort_name, is_verified) values (new.id, tg_table_name, public.norm(new.name), new.is_verified)
    on conflict (subject_id) do update set sort_name = excluded.sort_name, is_verified = excluded.is_verified;
  end if;
  return new;
end $function$;
drop trigger keep_subject_rank_anew on target;
drop trigger keep_subject_rank_anew on industry;
drop trigger keep_subject_rank_anew on cause;
create trigger keep_subject_rank_anew after update of name, industry_id, is_verified on target for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name, is_verified on industry for each row execute function keep_subject_rank();
create trigger keep_subject_rank_anew after update of name, is_verified on cause for each row execute function keep_subject_rank();

create index subject_rank_unverified on subject_rank (subject_id) where not is_verified;
