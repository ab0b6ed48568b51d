-- A company answers campaigns about it through a representative, who shows control of a domain. A moderator confirms that it is the company's website.
create table target_domain (
  target_id    uuid primary key references target (id) on delete cascade,
  domain       text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  takes_mail   boolean not null default false,
  confirmed_by uuid not null references person (id),
  confirmed_at timestamptz not null default now()
);
comment on table target_domain is 'The registrable domain that a moderator has confirmed as the website of the target. A change of the website deletes the row.';
comment on column target_domain.takes_mail is 'Only people who act for the company have addresses at the domain, so a mail to one of them shows control.';
create index on target_domain (confirmed_by);

create table representative (
  id             uuid primary key,
  target_id      uuid not null references target (id) on delete cascade,
  person_id      uuid not null references person (id),
  domain         text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  record         text not null check (length(record) = 32),
  state          text not null default 'unverified' check (state in ('unverified', 'waiting', 'active', 'suspended', 'declined')),
  method         text check (method in ('dns', 'mail')),
  suspended_for  text check (suspended_for in ('claim', 'website')),
  link_hash      text check (length(link_hash) = 64),
  link_sent_at   timestamptz,
  created_at     timestamptz not null default now(),
  verified_at    timestamptz,
  decided_at     timestamptz,
  decided_by     uuid references person (id),
  unique (target_id, person_id),
  constraint verified_by_a_method check ((method is null) = (verified_at is null)),
  constraint unverified_is_not_verified check (state <> 'unverified' or method is null),
  constraint suspended_for_a_reason check ((state = 'suspended') = (suspended_for is not null)),
  constraint link_whole check ((link_hash is null) = (link_sent_at is null))
);
comment on table representative is 'A person who says that they act for a target. Only the person and moderators may know it; pages show the domain alone.';
comment on column representative.record is 'Random text that the TXT record of the domain must contain.';
comment on column representative.link_hash is 'Hash of the secret in the newest mailed link. The address to which it was sent is not stored.';
create index on representative (person_id);
create index on representative (decided_by);
create index representative_open on representative (created_at, id) where state <> 'declined';

-- The host of a web address without www, for comparing two spellings of one website.
create function public.website_host(url text) returns text language sql immutable as $function$
  select lower(substring(url from '^[A-Za-z]+://(?:[Ww][Ww][Ww]\.)?([^/:?#]+)')) $function$;

-- Whoever controlled the former website does not speak for the target until a moderator has looked.
create function public.suspend_after_website_change() returns trigger language plpgsql as $function$ begin
  delete from public.target_domain where target_id = new.id;
  update public.representative set state = 'suspended', suspended_for = 'website' where target_id = new.id and state = 'active';
  return null;
end $function$;
create trigger suspend_representatives after update of website_url on target for each row
  when (public.website_host(old.website_url) is distinct from public.website_host(new.website_url)) execute function public.suspend_after_website_change();
