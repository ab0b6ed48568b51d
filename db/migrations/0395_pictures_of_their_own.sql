-- A picture is content of its own, which moderators decide about and people report. While one is hidden or removed, it is moved here from the place that
-- showed it, so that everything that reads it there finds nothing. A restoration moves it back, except where the place is gone or shows another one.
create table moderated_picture (
  media_id     uuid not null references media (id),
  kind         text not null check (kind in ('campaign', 'person', 'community', 'target', 'update', 'comment', 'post')),
  content_id   uuid not null,
  slot         text not null check (slot in ('cover', 'avatar', 'logo', 'banner', 'attachment')),
  sort_order   smallint not null,
  state        text not null check (state in ('hidden', 'removed', 'hidden_by_reports')),
  created_at   timestamptz not null default now(),
  -- The row goes with the content that showed the picture; then the picture is unused, and the job removes it.
  campaign_id  uuid generated always as (case when kind = 'campaign' then content_id end) stored references campaign (id) on delete cascade,
  person_id    uuid generated always as (case when kind = 'person' then content_id end) stored references person (id) on delete cascade,
  community_id uuid generated always as (case when kind = 'community' then content_id end) stored references community (id) on delete cascade,
  target_id    uuid generated always as (case when kind = 'target' then content_id end) stored references target (id) on delete cascade,
  update_id    uuid generated always as (case when kind = 'update' then content_id end) stored references campaign_update (id) on delete cascade,
  comment_id   uuid generated always as (case when kind = 'comment' then content_id end) stored references comment (id) on delete cascade,
  post_id      uuid generated always as (case when kind = 'post' then content_id end) stored references community_post (id) on delete cascade,
  -- A cover can be that of several campaigns.
  primary key (media_id, content_id),
  constraint reports_hide_no_covers check (state <> 'hidden_by_reports' or kind in ('person', 'comment', 'post'))
);
create index on moderated_picture (content_id);
create index on moderated_picture (campaign_id) where campaign_id is not null;
create index on moderated_picture (person_id) where person_id is not null;
create index on moderated_picture (community_id) where community_id is not null;
create index on moderated_picture (target_id) where target_id is not null;
create index on moderated_picture (update_id) where update_id is not null;
create index on moderated_picture (comment_id) where comment_id is not null;
create index on moderated_picture (post_id) where post_id is not null;
create index on moderated_picture (created_at) where state = 'hidden_by_reports';

create view picture_place as
  select c.cover_media_id as media_id, 'campaign' as kind, c.id as content_id, 'cover' as slot, 0::smallint as sort_order, null::text as state
  from campaign c where c.cover_media_id is not null
  union all
  select p.avatar_media_id, 'person', p.id, 'avatar', 0::smallint, null from person p where p.avatar_media_id is not null
  union all
  select g.logo_media_id, 'community', g.id, 'logo', 0::smallint, null from community g where g.logo_media_id is not null
  union all
  select g.banner_media_id, 'community', g.id, 'banner', 1::smallint, null from community g where g.banner_media_id is not null
  union all
  select t.logo_media_id, 'target', t.id, 'logo', 0::smallint, null from target t where t.logo_media_id is not null
  union all
  select a.media_id, 'update', a.update_id, 'attachment', a.sort_order, null from attachment a where a.update_id is not null
  union all
  select a.media_id, 'comment', a.comment_id, 'attachment', a.sort_order, null from attachment a where a.comment_id is not null
  union all
  select a.media_id, 'post', a.post_id, 'attachment', a.sort_order, null from attachment a where a.post_id is not null
  union all
  select h.media_id, h.kind, h.content_id, h.slot, h.sort_order, h.state from moderated_picture h;
comment on view picture_place is 'The content that shows each picture, or showed it until it was hidden or removed (state).';

create function visible_picture(viewer uuid) returns setof uuid language sql stable as $$
  select m.id from public.media m where exists (select from public.picture_place w where w.media_id = m.id and w.state is null and case w.kind
    when 'campaign' then (select true from public.visible_campaign(viewer) as seen(id) where seen.id = w.content_id)
    when 'person' then (select true from public.visible_profile(viewer) as seen(id) where seen.id = w.content_id)
    when 'target' then (select true from public.visible_target(viewer) as seen(id) where seen.id = w.content_id)
    when 'update' then (select true from public.visible_update(viewer) as seen(id) where seen.id = w.content_id)
    when 'comment' then (select true from public.visible_comment(viewer) as seen(id) where seen.id = w.content_id)
    when 'post' then (select true from public.visible_post(viewer) as seen(id) where seen.id = w.content_id)
    else case w.slot when 'logo' then (select true from public.visible_community_card(viewer) as seen(id) where seen.id = w.content_id)
      else (select true from public.visible_community(viewer) as seen(id) where seen.id = w.content_id) end end) $$;

create view reportable_content as
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
  select 'target', t.id, null, null, t.name, t.description || E'\n' || coalesce(t.website_url, ''), '/targets/' || t.slug, t.updated_at, null, null
  from target t
  union all
  select 'company_statement', s.id, s.author_id, null, c.title, s.body, '/campaigns/' || c.slug, s.updated_at, s.moderation, c.id
  from company_statement s join campaign c on c.id = s.campaign_id where c.status <> 'draft';

create or replace view reportable as
  select * from reportable_content
  union all
  select 'picture', m.id, m.owner_id, p.community_id, p.title, '', p.path, m.created_at, p.state, p.campaign_id
  from media m cross join lateral (
    -- A lateral subquery reads one row by its id. A join would read all content.
    select r.title, r.path, w.state, r.campaign_id, case w.slot when 'banner' then r.id else r.community_id end as community_id
    from picture_place w cross join lateral (select c.* from reportable_content c where c.kind = w.kind and c.id = w.content_id offset 0) r
    where w.media_id = m.id order by r.changed_at, r.id limit 1) p;
comment on view reportable_content is 'What can be reported, without pictures.';

-- Pictures are for the site's moderators alone. Owner and mods decide about the post or comment.
create or replace view community_case as
  select k.id, k.community_id, k.subject_kind, k.subject_id, k.opened_at, k.reporters, k.weight, k.claimed_by, k.claimed_until, r.author_id, r.changed_at
  from report_case k
  cross join lateral (
    select c.author_id, c.community_id, c.changed_at, c.moderation from reportable c where c.kind = k.subject_kind and c.id = k.subject_id offset 0) r
  where k.subject_kind in ('post', 'comment') and k.opened_at is not null and k.reporters > 0 and k.community_id is not null and r.community_id = k.community_id and r.moderation is null
    and not k.is_kept_by_mods
    and not exists (select from report o where o.case_id = k.id and o.closed_at is null and o.reason in ('harassment', 'illegal'))
    and not exists (select from community_member m
      where m.community_id = k.community_id and m.person_id = r.author_id and m.status = 'active' and m.role in ('owner', 'mod'));

alter table moderation_decision drop constraint moderation_decision_subject_kind_check;
alter table moderation_decision add constraint moderation_decision_subject_kind_check check (subject_kind in
  ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement', 'picture'));
alter table moderation_decision drop constraint rules_hide_no_campaigns;
alter table moderation_decision add constraint rules_hide_no_campaigns check (subject_kind in ('comment', 'post', 'chat_message', 'picture')
  or state not in ('hidden_by_reports', 'waiting', 'returned', 'released'));
alter table report_case drop constraint report_case_subject_kind_check;
alter table report_case add constraint report_case_subject_kind_check check (subject_kind in
  ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement', 'picture'));
alter table unconfirmed_report drop constraint unconfirmed_report_subject_kind_check;
alter table unconfirmed_report add constraint unconfirmed_report_subject_kind_check check (subject_kind in
  ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement', 'picture'));
alter table demand drop constraint demand_subject_kind_check;
alter table demand add constraint demand_subject_kind_check check (subject_kind in
  ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'company_statement', 'picture'));
