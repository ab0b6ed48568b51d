-- A hidden campaign's alternatives leave the pages of its entries at once: their lists are empty until they are rebuilt.
alter table entry_summary_due add column hides boolean not null default false;
comment on column entry_summary_due.hides is 'A campaign has left the lists. Until the summary is rebuilt, the page of the entry shows none of it.';
create index entry_summary_due_hides on entry_summary_due (subject_id) where hides;

create or replace function summary_due_of_rank() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into public.entry_summary_due (subject_id, hides)
    select subject_id, tg_op = 'DELETE' from unnest(array[old.target_id, old.industry_id] || old.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into public.entry_summary_due (subject_id)
    select subject_id from unnest(array[new.target_id, new.industry_id] || new.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  return null;
end $$;
