-- The same views again, so that db/schema.sql, which lists views by age, makes each after those that it reads.
drop view community_case;
drop view reportable;

create view reportable as
  select * from reportable_content
  union all
  select 'picture', m.id, m.owner_id, p.community_id, p.title, '', p.path, m.created_at, p.state, p.campaign_id
  from media m cross join lateral (
    -- A lateral subquery reads one row by its id. A join would read all content.
    select r.title, r.path, w.state, r.campaign_id, case w.slot when 'banner' then r.id else r.community_id end as community_id
    from picture_place w cross join lateral (select c.* from reportable_content c where c.kind = w.kind and c.id = w.content_id offset 0) r
    where w.media_id = m.id order by r.changed_at, r.id limit 1) p;
comment on view reportable is 'What can be reported. It contains what moderators have hidden, and the content of private communities (community_id): check who may see a row.';

create view community_case as
  select k.id, k.community_id, k.subject_kind, k.subject_id, k.opened_at, k.reporters, k.weight, k.claimed_by, k.claimed_until, r.author_id, r.changed_at
  from report_case k
  cross join lateral (
    select c.author_id, c.community_id, c.changed_at, c.moderation from reportable c where c.kind = k.subject_kind and c.id = k.subject_id offset 0) r
  where k.subject_kind in ('post', 'comment') and k.opened_at is not null and k.reporters > 0 and k.community_id is not null and r.community_id = k.community_id and r.moderation is null
    and not k.is_kept_by_mods
    and not exists (select from report o where o.case_id = k.id and o.closed_at is null and o.reason in ('harassment', 'illegal'))
    and not exists (select from community_member m
      where m.community_id = k.community_id and m.person_id = r.author_id and m.status = 'active' and m.role in ('owner', 'mod'));
comment on view community_case is 'Open cases about which the owner and mods of their community may decide. Check who asks, and whether they may see the content.';
