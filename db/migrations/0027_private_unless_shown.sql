-- A pledge is private unless its person shows it, and a visitor's press on Join outlives signing up and in.

-- Nobody chose the old default, so it changes for everyone; those who had chosen private stay private. A new column with a
-- constant default rewrites no row.
alter table person drop column pledge_privately;
alter table person add column pledge_privately boolean not null default true;
alter table person add column told_of_shown_pledges boolean not null default false;
comment on column person.told_of_shown_pledges is 'This person has dismissed the notice that pledges from before 0027 are on the profile.';

alter table pledge add column notice_version smallint check (notice_version > 0);
alter table pledge add column notice_at timestamptz;
alter table pledge add constraint notice_has_time check ((notice_version is null) = (notice_at is null));
comment on column pledge.notice_version is 'The notice about who can see a pledge that its person saw when they last chose (noticeVersion in pledges/policy.ts); null for pledges from before there was one.';

create table join_intention (
  id          uuid primary key,
  token_hash  text not null check (length(token_hash) = 64),
  campaign_id uuid not null references campaign (id) on delete cascade,
  is_private  boolean not null,
  return_to   text not null check (length(return_to) <= 2048),
  address_key text check (length(address_key) = 64),
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  unique (token_hash, campaign_id)
);
comment on table join_intention is 'A visitor pressed Join. The browser has the random token in a cookie; only its SHA-256 hash is stored.';
comment on column join_intention.address_key is 'Keyed hash of the address with which an account was asked for in the same form; null while there is none.';
create index on join_intention (expires_at);
create index on join_intention (campaign_id);
