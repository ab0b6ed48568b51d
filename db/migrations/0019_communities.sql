-- Communities with posts, roles, requests, invites and the campaigns they run. Comments speak about a campaign or about a post.

alter table community drop constraint community_slug_check, drop column banner_url;
alter table community
  add constraint community_slug_check check (slug ~ '^[a-z0-9-]+$' and slug ~ '[a-z0-9]' and length(slug) <= 50),
  add column logo_media_id uuid references media,
  add column banner_media_id uuid references media,
  add column updated_at timestamptz not null default now();
create index on community (logo_media_id);
create index on community (banner_media_id);

alter table media drop constraint media_purpose_check;
alter table media add constraint media_purpose_check
  check (purpose in ('campaign_cover', 'attachment', 'avatar', 'logo', 'community_logo', 'community_banner'));

-- Who is banned keeps a row, so that joining again finds it.
alter table community_member drop constraint community_member_status_check;
alter table community_member
  add constraint community_member_status_check check (status in ('active', 'pending', 'banned')),
  add column role_rank smallint not null generated always as (case role when 'owner' then 2 when 'mod' then 1 else 0 end) stored;
create index community_member_page on community_member (community_id, role_rank desc, created_at desc, person_id desc) where status = 'active';
create index community_member_waiting on community_member (community_id, status, created_at, person_id) where status <> 'active';

-- Members are looked for by the name that everybody sees, never by what it leaves out.
alter table person add column shown_words tsvector not null
  generated always as (word_vector(first_name || ' ' || left(last_name, 1))) stored;
create index person_shown_words on person using gin (shown_words) with (fastupdate = off);

-- Posts and invites call their person otherwise.
create or replace function refuse_for_deleted() returns trigger language plpgsql as $$
declare
  whose uuid;
  gone timestamptz;
begin
  if tg_table_name = 'media' then whose := new.owner_id;
  elsif tg_table_name = 'community_post' then whose := new.author_id;
  elsif tg_table_name = 'community_invite' then whose := new.created_by;
  else whose := new.person_id;
  end if;
  select deleted_at into gone from public.person where id = whose for key share;
  if gone is not null then
    raise exception 'This account is deleted.' using errcode = 'HD001';
  end if;
  return new;
end $$;

create table community_post (
  id              uuid primary key,
  community_id    uuid not null references community on delete cascade,
  author_id       uuid not null references person,
  title           text not null default '' check (length(title) <= 120),
  body            text not null check (length(body) between 1 and 20000),
  body_html       text not null,
  is_pinned       boolean not null default false,
  is_announcement boolean not null default false,
  is_locked       boolean not null default false,
  -- Whether it counts as one of the last seven days; a job takes it back once they are over.
  in_week         boolean not null default true,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index community_post_page on community_post (community_id, is_pinned desc, created_at desc, id desc);
create index on community_post (community_id, created_at desc, id desc);
create index on community_post (author_id, created_at desc);
create index community_post_in_week on community_post (created_at) where in_week;
create trigger refuse_for_deleted before insert on community_post for each row execute function refuse_for_deleted();

create table community_post_like (
  post_id    uuid not null references community_post on delete cascade,
  person_id  uuid not null references person,
  created_at timestamptz not null default now(),
  primary key (post_id, person_id)
);
create index on community_post_like (person_id);
create trigger refuse_for_deleted before insert on community_post_like for each row execute function refuse_for_deleted();

create table community_post_stats (
  post_id  uuid primary key references community_post on delete cascade,
  likes    bigint not null default 0 check (likes >= 0),
  comments bigint not null default 0 check (comments >= 0)
) with (fillfactor = 50);
comment on column community_post_stats.comments is 'Those that are not removed.';

create table community_invite (
  id           uuid primary key,
  community_id uuid not null references community on delete cascade,
  token_hash   text not null unique,
  created_by   uuid not null references person,
  uses         int not null default 0,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index on community_invite (community_id, created_at desc);
create index on community_invite (created_by);
create trigger refuse_for_deleted before insert on community_invite for each row execute function refuse_for_deleted();

create table community_campaign (
  community_id uuid not null references community on delete cascade,
  campaign_id  uuid not null references campaign on delete cascade,
  added_by     uuid not null references person,
  created_at   timestamptz not null default now(),
  primary key (community_id, campaign_id)
);
create index on community_campaign (community_id, created_at desc, campaign_id desc);
create index on community_campaign (campaign_id);

-- One table of comments for both places.
alter table campaign_comment rename to comment;
do $$ declare it record; begin
  for it in select conname from pg_constraint where conrelid = 'comment'::regclass and conname like 'campaign\_comment%' loop
    execute format('alter table comment rename constraint %I to %I', it.conname, replace(it.conname, 'campaign_comment', 'comment'));
  end loop;
  for it in select indexname from pg_indexes where schemaname = current_schema() and tablename = 'comment' and indexname like 'campaign\_comment%' loop
    execute format('alter index %I rename to %I', it.indexname, replace(it.indexname, 'campaign_comment', 'comment'));
  end loop;
end $$;
alter table comment drop constraint comment_body_check;
alter table comment
  alter column campaign_id drop not null,
  add column post_id uuid references community_post on delete cascade,
  add constraint comment_is_about_one_thing check (num_nonnulls(campaign_id, post_id) = 1),
  -- In a community a picture alone is enough.
  add constraint comment_body_check check (length(body) <= 5000 and (body <> '' or post_id is not null));
create index comment_post_id_created_at_id_idx on comment (post_id, created_at desc, id desc) include (removed_at) where post_id is not null;
create index comment_post_id_roots on comment (post_id, created_at desc, id desc) where post_id is not null and depth = 0;

alter table attachment drop constraint attachment_entity_type_check, drop constraint one_on_a_comment, drop column comment_id;
update attachment set entity_type = 'comment' where entity_type = 'campaign_comment';
alter table attachment
  add column comment_id uuid generated always as (case when entity_type = 'comment' then entity_id end) stored references comment on delete cascade,
  add column post_id uuid generated always as (case when entity_type = 'community_post' then entity_id end) stored references community_post on delete cascade,
  add constraint attachment_entity_type_check check (entity_type in ('campaign_update', 'comment', 'community_post')),
  add constraint one_on_a_comment_or_post check (entity_type = 'campaign_update' or sort_order = 0),
  add unique (comment_id, sort_order),
  add unique (post_id, sort_order);

-- How busy a community is. What a private one does is for its members: in public lists it stands by its members alone.
alter table community_rank add column posts_week bigint not null default 0 check (posts_week >= 0);
alter table community_rank
  add column activity bigint not null generated always as (members + 5 * posts_week) stored,
  add column popularity bigint not null generated always as (members + case when privacy = 'public' then 5 * posts_week else 0 end) stored;
comment on column community_rank.posts_week is 'Posts of the last seven days, exactly but for the half minute until the job has looked.';
create index on community_rank (popularity desc, community_id desc);
create index on community_rank (privacy, popularity desc, community_id desc);
create index community_rank_trending on community_rank (posts_week desc, community_id desc) where privacy = 'public' and posts_week > 0;

create function keep_community_posts() returns trigger language plpgsql as $$
declare
  change int := 0;
begin
  if tg_op = 'INSERT' then insert into public.community_post_stats (post_id) values (new.id); end if;
  if tg_op <> 'INSERT' and old.in_week then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.in_week then change := change + 1; end if;
  if change <> 0 then
    update public.community_rank set posts_week = posts_week + change where community_id = coalesce(new.community_id, old.community_id);
  end if;
  return null;
end $$;
create trigger keep_community_posts after insert or delete or update of in_week on community_post for each row execute function keep_community_posts();

create function keep_post_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then update public.community_post_stats set likes = likes + 1 where post_id = new.post_id;
  else update public.community_post_stats set likes = likes - 1 where post_id = old.post_id;
  end if;
  return null;
end $$;
create trigger keep_post_likes after insert or delete on community_post_like for each row execute function keep_post_likes();

create function keep_post_comments() returns trigger language plpgsql as $$
declare
  change int := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.removed_at is null then change := change + 1; end if;
  if change <> 0 then
    update public.community_post_stats set comments = comments + change where post_id = coalesce(new.post_id, old.post_id);
  end if;
  return null;
end $$;
create trigger keep_post_comments_added after insert on comment for each row when (new.post_id is not null) execute function keep_post_comments();
create trigger keep_post_comments_taken after delete on comment for each row when (old.post_id is not null) execute function keep_post_comments();
create trigger keep_post_comments_changed after update of removed_at on comment for each row when (new.post_id is not null) execute function keep_post_comments();
