-- The owner and mods of a community mute people there: they read, but do not write.
create table community_mute (
  community_id uuid not null references community (id) on delete cascade,
  person_id uuid not null references person (id),
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now(),
  until timestamptz,
  primary key (community_id, person_id)
);
comment on column community_mute.until is 'Null: until somebody ends it.';
create index community_mute_person on community_mute (person_id);
create index community_mute_page on community_mute (community_id, created_at desc, person_id desc);
