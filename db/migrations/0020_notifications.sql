-- Notifications: what happened (an outbox, written with the act), who is told of it, and how by mail and push.

-- Ids that grow with time, by the store's own clock.
create function uuid_v7() returns uuid language sql volatile set search_path = pg_catalog as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create table notification_event (
  id            uuid primary key default uuid_v7(),
  type          text not null check (type in (
    'pledge', 'campaign_comment', 'comment_reply', 'comment_like', 'campaign_update', 'campaign_victory', 'campaign_milestone',
    'community_comment', 'community_reply', 'community_like', 'community_announcement', 'community_join_request', 'community_join_approved')),
  -- Whose act it was. Null where nobody is named.
  actor_id      uuid references person,
  campaign_id   uuid references campaign on delete cascade,
  update_id     uuid references campaign_update on delete cascade,
  community_id  uuid references community on delete cascade,
  post_id       uuid references community_post on delete cascade,
  comment_id    uuid references comment on delete cascade,
  -- Who is told, where it is one person whom nothing else names.
  recipient_id  uuid references person,
  -- Of a group how many acts it stands for; of a milestone the number reached.
  number        integer not null default 1 check (number >= 1),
  created_at    timestamptz not null default now(),
  -- Delivery: who has been told so far, in the order of their ids, and when all were.
  told_through  uuid,
  delivered_at  timestamptz,
  tries         integer not null default 0,
  next_try_at   timestamptz not null default now(),
  -- Given up: shown to the operator.
  failed_at     timestamptz,
  -- The same for mail and push, which come after, each at its own speed and with its own troubles.
  mailed_through uuid,
  mailed_at     timestamptz,
  mail_tries    integer not null default 0,
  mail_next_at  timestamptz not null default now(),
  mail_failed_at timestamptz,
  pushed_through uuid,
  pushed_at     timestamptz,
  push_tries    integer not null default 0,
  push_next_at  timestamptz not null default now(),
  push_failed_at timestamptz,
  -- What went wrong last, whichever of the three it was.
  last_error    text check (length(last_error) <= 500),
  constraint speaks_of_something check (num_nonnulls(campaign_id, community_id) = 1)
);
comment on table notification_event is 'What happened, written in the transaction of the act: the outbox of notifications. Those who are told hold its id.';
create index notification_event_waiting on notification_event (next_try_at, id) where delivered_at is null and failed_at is null;
create index notification_event_to_mail on notification_event (mail_next_at, id) where delivered_at is not null and mailed_at is null and mail_failed_at is null;
create index notification_event_to_push on notification_event (push_next_at, id) where delivered_at is not null and pushed_at is null and push_failed_at is null;
create index notification_event_failed on notification_event (failed_at) where failed_at is not null;
create index notification_event_not_handed_on on notification_event (greatest(mail_failed_at, push_failed_at)) where greatest(mail_failed_at, push_failed_at) is not null;
create index on notification_event (campaign_id);
create index on notification_event (update_id) where update_id is not null;
create index on notification_event (community_id) where community_id is not null;
create index on notification_event (post_id) where post_id is not null;
create index on notification_event (comment_id) where comment_id is not null;
create index on notification_event (actor_id) where actor_id is not null;
create index on notification_event (recipient_id) where recipient_id is not null;
-- Whoever likes, takes it back and likes again is told of once.
create unique index notification_event_like_once on notification_event (type, actor_id, coalesce(comment_id, post_id))
  where type in ('comment_like', 'community_like');
create unique index notification_event_announced_once on notification_event (post_id) where type = 'community_announcement';

-- No foreign keys: a million rows at once would lock as many people, and a deleted act's rows are removed in portions (notification_gone).
create table notification (
  person_id uuid not null,
  event_id  uuid not null,
  is_read   boolean not null default false,
  primary key (person_id, event_id)
);
comment on table notification is 'Who is told of what. Event ids grow with time and so are the order of the list; one whose event is gone is not there.';
create index notification_unread on notification (person_id, event_id) where not is_read;
-- Everybody who is told of one thing, in the order in which delivery, mail and push go.
create index notification_of_event on notification (event_id, person_id);
create index notification_read on notification (event_id) where is_read;

-- Events that are gone: their notifications are not listed any more, and are removed in portions.
create table notification_gone (event_id uuid primary key);
create function note_gone_event() returns trigger language plpgsql as $$
begin
  insert into public.notification_gone (event_id) select id from gone on conflict do nothing;
  return null;
end $$;
create trigger note_gone_event after delete on notification_event referencing old table as gone for each statement execute function note_gone_event();

-- The newest event of a group that somebody is told of: while it is unread, the next act of the kind takes its place.
create table notification_group (
  person_id  uuid not null references person,
  type       text not null,
  subject_id uuid not null,
  event_id   uuid not null references notification_event on delete cascade,
  primary key (person_id, type, subject_id)
);
create index on notification_group (event_id);

-- How often a campaign's creator, or a community's mods, have told all its people of something on a day (UTC).
create table notification_reach (
  subject_id uuid primary key,
  day        date not null,
  number     integer not null check (number >= 1)
);

-- Which numbers of supporters a campaign has been told of: each once, also when people leave and come.
create table campaign_milestone (
  campaign_id uuid not null references campaign on delete cascade,
  number      integer not null check (number >= 1),
  reached_at  timestamptz not null default now(),
  primary key (campaign_id, number)
);
-- What was reached before there were notifications is no news.
insert into campaign_milestone (campaign_id, number)
select s.campaign_id, m.number from campaign_stats s join campaign c on c.id = s.campaign_id
cross join lateral (
  select unnest(array[100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000]::bigint[]) as number
  union select c.supporters_goal) m
where m.number <= s.supporters;

-- Whose notifications are to be removed, in portions: all of a person who left; of what is inside a private community those
-- of a person who may not look inside any more, or with nobody named those of everybody who may not.
create table notification_clearing (
  id           uuid primary key default uuid_v7(),
  person_id    uuid,
  community_id uuid,
  constraint names_somebody_or_something check (num_nonnulls(person_id, community_id) >= 1)
);

-- Mail about notifications is written when it is sent, so that nothing is in it that its reader may not see any more.
alter table mail
  alter column letter drop not null,
  add column person_id uuid references person,
  add column event_id  uuid references notification_event on delete cascade,
  add column last_error text check (length(last_error) <= 500),
  add column failed_at timestamptz;
create index on mail (person_id) where person_id is not null;
-- Mail about an account goes before all that tells of others' acts.
drop index mail_next_try_at_idx;
create index mail_waiting on mail ((person_id is not null), next_try_at, id) where failed_at is null;
create index mail_failed on mail (failed_at) where failed_at is not null;
create index on mail (event_id) where event_id is not null;
create unique index mail_once_a_person on mail (person_id, event_id) where event_id is not null;

-- How much a person has been mailed.
create table notification_mailing (
  person_id   uuid primary key references person,
  -- A day (UTC) and how many mails about single notifications went out on it.
  day         date not null default current_date,
  sent        integer not null default 0 check (sent >= 0),
  -- When the next daily digest is due; null where nothing waits for it.
  digest_at   timestamptz,
  -- When the next weekly one is looked at.
  weekly_at   timestamptz
);
create index on notification_mailing (digest_at) where digest_at is not null;
create index on notification_mailing (weekly_at) where weekly_at is not null;

-- What waits for the daily digest.
create table notification_digest (
  person_id uuid not null references person,
  event_id  uuid not null references notification_event on delete cascade,
  -- The digest that it goes out in, and with which it leaves.
  mail_id   uuid references mail on delete cascade,
  primary key (person_id, event_id)
);
create index on notification_digest (event_id);
create index on notification_digest (mail_id) where mail_id is not null;

-- Browsers that somebody wants to be notified in.
create table push_subscription (
  id         uuid primary key,
  person_id  uuid not null references person,
  -- The session it was made in. One that is ended takes it along; one that only runs out does not.
  session_id uuid references auth_session on delete set null,
  endpoint   text not null unique check (length(endpoint) <= 2048),
  p256dh     text not null check (length(p256dh) <= 200),
  auth       text not null check (length(auth) <= 100),
  created_at timestamptz not null default now(),
  -- Since when it is counted, and how many messages it was to be sent since.
  told_since timestamptz not null default now(),
  told       integer not null default 0 check (told >= 0)
);
create index on push_subscription (person_id);
create index on push_subscription (session_id) where session_id is not null;
create function drop_pushes_of_ended_session() returns trigger language plpgsql as $$
begin
  if old.expires_at > now() then
    delete from public.push_subscription where session_id = old.id;
  end if;
  return old;
end $$;
create trigger drop_pushes_of_ended_session before delete on auth_session for each row execute function drop_pushes_of_ended_session();

create table push_message (
  subscription_id uuid not null references push_subscription on delete cascade,
  event_id        uuid not null references notification_event on delete cascade,
  tries           integer not null default 0,
  next_try_at     timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  failed_at       timestamptz,
  last_error      text check (length(last_error) <= 500),
  primary key (subscription_id, event_id)
);
create index on push_message (next_try_at) where failed_at is null;
create index push_message_failed on push_message (failed_at) where failed_at is not null;
create index on push_message (event_id);

-- When each background job last did its work, in whichever process.
create table job_run (
  name           text primary key check (name ~ '^[a-z_]{1,40}$'),
  last_done_at   timestamptz,
  last_failed_at timestamptz,
  last_error     text check (length(last_error) <= 500),
  done           bigint not null default 0,
  failed         bigint not null default 0
);
