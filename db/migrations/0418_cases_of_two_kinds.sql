-- The kinds are stated inside the subquery, too: then the database plans the two kinds that have such cases, and not all ten.
create or replace view community_case as
  select k.id, k.community_id, k.subject_kind, k.subject_id, k.opened_at, k.reporters, k.weight, k.claimed_by, k.claimed_until, r.author_id, r.changed_at
  from report_case k
  cross join lateral (
    select c.author_id, c.community_id, c.changed_at, c.moderation from reportable c
    where c.kind in ('post', 'comment') and c.kind = k.subject_kind and c.id = k.subject_id offset 0) r
  where k.subject_kind in ('post', 'comment') and k.opened_at is not null and k.reporters > 0 and k.community_id is not null and r.community_id = k.community_id and r.moderation is null
    and not k.is_kept_by_mods
    and not exists (select from report o where o.case_id = k.id and o.closed_at is null and o.reason in ('harassment', 'illegal'))
    and not exists (select from community_member m
      where m.community_id = k.community_id and m.person_id = r.author_id and m.status = 'active' and m.role in ('owner', 'mod'));
