-- Once the mods have kept something, it is for the site until the site has decided: an edit must not bring it back to mods who keep everything.
drop view community_case;
alter table report_case add column is_kept_by_mods boolean not null default false;
update report_case set is_kept_by_mods = true where mods_kept_version is not null;
alter table report_case drop column mods_kept_version;
comment on column report_case.is_kept_by_mods is 'The community''s owner or mods have kept the content. New reports about it are for the site''s moderators, until they have decided.';

-- Harassment, private details and illegality are for the site alone, and so is what owner and mods wrote and what somebody has hidden.
create view community_case as
  select k.id, k.community_id, k.subject_kind, k.subject_id, k.opened_at, k.reporters, k.weight, k.claimed_by, k.claimed_until, r.author_id, r.changed_at
  from report_case k
  cross join lateral (
    select c.author_id, c.community_id, c.changed_at, c.moderation from reportable c where c.kind = k.subject_kind and c.id = k.subject_id offset 0) r
  where k.opened_at is not null and k.reporters > 0 and k.community_id is not null and r.community_id = k.community_id and r.moderation is null
    and not k.is_kept_by_mods
    and not exists (select from report o where o.case_id = k.id and o.closed_at is null and o.reason in ('harassment', 'illegal'))
    and not exists (select from community_member m
      where m.community_id = k.community_id and m.person_id = r.author_id and m.status = 'active' and m.role in ('owner', 'mod'));
comment on view community_case is 'Open cases about which the owner and mods of their community may decide. Check who asks, and whether they may see the content.';
