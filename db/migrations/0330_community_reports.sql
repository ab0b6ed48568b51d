-- The owner and mods of a community decide about reports of posts and comments there. Number 0330, because its view needs the columns of 0311.
alter table report_case add column community_id uuid;
comment on column report_case.community_id is 'The community of a reported post or comment. No foreign key: a case outlives its content, and a report must not lock the community.';
alter table report_case add column mods_kept_version timestamptz;
comment on column report_case.mods_kept_version is
  'The community''s owner or mods have kept the content as it was at this moment. New reports about it are for the site''s moderators alone, until it changes.';
update report_case k set community_id = r.community_id from reportable r
where r.kind = k.subject_kind and r.id = k.subject_id and k.subject_kind in ('post', 'comment') and r.community_id is not null;
create index report_case_of_community on report_case (community_id, weight desc, opened_at, id) where opened_at is not null and community_id is not null;

alter table report add column by_mods boolean not null default false;
comment on column report.by_mods is 'The owner or a mod of the community has closed it. It says nothing about the weight of its sender''s reports on the site.';

alter table moderation_decision add column by_mods boolean not null default false;
alter table moderation_decision add constraint mods_keep_or_remove check (not by_mods or (subject_kind in ('post', 'comment') and state in ('kept', 'removed')));
comment on column moderation_decision.by_mods is 'The moderator decided as owner or mod of the community, not for the site.';

-- Harassment, private details and illegality are for the site alone, and so is what owner and mods wrote and what somebody has hidden.
create view community_case as
  select k.id, k.community_id, k.subject_kind, k.subject_id, k.opened_at, k.reporters, k.weight, k.claimed_by, k.claimed_until, r.author_id, r.changed_at
  from report_case k join reportable r on r.kind = k.subject_kind and r.id = k.subject_id
  where k.opened_at is not null and k.reporters > 0 and r.community_id = k.community_id and r.moderation is null
    and (k.mods_kept_version is null or k.mods_kept_version < r.changed_at)
    and not exists (select from report o where o.case_id = k.id and o.closed_at is null and o.reason in ('harassment', 'illegal'))
    and not exists (select from community_member m
      where m.community_id = k.community_id and m.person_id = r.author_id and m.status = 'active' and m.role in ('owner', 'mod'));
comment on view community_case is 'Open cases about which the owner and mods of their community may decide. Check who asks, and whether they may see the content.';
