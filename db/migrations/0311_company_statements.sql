-- The statement of a company on a campaign about it. Pages name the company and the domain, and never the person who posted it.
create table company_statement (
  id          uuid primary key,
  campaign_id uuid not null references campaign (id) on delete cascade,
  target_id   uuid not null references target (id) on delete cascade,
  author_id   uuid not null references person (id),
  domain      text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  body        text not null check (length(body) between 1 and 3000),
  moderation  text check (moderation in ('hidden', 'removed')),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  unique (campaign_id, target_id)
);
comment on table company_statement is 'It is shown on the campaign while that is about this target.';
comment on column company_statement.author_id is 'The representative who wrote the present text.';
create index on company_statement (target_id);
create index on company_statement (author_id);

create table company_statement_edit (
  id           uuid primary key,
  statement_id uuid not null references company_statement (id) on delete cascade,
  body         text not null check (length(body) between 1 and 3000),
  written_at   timestamptz not null,
  created_at   timestamptz not null default now()
);
comment on table company_statement_edit is 'The text before an edit, since written_at. Everybody can read it.';
create index on company_statement_edit (statement_id, created_at desc);

-- Visibility of a statement, like the functions of 0030_visible.sql.
create function visible_company_statement(viewer uuid) returns setof uuid language sql stable as $$
  select s.id from public.company_statement s where (s.moderation is null or s.author_id = viewer)
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = s.campaign_id) $$;

alter table notification_event drop constraint notification_event_type_check;
alter table notification_event add constraint notification_event_type_check check (type in (
  'pledge', 'campaign_comment', 'comment_reply', 'comment_like', 'campaign_update', 'campaign_victory', 'campaign_milestone',
  'community_comment', 'community_reply', 'community_like', 'community_announcement', 'community_join_request', 'community_join_approved', 'count_alarm',
  'report_closed', 'queue_waiting', 'content_removed', 'content_decision', 'appeal_decided', 'target_response'));

alter table moderation_decision drop constraint moderation_decision_subject_kind_check;
alter table moderation_decision add constraint moderation_decision_subject_kind_check check (
  subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement'));
alter table report_case drop constraint report_case_subject_kind_check;
alter table report_case add constraint report_case_subject_kind_check check (
  subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement'));
alter table unconfirmed_report drop constraint unconfirmed_report_subject_kind_check;
alter table unconfirmed_report add constraint unconfirmed_report_subject_kind_check check (
  subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement'));

create or replace view reportable as
  select 'campaign' as kind, c.id, c.creator_id as author_id, null::uuid as community_id, c.title, c.summary || E'\n' || c.why_it_matters as body,
    '/campaigns/' || c.slug as path, c.updated_at as changed_at, c.moderation, c.id as campaign_id
  from campaign c where c.status <> 'draft'
  union all
  select 'comment', s.id, s.author_id, null, c.title, s.body, '/campaigns/' || c.slug || '?tab=discussion&commentId=' || s.id, s.updated_at, s.moderation, c.id
  from comment s join campaign c on c.id = s.campaign_id
  where (s.removed_at is null or s.moderation is not null) and c.status <> 'draft'
  union all
  select 'comment', s.id, s.author_id, g.id, g.name, s.body, '/communities/' || g.slug || '?postId=' || p.id || '&commentId=' || s.id, s.updated_at, s.moderation, null
  from comment s join community_post p on p.id = s.post_id join community g on g.id = p.community_id
  where s.removed_at is null or s.moderation is not null
  union all
  select 'update', u.id, u.creator_id, null, c.title, u.title || E'\n' || u.body, '/campaigns/' || c.slug || '?tab=updates&updateId=' || u.id, u.created_at, u.moderation, c.id
  from campaign_update u join campaign c on c.id = u.campaign_id where c.status <> 'draft'
  union all
  select 'chat_message', m.id, m.author_id, null, c.title, m.body, '/campaigns/' || c.slug, m.created_at, m.moderation, c.id
  from campaign_chat_message m join campaign c on c.id = m.campaign_id where c.status <> 'draft'
  union all
  select 'post', p.id, p.author_id, g.id, g.name, p.title || E'\n' || p.body, '/communities/' || g.slug || '?postId=' || p.id, p.updated_at, p.moderation, null
  from community_post p join community g on g.id = p.community_id
  union all
  select 'community', g.id, g.owner_user_id, null, g.name, g.description, '/communities/' || g.slug, g.updated_at, g.moderation, null
  from community g
  union all
  select 'person', q.id, q.id, null, q.display_name, q.bio, '/u/' || q.id, q.updated_at, (select h.state from moderated_profile h where h.person_id = q.id), null
  from person q where q.deleted_at is null
  union all
  select 'target', t.id, null, null, t.name, t.description || E'\n' || coalesce(t.website_url, ''), '/targets/' || t.slug, t.created_at, null, null
  from target t
  union all
  select 'company_statement', s.id, s.author_id, null, c.title, s.body, '/campaigns/' || c.slug, s.updated_at, s.moderation, c.id
  from company_statement s join campaign c on c.id = s.campaign_id where c.status <> 'draft';
