-- What the pages of targets, industries and causes show of their active campaigns together, and what would take reading
-- thousands of campaigns each time: kept by a job of the process that leads.

-- Lists of at most some dozen, best first. `alternatives` name, url, campaigns; `causes`, `industries` and `targets` id,
-- campaigns; `activity` says what happened where (type, id or day, campaign_id, at), never in which words or how often.
create table subject_digest (
  subject_id uuid primary key,
  alternatives jsonb not null default '[]',
  causes jsonb not null default '[]',
  industries jsonb not null default '[]',
  targets jsonb not null default '[]',
  activity jsonb not null default '[]'
);

-- Subjects whose campaigns changed since their digest was made. Only added to: whoever publishes waits for nobody here.
create table subject_digest_due (
  id bigint generated always as identity primary key,
  subject_id uuid not null
);

create function digest_due_of_rank() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into public.subject_digest_due (subject_id)
    select subject_id from unnest(array[old.target_id, old.industry_id] || old.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into public.subject_digest_due (subject_id)
    select subject_id from unnest(array[new.target_id, new.industry_id] || new.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  return null;
end $$;
create trigger digest_due after insert or delete on campaign_rank for each row execute function digest_due_of_rank();
create trigger digest_due_anew after update on campaign_rank for each row
  when ((old.status, old.target_id, old.industry_id, old.cause_ids) is distinct from (new.status, new.target_id, new.industry_id, new.cause_ids))
  execute function digest_due_of_rank();

create function digest_due_of_alternatives() returns trigger language plpgsql as $$
begin
  insert into public.subject_digest_due (subject_id)
  select distinct s.subject_id
  from public.campaign_rank r cross join lateral unnest(array[r.target_id, r.industry_id] || r.cause_ids) as s(subject_id)
  where r.campaign_id in (select campaign_id from changed) and r.status = 'active' and s.subject_id is not null;
  return null;
end $$;
create trigger digest_due after insert on campaign_alternative referencing new table as changed for each statement execute function digest_due_of_alternatives();
create trigger digest_due_anew after update on campaign_alternative referencing new table as changed for each statement execute function digest_due_of_alternatives();
create trigger digest_due_no_more after delete on campaign_alternative referencing old table as changed for each statement execute function digest_due_of_alternatives();

insert into subject_digest_due (subject_id) select subject_id from subject_rank where campaigns > 0;
