-- Content that a moderator has hidden for review stays in the queue until a moderator removes it or shows it again.
alter table report_case add column is_hidden boolean not null default false;
comment on column report_case.is_hidden is 'A moderator has hidden the content for review. The case stays open until it is removed or shown again.';

insert into report_case as k (id, subject_kind, subject_id, opened_at, is_hidden)
select uuid_v7(), d.subject_kind, d.subject_id, clock_timestamp(), true
from (
  select distinct on (subject_id) subject_kind, subject_id, state from moderation_decision
  where state in ('visible', 'hidden', 'removed', 'hidden_by_organizer', 'shown_by_organizer', 'hidden_by_reports', 'waiting', 'returned', 'released')
  order by subject_id, created_at desc, id desc) d
where d.state = 'hidden' and exists (select from reportable r where r.kind = d.subject_kind and r.id = d.subject_id)
on conflict (subject_kind, subject_id) do update set opened_at = coalesce(k.opened_at, excluded.opened_at), is_hidden = true;

alter table report_case add constraint hidden_is_open check (opened_at is not null or not is_hidden);
