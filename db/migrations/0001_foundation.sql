-- People and sign-in, targets, industries, causes, campaigns, pledges, and the counts that every screen reads.
-- Ids are UUIDv7 made by the application. PostgreSQL 15 features only.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Forgives case and accents; used by name lookups and their indexes.
create function norm(words text) returns text language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, words)) $$;

-- ------------------------------------------------------------------ people

create table person (
  id               uuid primary key,
  email            text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified   boolean not null default false,
  counting_from    timestamptz,
  full_name        text not null default '' check (length(full_name) <= 100),
  first_name       text not null default '',
  last_name        text not null default '',
  display_name     text not null check (length(display_name) <= 100),
  username         text unique check (username = lower(username) and username ~ '^[a-z0-9_]{3,30}$'),
  display_username text,
  avatar_url       text,
  bio              text not null default '' check (length(bio) <= 500),
  pledge_privately boolean not null default false,
  role             text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  suspended_at     timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
comment on column person.email_verified is 'Confirmed by mail or by a provider; never merely because no mail is configured.';
comment on column person.counting_from is 'From this moment the person''s pledges count; null while the e-mail is unconfirmed.';

create table auth_session (
  id         uuid primary key,
  token      text not null unique,
  person_id  uuid not null references person on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on auth_session (person_id);

create table auth_account (
  id                       uuid primary key,
  person_id                uuid not null references person on delete cascade,
  provider_id              text not null,
  account_id               text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index on auth_account (person_id);

create table auth_verification (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on auth_verification (identifier);

-- ---------------------------------------------- targets, industries, causes

create table industry (
  id          uuid primary key,
  slug        text not null unique,
  name        text not null check (length(name) between 2 and 80),
  description text not null default '' check (length(description) <= 2000),
  created_at  timestamptz not null default now()
);
create unique index industry_name_key on industry (norm(name));

create table cause (
  id          uuid primary key,
  slug        text not null unique,
  name        text not null check (length(name) between 1 and 80 and position(',' in name) = 0),
  description text not null default '' check (length(description) <= 2000),
  icon        text,
  created_at  timestamptz not null default now()
);
create unique index cause_name_key on cause (norm(name));

create table target (
  id           uuid primary key,
  slug         text not null unique,
  name         text not null check (length(name) between 1 and 80),
  industry_id  uuid references industry,
  website_url  text check (length(website_url) <= 2048),
  description  text not null default '' check (length(description) <= 2000),
  is_fictional boolean not null default false,
  created_at   timestamptz not null default now()
);
create unique index target_name_key on target (norm(name));
create index target_name_trgm on target using gin (norm(name) gin_trgm_ops);
create index on target (industry_id);

-- ----------------------------------------------------------------- pictures

create table media (
  id           uuid primary key,
  owner_id     uuid references person on delete set null,
  purpose      text not null check (purpose in ('campaign_cover')),
  content_hash text not null,
  width        int not null,
  height       int not null,
  bytes        int not null,
  placeholder  text not null,
  created_at   timestamptz not null default now()
);
create index on media (owner_id, created_at);
comment on column media.placeholder is 'A tiny blurred preview as a data: address, shown until the picture is there.';

-- ---------------------------------------------------------------- campaigns

create table campaign (
  id                 uuid primary key,
  slug               text not null unique,
  status             text not null check (status in ('draft', 'active', 'victory', 'archived')),
  title              text not null check (length(title) between 10 and 120),
  summary            text not null default '' check (length(summary) <= 120),
  body               text not null default '' check (length(body) <= 20000),
  body_html          text not null default '',
  why_it_matters     text not null default '' check (length(why_it_matters) <= 5000),
  cover_media_id     uuid references media on delete set null,
  impact_mode        text not null check (impact_mode in ('monetary', 'non_monetary')),
  product_service    text check (length(product_service) <= 120),
  currency           text check (currency = 'USD'),
  spend_cents        bigint check (spend_cents between 1 and 10000000),
  duration_basis     text check (duration_basis in ('one_time', 'weekly', 'monthly', 'annual')),
  yearly_cents       bigint generated always as (
                       case when impact_mode = 'monetary'
                         then spend_cents * case duration_basis when 'weekly' then 52 when 'monthly' then 12 else 1 end
                       end) stored,
  non_monetary_unit  text check (length(non_monetary_unit) <= 60),
  supporters_goal    bigint check (supporters_goal between 1 and 1000000000),
  impact_goal        bigint,
  creator_id         uuid references person,
  target_id          uuid references target,
  draft_target_name    text,
  draft_target_website text,
  draft_industry_id    uuid references industry,
  draft_industry_name  text,
  draft_causes         jsonb not null default '[]',
  is_historical      boolean not null default false,
  started_on         date,
  ended_on           date,
  outcome            text,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  published_at       timestamptz,
  constraint impact_fields check (
    (impact_mode = 'monetary' and product_service is not null and spend_cents is not null
      and duration_basis is not null and currency is not null and non_monetary_unit is null)
    or (impact_mode = 'non_monetary' and non_monetary_unit is not null and spend_cents is null and duration_basis is null)),
  constraint published_has_everything check (status = 'draft' or (published_at is not null and target_id is not null and summary <> ''
      and draft_target_name is null and draft_target_website is null and draft_industry_id is null
      and draft_industry_name is null and draft_causes = '[]')),
  constraint draft_has_target check (status <> 'draft' or target_id is not null or draft_target_name is not null),
  constraint history_has_no_creator check (is_historical = (creator_id is null))
);
comment on column campaign.yearly_cents is 'Estimated impact of one supporter in a year, in integer cents.';
create index on campaign (creator_id, created_at desc);
create index on campaign (target_id);
create index on campaign (cover_media_id);

-- What anybody may see. A draft is its creator's alone, so it is in no view that others read.
create view public_campaign as select * from campaign where status <> 'draft';

create table campaign_action (
  campaign_id uuid not null references campaign on delete cascade,
  sort_order  int not null,
  action_text text not null check (length(action_text) between 1 and 280),
  primary key (campaign_id, sort_order)
);

create table campaign_alternative (
  campaign_id uuid not null references campaign on delete cascade,
  sort_order  int not null,
  name        text not null check (length(name) between 1 and 120),
  url         text check (length(url) <= 2048),
  note        text check (length(note) <= 500),
  primary key (campaign_id, sort_order)
);

create table campaign_cause (
  campaign_id uuid not null references campaign on delete cascade,
  cause_id    uuid not null references cause,
  primary key (campaign_id, cause_id)
);
create index on campaign_cause (cause_id);

create table campaign_source (
  campaign_id uuid not null references campaign on delete cascade,
  sort_order  int not null,
  title       text not null,
  publisher   text not null,
  url         text not null,
  primary key (campaign_id, sort_order)
);

-- ------------------------------------------------- pledges and their counts

create table pledge (
  campaign_id uuid not null references campaign on delete cascade,
  person_id   uuid not null references person,
  state       text not null check (state in ('unconfirmed', 'counted', 'held', 'invalid')),
  is_private  boolean not null,
  created_at  timestamptz not null default now(),
  counted_at  timestamptz,
  primary key (campaign_id, person_id),
  check ((state = 'counted') <= (counted_at is not null))
);
create index on pledge (person_id, created_at desc);
create index on pledge (counted_at) include (campaign_id) where state = 'counted';

-- The one number every screen shows. Written by the group commit alone; no index on the counter, so updates stay HOT.
create table campaign_stats (
  campaign_id uuid primary key references campaign on delete cascade,
  is_open     boolean not null,
  supporters  bigint not null default 0 check (supporters >= 0),
  version     bigint not null default 0
) with (fillfactor = 50);

-- Counted pledges not yet in the distinct counts below; one leader takes them out and applies them in one transaction.
create table pledge_log (
  id          bigserial primary key,
  campaign_id uuid not null,
  person_id   uuid not null,
  delta       smallint not null check (delta in (-1, 1))
);

-- Distinct people, active campaigns and yearly cents per target, industry, cause and for the whole platform.
create table tally (
  subject_id   uuid primary key,
  kind         text not null check (kind in ('platform', 'target', 'industry', 'cause')),
  supporters   bigint not null default 0,
  campaigns    bigint not null default 0,
  yearly_cents numeric(30, 0) not null default 0
) with (fillfactor = 50);
insert into tally (subject_id, kind) values ('00000000-0000-0000-0000-000000000000', 'platform');

create table tally_supporter (
  subject_id uuid not null,
  person_id  uuid not null,
  n          int not null,
  primary key (subject_id, person_id)
);

-- The order of the lists, with the filters beside it. A job refreshes it; numbers on cards never come from here.
create table campaign_rank (
  campaign_id  uuid primary key references campaign on delete cascade,
  status       text not null,
  target_id    uuid not null,
  industry_id  uuid,
  cause_ids    uuid[] not null,
  supporters   bigint not null,
  score        double precision not null,
  published_at timestamptz not null
);
create index on campaign_rank (status, score desc, campaign_id desc);
create index on campaign_rank (status, supporters desc, campaign_id desc);
create index on campaign_rank (status, published_at desc, campaign_id desc);
create index on campaign_rank (target_id, score desc, campaign_id desc);
create index on campaign_rank (industry_id, score desc, campaign_id desc);
create index on campaign_rank using gin (cause_ids);

-- ------------------------------- what moves the trending score beside pledges

create table campaign_update (
  id          uuid primary key,
  campaign_id uuid not null references campaign on delete cascade,
  creator_id  uuid not null references person,
  title       text not null default 'Update' check (length(title) between 1 and 120),
  body        text not null check (length(body) between 1 and 20000),
  body_html   text not null,
  created_at  timestamptz not null default now()
);
create index on campaign_update (campaign_id, created_at desc, id desc);
create index on campaign_update (created_at) include (campaign_id);

create table campaign_comment (
  id          uuid primary key,
  campaign_id uuid not null references campaign on delete cascade,
  author_id   uuid not null references person,
  parent_id   uuid references campaign_comment on delete cascade,
  depth       smallint not null check (depth between 0 and 3),
  body        text not null check (length(body) between 1 and 5000),
  body_html   text not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  removed_at  timestamptz,
  check ((depth = 0) = (parent_id is null))
);
create index on campaign_comment (campaign_id, created_at desc, id desc);
create index on campaign_comment (parent_id);
create index on campaign_comment (created_at) include (campaign_id) where removed_at is null;

create table comment_like (
  comment_id uuid not null references campaign_comment on delete cascade,
  person_id  uuid not null references person,
  created_at timestamptz not null default now(),
  primary key (comment_id, person_id)
);
create index on comment_like (created_at) include (comment_id);

-- ------------------------------------------------------------------- the floor

create table idempotency_key (
  person_id   uuid not null references person on delete cascade,
  key         text not null check (length(key) between 1 and 200),
  operation   text not null,
  fingerprint text not null,
  answer      jsonb,
  created_at  timestamptz not null default now(),
  primary key (person_id, key)
);
create index on idempotency_key (created_at);

create table site_setting (
  name  text primary key,
  value jsonb not null
);

-- Finding the next free slug under any collation.
create index on campaign (slug text_pattern_ops);
create index on target (slug text_pattern_ops);
