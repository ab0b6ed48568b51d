-- People whom a person has muted or blocked.
create table person_block (
  person_id uuid not null references person (id),
  other_id uuid not null references person (id),
  kind text not null check (kind in ('mute', 'block')),
  created_at timestamptz not null default now(),
  primary key (person_id, other_id),
  constraint blocks_another_person check (person_id <> other_id)
);
comment on table person_block is 'mute: person_id does not see what other_id writes. block: neither sees what the other writes. Only person_id can read the row.';
create index person_block_other on person_block (other_id, person_id);
create index person_block_page on person_block (person_id, created_at desc, other_id desc);

-- True if the viewer does not see what the author writes. Moderators see it whoever has blocked them.
create function public.is_kept_apart(viewer uuid, author uuid) returns boolean language sql stable as $function$
  select exists (select from public.person_block b where b.person_id = viewer and b.other_id = author)
    or exists (select from public.person_block b join public.person v on v.id = viewer
      where b.person_id = author and b.other_id = viewer and b.kind = 'block' and v.role = 'member') $function$;
