-- People report what is against the rules. All reports about one piece of content are one case, which the moderators' queue lists.
create view reportable as
  select 'campaign' as kind, c.id, c.creator_id as author_id, null::uuid as community_id, c.title, c.summary || E'\n' || c.why_it_matters as body,
    '/campaigns/' || c.slug as path, c.updated_at as changed_at, c.moderation
  from campaign c where c.status <> 'draft'
  union all
  select 'comment', s.id, s.author_id, null, c.title, s.body, '/campaigns/' || c.slug || '?tab=discussion&commentId=' || s.id, s.updated_at, s.moderation
  from comment s join campaign c on c.id = s.campaign_id
  where (s.removed_at is null or s.moderation is not null) and c.status <> 'draft'
  union all
  select 'comment', s.id, s.author_id, g.id, g.name, s.body, '/communities/' || g.slug || '?postId=' || p.id || '&commentId=' || s.id, s.updated_at, s.moderation
  from comment s join community_post p on p.id = s.post_id join community g on g.id = p.community_id
  where s.removed_at is null or s.moderation is not null
  union all
  select 'update', u.id, u.creator_id, null, c.title, u.title || E'\n' || u.body, '/campaigns/' || c.slug || '?tab=updates&updateId=' || u.id, u.created_at, null
  from campaign_update u join campaign c on c.id = u.campaign_id where c.status <> 'draft'
  union all
  select 'chat_message', m.id, m.author_id, null, c.title, m.body, '/campaigns/' || c.slug, m.created_at, null
  from campaign_chat_message m join campaign c on c.id = m.campaign_id where c.status <> 'draft'
  union all
  select 'post', p.id, p.author_id, g.id, g.name, p.title || E'\n' || p.body, '/communities/' || g.slug || '?postId=' || p.id, p.updated_at, null
  from community_post p join community g on g.id = p.community_id
  union all
  select 'community', g.id, g.owner_user_id, null, g.name, g.description, '/communities/' || g.slug, g.updated_at, null
  from community g
  union all
  select 'person', q.id, q.id, null, q.display_name, q.bio, '/u/' || q.id, q.updated_at, null
  from person q where q.deleted_at is null
  union all
  select 'target', t.id, null, null, t.name, t.description || E'\n' || coalesce(t.website_url, ''), '/targets/' || t.slug, t.created_at, null
  from target t;
comment on view reportable is 'What can be reported. It contains what moderators have hidden, and the content of private communities (community_id): check who may see a row.';

-- Visibility of the nouns that can be reported, like the functions of 0030_visible.sql.
create function visible_update(viewer uuid) returns setof uuid language sql stable as $$
  select u.id from public.campaign_update u where (select true from public.visible_campaign(viewer) as seen(id) where seen.id = u.campaign_id) $$;

create function visible_chat_message(viewer uuid) returns setof uuid language sql stable as $$
  select m.id from public.campaign_chat_message m where (select true from public.visible_campaign(viewer) as seen(id) where seen.id = m.campaign_id) $$;

-- The card of a community and the profile of a person who is neither suspended nor deleted are public, and so are all targets.
create function visible_community_card(viewer uuid) returns setof uuid language sql stable as $$ select g.id from public.community g $$;
create function visible_profile(viewer uuid) returns setof uuid language sql stable as $$
  select q.id from public.person q where q.deleted_at is null and q.suspended_at is null $$;
create function visible_target(viewer uuid) returns setof uuid language sql stable as $$ select t.id from public.target t $$;

create table report_case (
  id            uuid primary key,
  subject_kind  text not null check (subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target')),
  subject_id    uuid not null,
  opened_at     timestamptz,
  is_urgent     boolean not null default false,
  reporters     int not null default 0 check (reporters >= 0),
  claimed_by    uuid references person (id),
  claimed_until timestamptz,
  kept_version  timestamptz,
  constraint report_case_subject unique (subject_kind, subject_id),
  constraint open_has_reporters check ((opened_at is null) = (reporters = 0)),
  constraint claim_ends check ((claimed_by is null) = (claimed_until is null))
);
comment on column report_case.opened_at is 'The first open report; null while no report is open.';
comment on column report_case.kept_version is 'Changes of the content after this moment can be reported again: a moderator has looked at it and kept it.';
create index report_case_queue on report_case (is_urgent desc, reporters desc, opened_at, id) where opened_at is not null;
create index on report_case (claimed_by);

create table report (
  id           uuid primary key,
  case_id      uuid not null references report_case (id) on delete cascade,
  reporter_id  uuid references person (id),
  reason       text not null check (reason in ('false_claim', 'harassment', 'hate', 'spam', 'illegal', 'not_a_boycott', 'other')),
  details      text not null default '' check (length(details) <= 2000),
  law          text check (length(law) between 1 and 500),
  notice_name  text check (length(notice_name) between 1 and 100),
  notice_email text check (length(notice_email) between 3 and 254),
  created_at   timestamptz not null default now(),
  closed_at    timestamptz,
  outcome      text check (outcome in ('kept', 'hidden', 'removed', 'settled', 'gone')),
  constraint illegal_names_the_law check ((reason = 'illegal') = (law is not null)),
  constraint only_notices_have_senders check (reason = 'illegal' or (notice_name is null and notice_email is null)),
  constraint closed_has_outcome check ((closed_at is null) = (outcome is null))
);
comment on column report.law is 'A legal notice has it, and no other report: the law that the content breaks, or why it is illegal.';
create unique index report_open_once on report (case_id, reporter_id) where closed_at is null;
create index on report (case_id, created_at desc, id desc);
create index on report (reporter_id, created_at desc, id desc);
create index report_closed on report (closed_at) where closed_at is not null;
