-- Pictures in several formats, and those that a model drew.

-- What was kept until now is there as WebP alone.
alter table media
  add column formats text[] not null default '{webp}' check (formats <@ '{avif,webp,jpeg}' and 'webp' = any (formats)),
  add column is_generated boolean not null default false;

-- One row each time a model is asked for a picture, whatever came of it: it costs money even when nobody keeps it.
create table picture_request (
  id         uuid primary key,
  person_id  uuid not null references person on delete cascade,
  created_at timestamptz not null default now()
);
create index on picture_request (person_id, created_at);
