-- Search that forgives: the words of what may be found, a dictionary of them, and communities as far as search shows them.

-- Letters and digits in small letters without accents, one space between words. Signs within a name ("McDonald's") join,
-- all others part. Named by their code points, since what counts as a letter differs between the locales of stores.
create function plain_words(given text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(translate(public.norm(given), '''’‘`´ʼ', ''),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd]+', ' ', 'g')) $$;

create function word_list(given text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct left(word, 64) from unnest(string_to_array(public.plain_words(given), ' ')) as word where word <> '') $$;

create function word_vector(given text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(public.word_list(given)) $$;

-- A word and all that is left of it without one of its letters: two words that differ by one typo have one of these in common.
create function near_words(word text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(word) between 3 and 40
    then array(select distinct left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word)) as at) || word
    else '{}'::text[] end $$;

create table search_word (
  word text primary key check (word <> '' and length(word) <= 64),
  near text[] not null generated always as (near_words(word)) stored
);
comment on table search_word is 'Every word of published campaigns, of targets and of communities; never of a draft.';
create index search_word_near on search_word using gin (near) with (fastupdate = off);
create index search_word_trgm on search_word using gin (word gin_trgm_ops) with (fastupdate = off);

alter table campaign
  add column title_words tsvector not null generated always as (word_vector(title)) stored,
  add column words tsvector not null generated always as (word_vector(title || ' ' || summary)) stored;
create index campaign_title_words on campaign using gin (title_words) with (fastupdate = off);
create index campaign_words on campaign using gin (words) with (fastupdate = off);

alter table target add column words tsvector not null generated always as (word_vector(name)) stored;
create index target_words on target using gin (words) with (fastupdate = off);

-- Communities are built by their own issue; search finds them already.
create table community (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  description text not null default '' check (length(description) <= 2000),
  rules text not null default '' check (length(rules) <= 10000),
  rules_html text not null default '',
  privacy text not null default 'public' check (privacy in ('public', 'private')),
  approves_members boolean not null default false,
  tags text[] not null default '{}' check (cardinality(tags) <= 10 and array_position(tags, null) is null and length(array_to_string(tags, '')) <= 300),
  logo_url text check (length(logo_url) <= 2048),
  banner_url text check (length(banner_url) <= 2048),
  discord_url text check (length(discord_url) <= 2048),
  twitter_url text check (length(twitter_url) <= 2048),
  website_url text check (length(website_url) <= 2048),
  instagram_url text check (length(instagram_url) <= 2048),
  quick_links jsonb not null default '[]' check (jsonb_typeof(quick_links) = 'array' and jsonb_array_length(quick_links) <= 10),
  owner_user_id uuid not null references person (id),
  created_at timestamptz not null default now(),
  name_words tsvector not null generated always as (word_vector(name)) stored,
  words tsvector not null generated always as (word_vector(name || ' ' || description)) stored,
  constraint only_private_ones_approve check (privacy = 'private' or not approves_members)
);
create index community_words on community using gin (words) with (fastupdate = off);
create index community_name_words on community using gin (name_words) with (fastupdate = off);
create index on community (owner_user_id);

create table community_member (
  community_id uuid not null references community on delete cascade,
  person_id uuid not null references person (id),
  role text not null default 'member' check (role in ('owner', 'mod', 'member')),
  status text not null default 'active' check (status in ('active', 'pending')),
  created_at timestamptz not null default now(),
  primary key (community_id, person_id),
  constraint who_waits_is_a_member check (status = 'active' or role = 'member')
);
create index on community_member (person_id, community_id);
create unique index community_has_one_owner on community_member (community_id) where role = 'owner';
create trigger refuse_for_deleted before insert on community_member for each row execute function refuse_for_deleted();

-- What lists of communities are ordered and filtered by, apart from the texts, since members come and go.
create table community_rank (
  community_id uuid primary key references community on delete cascade,
  privacy text not null,
  tags text[] not null,
  members bigint not null default 0 check (members >= 0),
  created_at timestamptz not null
);
comment on column community_rank.members is 'Active members, exactly.';
create index on community_rank (members desc, community_id desc);
create index on community_rank (created_at desc, community_id desc);
create index on community_rank (privacy, members desc, community_id desc);
create index on community_rank (privacy, created_at desc, community_id desc);
create index on community_rank using gin (tags) with (fastupdate = off);

create function keep_community_rank() returns trigger language plpgsql as $$
begin
  insert into public.community_rank (community_id, privacy, tags, created_at)
  values (new.id, new.privacy, array(select distinct public.norm(tag) from unnest(new.tags) as tag), new.created_at)
  on conflict (community_id) do update set privacy = excluded.privacy, tags = excluded.tags, created_at = excluded.created_at;
  return new;
end $$;
create trigger keep_community_rank after insert or update of privacy, tags, created_at on community for each row execute function keep_community_rank();

create function keep_community_members() returns trigger language plpgsql as $$
declare
  change int := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'active' then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status = 'active' then change := change + 1; end if;
  if change <> 0 then
    update public.community_rank set members = members + change where community_id = coalesce(new.community_id, old.community_id);
  end if;
  return null;
end $$;
create trigger keep_community_members after insert or delete or update of status on community_member for each row execute function keep_community_members();

-- New words enter the dictionary one transaction after the other, and only as it commits, when it waits for nothing else:
-- two that meet cannot each wait for a word of the other.
create function keep_search_words() returns trigger language plpgsql as $$
declare
  found text[];
begin
  if tg_table_name = 'campaign' then
    if new.status = 'draft' then return null; end if;
    found := tsvector_to_array(new.words);
  elsif tg_table_name = 'target' then
    found := tsvector_to_array(new.words);
  else
    found := tsvector_to_array(new.words) || public.word_list(array_to_string(new.tags, ' '));
  end if;
  found := array(select given.word from unnest(found) as given(word) where not exists (select from public.search_word s where s.word = given.word));
  if cardinality(found) = 0 then return null; end if;
  perform pg_advisory_xact_lock(7265417);
  insert into public.search_word (word) select distinct word from unnest(found) as word order by word on conflict do nothing;
  return null;
end $$;
create constraint trigger keep_search_words after insert or update of title, summary, status on campaign
  deferrable initially deferred for each row execute function keep_search_words();
create constraint trigger keep_search_words after insert or update of name on target
  deferrable initially deferred for each row execute function keep_search_words();
create constraint trigger keep_search_words after insert or update of name, description, tags on community
  deferrable initially deferred for each row execute function keep_search_words();

insert into search_word (word)
select word from (
  select unnest(tsvector_to_array(words)) as word from campaign where status <> 'draft'
  union select unnest(tsvector_to_array(words)) from target) found
order by word;
