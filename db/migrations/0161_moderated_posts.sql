-- Moderators decide about community posts, too. A hidden or removed post is not in the weekly count of its community.
alter table community_post add column moderation text check (moderation in ('hidden', 'removed'));
alter table community_post add constraint moderated_is_not_in_week check (moderation is null or not in_week);

create or replace function visible_post(viewer uuid) returns setof uuid language sql stable as $$
  select p.id from public.community_post p where (p.moderation is null or p.author_id = viewer)
    and (select true from public.visible_community(viewer) as seen(id) where seen.id = p.community_id) $$;

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
  select 'community', g.id, g.owner_user_id, null, g.name, g.description, '/communities/' || g.slug, g.updated_at, null, null
  from community g
  union all
  select 'person', q.id, q.id, null, q.display_name, q.bio, '/u/' || q.id, q.updated_at, null, null
  from person q where q.deleted_at is null
  union all
  select 'target', t.id, null, null, t.name, t.description || E'\n' || coalesce(t.website_url, ''), '/targets/' || t.slug, t.created_at, null, null
  from target t;
