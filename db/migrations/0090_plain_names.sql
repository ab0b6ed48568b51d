-- Names for what the columns and tables contain.
alter table notification_event rename column told_through to delivered_through;
comment on column notification_event.delivered_through is 'The last person who has been notified of an event with many recipients, in the order of ids; null before the first batch.';
comment on table notification_event is 'Events that people are notified of, inserted in the transaction of the act: the outbox of notifications, which refer to it.';
comment on table notification is 'A person''s notifications. Event ids grow with time and so are the order of the list; a notification whose event is gone is not listed.';

alter table push_subscription rename column told to sent_in_hour;
alter table push_subscription rename column told_since to hour_began_at;
alter table push_subscription rename constraint push_subscription_told_check to push_subscription_sent_in_hour_check;

alter table person rename column told_of_shown_pledges to has_dismissed_shown_pledges;
comment on column person.has_dismissed_shown_pledges is 'This person has dismissed the notice that pledges from before 0027 are on the profile.';

alter table subject_digest rename to entry_summary;
alter table entry_summary rename constraint subject_digest_pkey to entry_summary_pkey;
alter table subject_digest_due rename to entry_summary_due;
alter table entry_summary_due rename constraint subject_digest_due_pkey to entry_summary_due_pkey;
alter sequence subject_digest_due_id_seq rename to entry_summary_due_id_seq;
update job_run set name = 'entry_summaries' where name = 'subject_digests';

alter trigger digest_due on campaign_alternative rename to summary_due;
alter trigger digest_due_anew on campaign_alternative rename to summary_due_on_update;
alter trigger digest_due_no_more on campaign_alternative rename to summary_due_on_delete;
alter trigger digest_due on campaign_rank rename to summary_due;
alter trigger digest_due_anew on campaign_rank rename to summary_due_on_update;
alter function digest_due_of_alternatives() rename to summary_due_of_alternatives;
alter function digest_due_of_rank() rename to summary_due_of_rank;

create or replace function summary_due_of_alternatives() returns trigger language plpgsql as $$
begin
  insert into public.entry_summary_due (subject_id)
  select distinct s.subject_id
  from public.campaign_rank r cross join lateral unnest(array[r.target_id, r.industry_id] || r.cause_ids) as s(subject_id)
  where r.campaign_id in (select campaign_id from changed) and r.status = 'active' and s.subject_id is not null;
  return null;
end $$;

create or replace function summary_due_of_rank() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    insert into public.entry_summary_due (subject_id)
    select subject_id from unnest(array[old.target_id, old.industry_id] || old.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into public.entry_summary_due (subject_id)
    select subject_id from unnest(array[new.target_id, new.industry_id] || new.cause_ids) as s(subject_id) where subject_id is not null;
  end if;
  return null;
end $$;
