-- Moderators decide about profiles, too. The picture and the text of a hidden or removed profile are moved here, so that everything that reads
-- them from the person finds nothing. A restoration moves them back, except where the person has chosen new ones.
create table moderated_profile (
  person_id       uuid primary key references person (id) on delete cascade,
  state           text not null check (state in ('hidden', 'removed')),
  bio             text not null check (length(bio) <= 500),
  avatar_url      text,
  avatar_media_id uuid references media (id)
);
create index on moderated_profile (avatar_media_id);

alter table moderation_decision drop constraint people_are_suspended;
alter table moderation_decision add constraint only_people_are_suspended check (subject_kind = 'person' or state not in ('suspended', 'lifted'));

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
  from target t;
