-- Moderators decide about updates and chat messages, too. What they hide or remove is visible to its author alone, and to moderators, for
-- whom the operations make an exception. These functions say it for lists, pictures, notifications and live events.
alter table campaign_update add column moderation text check (moderation in ('hidden', 'removed'));
alter table campaign_chat_message add column moderation text check (moderation in ('hidden', 'removed'));

create or replace function visible_update(viewer uuid) returns setof uuid language sql stable as $$
  select u.id from public.campaign_update u where (u.moderation is null or u.creator_id = viewer)
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = u.campaign_id) $$;
create or replace function visible_chat_message(viewer uuid) returns setof uuid language sql stable as $$
  select m.id from public.campaign_chat_message m where (m.moderation is null or m.author_id = viewer)
    and (select true from public.visible_campaign(viewer) as seen(id) where seen.id = m.campaign_id) $$;

-- A moderator who keeps reported content has decided, too: without a rule, and the reason may be empty. Everything that is reported can be kept.
alter table moderation_decision drop constraint moderation_decision_subject_kind_check;
alter table moderation_decision add constraint moderation_decision_subject_kind_check check (
  subject_kind in ('campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target'));
alter table moderation_decision drop constraint moderation_decision_state_check;
alter table moderation_decision add constraint moderation_decision_state_check check (state in ('visible', 'hidden', 'removed', 'kept', 'suspended', 'lifted'));
alter table moderation_decision drop constraint people_are_suspended;
alter table moderation_decision add constraint people_are_suspended check (state = 'kept' or (subject_kind = 'person') = (state in ('suspended', 'lifted')));
alter table moderation_decision drop constraint moderation_decision_reason_check;
alter table moderation_decision add constraint moderation_decision_reason_check check (length(reason) <= 1000 and (reason <> '' or state = 'kept'));
comment on column moderation_decision.rule is 'Null for restorations, for kept content, and for decisions from before there were rules.';

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
  select 'post', p.id, p.author_id, g.id, g.name, p.title || E'\n' || p.body, '/communities/' || g.slug || '?postId=' || p.id, p.updated_at, null, null
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
