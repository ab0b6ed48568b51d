-- The author of what a moderator hid or removed gets the reasons by bell and mail, and may appeal against each decision once.
create table moderation_appeal (
  id             uuid primary key,
  decision_id    uuid not null unique references moderation_decision (id),
  author_id      uuid references person (id),
  body           text not null check (length(body) <= 2000),
  created_at     timestamptz not null default now(),
  decided_at     timestamptz,
  decided_by     uuid references person (id),
  outcome        text check (outcome in ('granted', 'declined')),
  answer         text check (length(answer) between 1 and 1000),
  is_same_person boolean not null default false,
  constraint decided_whole check (num_nonnulls(decided_at, decided_by, outcome, answer) in (0, 4))
);
comment on table moderation_appeal is 'An open appeal moves to the newest decision about its content. Appeals of deleted accounts keep neither author nor text.';
comment on column moderation_appeal.is_same_person is 'The moderator who made the decision has also decided the appeal.';
create index on moderation_appeal (author_id);
create index on moderation_appeal (decided_by);
create index on moderation_appeal (created_at);
create index moderation_appeal_open on moderation_appeal (created_at, id) where decided_at is null;

alter table notification_event add column decision_id uuid references moderation_decision (id);
create index notification_event_decision_id_idx on notification_event (decision_id) where decision_id is not null;
alter table notification_event drop constraint speaks_of_something;
alter table notification_event add constraint speaks_of_something check (num_nonnulls(campaign_id, community_id, report_id, decision_id) = 1);

-- Adds campaign_id: a campaign that a moderator hid is not named to the author of a comment on it.
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
  select 'update', u.id, u.creator_id, null, c.title, u.title || E'\n' || u.body, '/campaigns/' || c.slug || '?tab=updates&updateId=' || u.id, u.created_at, null, c.id
  from campaign_update u join campaign c on c.id = u.campaign_id where c.status <> 'draft'
  union all
  select 'chat_message', m.id, m.author_id, null, c.title, m.body, '/campaigns/' || c.slug, m.created_at, null, c.id
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
