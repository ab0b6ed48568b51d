-- Looks up the content of each case by its id. The offset keeps the planner from joining all cases with everything that can be reported.
create or replace view community_case as
  select k.id, k.community_id, k.subject_kind, k.subject_id, k.opened_at, k.reporters, k.weight, k.claimed_by, k.claimed_until, r.author_id, r.changed_at
  from report_case k
  cross join lateral (
    select c.author_id, c.community_id, c.changed_at, c.moderation from reportable c where c.kind = k.subject_kind and c.id = k.subject_id offset 0) r
  where k.opened_at is not null and k.reporters > 0 and k.community_id is not null and r.community_id = k.community_id and r.moderation is null
    and (k.mods_kept_version is null or k.mods_kept_version < r.changed_at)
    and not exists (select from report o where o.case_id = k.id and o.closed_at is null and o.reason in ('harassment', 'illegal'))
    and not exists (select from community_member m
      where m.community_id = k.community_id and m.person_id = r.author_id and m.status = 'active' and m.role in ('owner', 'mod'));
