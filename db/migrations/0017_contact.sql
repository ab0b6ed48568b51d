-- What people write to those who run the site.

create table contact_submission (
  id uuid primary key,
  category text not null check (category in ('suggestions', 'report-bugs', 'media', 'target', 'general', 'support', 'other')),
  message text not null check (message <> ''),
  email text,
  name text,
  user_id uuid references person (id) on delete set null,
  user_details jsonb,
  created_at timestamptz not null default now()
);
comment on column contact_submission.email is 'Where an answer goes: the account''s address, or what a visitor gave. Null for an account without one, and once the account is deleted.';
comment on column contact_submission.user_details is 'Of the account when the message was sent: id, email, display_name, created_at.';

create index contact_submission_created_at on contact_submission (created_at);
create index contact_submission_user_id on contact_submission (user_id) where user_id is not null;
